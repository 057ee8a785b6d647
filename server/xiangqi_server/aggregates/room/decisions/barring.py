"""A player is banned: a game that has not begun is called off, and a game that runs goes on.

The aggregate of the player sends the command to every room it knows when the ban comes, and to
every room that tells it of a game afterwards. So no game begins under a ban, whichever node opened
the room, and whatever that node knew; a game that was about to begin ends as void.
"""

from xiangqi_server.aggregates.room.decisions.endings import RoomDecision
from xiangqi_server.aggregates.room.decisions.opening import decline_challenge, withdraw_challenge
from xiangqi_server.aggregates.room.decisions.readiness import void
from xiangqi_server.aggregates.room.messages import (
    Bar,
    DeclineChallenge,
    Declined,
    DeclineReason,
    OfferKind,
    WithdrawChallenge,
)
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.kernel.aggregate.decision import Decision


def bar(room: Room, command: Bar) -> RoomDecision:
    """End a room that waits for a banned player, or with one; a repeat changes nothing."""
    side = room.seats.side_of(command.by)
    if room.status is Status.WAITING:
        return _not_begun(room, command.by)
    if side is None:
        return Decision()
    if room.status is Status.OVER:
        offered = room.offers.of(OfferKind.REMATCH) is not None
        return Decision((Declined(side, OfferKind.REMATCH),) if offered else ())
    if room.status is Status.READYING or command.is_new:
        return void(room, (room.seats.of(side.opponent),))
    return Decision()


def _not_begun(room: Room, player: str) -> RoomDecision:
    if room.seats.side_of(player) is not None:
        return withdraw_challenge(room, WithdrawChallenge(player))
    if room.invitation.invited == player:
        return decline_challenge(room, DeclineChallenge(player, DeclineReason.NOT_NOW))
    return Decision()
