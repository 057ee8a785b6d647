"""A player's games: those that are open, and which of the latest are over.

The open games are how a player finds a game again after a crash of anything: rooms write
them here by order when a game begins, and remove them when it is over. Orders come at least
once and in any order: a repeat changes nothing, and a game that is over is not begun any more.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, assert_never

from msgspec import Struct

from server.aggregate.decision import Decision
from server.aggregate.refusal import RefusalCode, Refused
from server.room.messages import Engage, Release
from server.rules.board import Side

MAX_OPEN_GAMES: Final = 64
"""How many games one player may have open; a room beyond that is not listed."""
KEPT_RELEASES: Final = 64
"""So many of the latest games that are over are remembered, see `Engagement.released`."""


@dataclass(frozen=True, slots=True)
class Engagement:
    """The games of a player.

    Fields:
        games: room -> the player's side, for each game that is not over, oldest first.
        released: rooms whose games are over, the latest last. After a crash the order that
            begins a game may come once more, or for the first time, after the one that ends it.
    """

    games: Mapping[str, Side] = field(default_factory=dict)
    released: tuple[str, ...] = ()


class Engaged(Struct, frozen=True, tag="engaged"):
    """A game of this player began in `room`, on `side` (0 Red, 1 Black)."""

    room: str
    side: int


class Released(Struct, frozen=True, tag="released"):
    """A game of this player is over."""

    room: str


EngagementCommand = Engage | Release
EngagementEvent = Engaged | Released


def decide(part: Engagement, command: EngagementCommand) -> Decision[EngagementEvent]:
    """What a room's order does to a player's games.

    Raises:
        Refused: nothing happened.
    """
    match command:
        case Engage(room, side):
            if room in part.games or room in part.released:
                return Decision()
            if len(part.games) >= MAX_OPEN_GAMES:
                raise Refused(RefusalCode.TOO_MANY_ROOMS)
            return Decision((Engaged(room, side),))
        case Release(room):
            return Decision() if room in part.released else Decision((Released(room),))
        case _:
            assert_never(command)


def apply(part: Engagement, event: EngagementEvent) -> Engagement:
    """The games after one accepted event."""
    match event:
        case Engaged(room, side):
            return replace(part, games={**part.games, room: Side(side)})
        case Released(room):
            games = {other: side for other, side in part.games.items() if other != room}
            return Engagement(games, (*part.released, room)[-KEPT_RELEASES:])
        case _:
            assert_never(event)
