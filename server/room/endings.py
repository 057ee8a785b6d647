"""How a game ends otherwise than by a move, and what every ending brings with it."""

from enum import StrEnum

from server.aggregate.decision import Decision, Order
from server.room.messages import Ended, Release, RoomEvent
from server.room.state import Room
from server.rules.board import Side

RoomDecision = Decision[RoomEvent]


class Ending(StrEnum):
    """The endings a room knows by itself; those by a move are `rules.adjudication`'s."""

    RESIGN = "resign"
    TIME = "time"
    AGREEMENT = "agreement"
    ABORTED = "aborted"
    EXPIRED = "expired"
    ABANDONED = "abandoned"


def ended(
    room: Room, ending: Ending, winner: Side | None = None, *, not_before_ms: int = 0
) -> RoomDecision:
    """The decision that the game is over; a `winner` of None is a draw or no result."""
    event = Ended(None if winner is None else int(winner), ending.value)
    return Decision((event,), releases(room), not_before_ms)


def releases(room: Room) -> tuple[Order, ...]:
    """The orders that free the players of a room: each removes it from the open games."""
    return tuple(Order("player", player, Release(room.id)) for player in room.seats.taken())
