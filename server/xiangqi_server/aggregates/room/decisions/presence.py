"""Players that have left, when the other player may claim the game, and the claim.

The room does not know presence itself: the node tells it when a player's last connection is lost
and when there is one again, as often as it likes. Only changes become events.
No player loses just by being away: the other one must claim, in the absent player's turn, and an
unclaimed game ends by its clock. In games by days no player counts as gone.
"""

from xiangqi_server.aggregates.room.decisions.endings import RoomDecision, RoomEnding, ended
from xiangqi_server.aggregates.room.decisions.preconditions import (
    require_in_time,
    require_playing,
    seat_of,
)
from xiangqi_server.aggregates.room.decisions.suspension import require_not_suspended
from xiangqi_server.aggregates.room.messages import Absent, Claim, ClaimKind, Disconnected
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import MAX_EVENTS, Room, Status
from xiangqi_server.aggregates.room.time_limits import claim_grace_ms
from xiangqi_server.kernel.aggregate.decision import Decision
from xiangqi_server.kernel.aggregate.refusal import Refused, require


def leave(room: Room, command: Absent, now_ms: int) -> RoomDecision:
    """Start the countdown of a player who has left a game that runs."""
    grace_ms = claim_grace_ms(room.terms.clock)
    if room.status is not Status.PLAYING or grace_ms is None:
        return Decision()
    if room.absences[command.side] is not None or room.event_count >= MAX_EVENTS:
        return Decision()
    return Decision((Disconnected(command.side, now_ms + grace_ms),))


def claim(room: Room, command: Claim, now_ms: int) -> RoomDecision:
    """End the game, won or drawn, because the other player has been gone for too long.

    Raises:
        Refused: NOT_DISCONNECTED, CLAIM_TOO_SOON or CLAIM_ON_OWN_TURN, or as `preconditions` say.
    """
    side = seat_of(room, command.by)
    require_playing(room)
    require_not_suspended(room)
    absence = room.absences[side.opponent]
    if absence is None:
        raise Refused(RoomRefusal.NOT_DISCONNECTED)
    early_ms = absence.claimable_at_ms - now_ms
    if early_ms > 0:
        raise Refused(RoomRefusal.CLAIM_TOO_SOON, retry_ms=early_ms)
    require(room.game.to_move is not side, RoomRefusal.CLAIM_ON_OWN_TURN)
    require_in_time(room, now_ms)
    return ended(room, RoomEnding.ABANDONED, side if command.what is ClaimKind.WIN else None)
