"""How a game ends without a move, and what follows from every ending."""

from enum import StrEnum

from xiangqi_server.aggregates.room.decisions.feed import over
from xiangqi_server.aggregates.room.decisions.ratings import counts, rate_effects
from xiangqi_server.aggregates.room.messages import Ended, Release, RoomEvent, Settle, Unchallenge
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.aggregates.row_effects import game_row_effect
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Decision, Effect

RoomDecision = Decision[RoomEvent]


class RoomEnding(StrEnum):
    """The endings that a room itself knows; `rules.adjudication` knows those by a move."""

    RESIGN = "resign"
    TIME = "time"
    AGREEMENT = "agreement"
    ABORTED = "aborted"
    EXPIRED = "expired"
    ABANDONED = "abandoned"
    VOID = "void"
    DECLINED = "declined"


def ended(
    room: Room,
    ending: RoomEnding,
    winner: Side | None = None,
    *,
    not_before_ms: int = 0,
    absent: tuple[str, ...] = (),
) -> RoomDecision:
    """The decision that the game is over; a `winner` of None is a draw or no result.

    Args:
        absent: the players who did not come to it, or called it off before it was played.
    """
    event = Ended(winner, ending.value)
    return Decision((event,), closing(room, event, room.game.ply, absent), not_before_ms)


def closing(
    room: Room, event: Ended, plies: int, absent: tuple[str, ...] = ()
) -> tuple[Effect, ...]:
    """What follows from the end of a game: its players are free, and rated if it counts.

    The game gets its row among those that are over; if there never was a game, its log is packed.

    Args:
        plies: how many moves the game had.
        absent: the players who did not come to it.
    """
    freed = tuple(Effect("player", player, Release(room.id)) for player in room.seats.taken())
    return (
        *freed,
        *unchallenged(room),
        *rate_effects(room, event, plies),
        *_settled(room, event, plies, absent),
        game_row_effect(room.id),
        *over(room, event, plies),
    )


def _settled(room: Room, event: Ended, plies: int, absent: tuple[str, ...]) -> tuple[Effect, ...]:
    """The result, for the aggregate that had the room opened."""
    if not room.series.origin:
        return ()
    kind, _, id_ = room.series.origin.partition(":")
    winner = None if event.winner is None else room.seats.of(event.winner)
    berserk = tuple(
        player for side in Side if room.berserk.sides[side] and (player := room.seats.of(side))
    )
    result = Settle(room.id, winner, counts(event, plies), plies, absent, berserk)
    return (Effect(kind, id_ or "main", result),)


def unchallenged(room: Room) -> tuple[Effect, ...]:
    """The effect that takes a challenge, while it stands, off the list of the challenged player."""
    if room.invitation.invited is None or room.status is not Status.WAITING:
        return ()
    return (Effect("player", room.invitation.invited, Unchallenge(room.id)),)
