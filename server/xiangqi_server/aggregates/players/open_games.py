"""A player's games: those that are open, and which of the latest are over.

By the open games a player finds a game again after a crash of anything. Rooms write
them here by an effect when a game begins, and remove them when it is over. Effects come at least
once and in any order: a repeat changes nothing, and a game that is over is not begun any more.

A player has only one live game at a time against an opponent that was looked for. If two were
found, after a crash for instance, the one of which the player hears first is played, and the
other room is turned away. A round of a tournament gives its players minutes
to come: its game is theirs from then on, and may begin once the other one is over.
"""

from collections.abc import Mapping
from typing import Final, assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.room.messages import Bar, Engage, Release, TurnAway
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Decision, Effect
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.limits import OPEN_GAMES

MAX_OPEN_GAMES: Final = OPEN_GAMES.most
"""How many games one player may have open; a room beyond that is not listed."""
KEPT_SIDES: Final = 8
"""How many of the latest games have a say in which side a player gets next."""
KEPT_RELEASES: Final = 64
"""How many of the latest games that are over are remembered, see `OpenGames.released`."""


class OpenGames(Struct, frozen=True, gc=False):
    """The games of a player.

    Fields:
        games: room -> the player's side, for each game that is not over, oldest first.
        released: rooms whose games are over, the latest last. After a crash the effect that
            begins a game may come once more, or for the first time, after the one that ends it.
        live: the room of the live game against an opponent that was looked for, if any.
        last_opponent: the opponent in the latest game that began when both players were known.
        sides: the sides in the latest of these games, the last one last.
        casual: which of the open games are not rated, as far as that is known: of a game that was
            begun by an older version it is not.
    """

    games: Mapping[str, Side] = field(default_factory=dict)
    released: tuple[str, ...] = ()
    live: str | None = None
    last_opponent: str | None = None
    sides: tuple[Side, ...] = ()
    casual: tuple[str, ...] = ()

    @property
    def has_rated(self) -> bool:
        """A rated game is open, or one that may be."""
        return any(room not in self.casual for room in self.games)

    @property
    def has_played(self) -> bool:
        """A game of the player has ever begun."""
        return bool(self.games or self.released)

    @property
    def tilt(self) -> int:
        """How many more of the latest games were played with Red than with Black."""
        return self.sides.count(Side.RED) - self.sides.count(Side.BLACK)


class Engaged(Struct, frozen=True, tag="engaged"):
    """A game of this player began in `room`, on `side` (0 Red, 1 Black); see `Engage`.

    Fields:
        rated: the game is rated, or of an older version, which did not say so.
    """

    room: str
    side: Side
    live: bool = False
    opponent: str | None = None
    rated: bool = True


class TurnedAway(Struct, frozen=True, tag="turned_away"):
    """The game in `room` was not begun: another live one is played, or a player is banned."""

    room: str


class Released(Struct, frozen=True, tag="released"):
    """A game of this player is over."""

    room: str


OpenGamesCommand = Engage | Release
OpenGamesEvent = Engaged | TurnedAway | Released


def decide(player: str, part: OpenGames, command: OpenGamesCommand) -> Decision[OpenGamesEvent]:
    """What a room's effect does to a player's games.

    Raises:
        Refused: nothing happened.
    """
    match command:
        case Engage(room, side, rated, live, opponent, can_wait):
            if room in part.games or room in part.released:
                return Decision()
            if live and part.live is not None and not can_wait:
                return Decision((TurnedAway(room),), (Effect("room", room, TurnAway(player)),))
            if len(part.games) >= MAX_OPEN_GAMES:
                raise Refused(PlayerRefusal.TOO_MANY_ROOMS)
            return Decision((Engaged(room, side, live, opponent, rated is not None),))
        case Release(room):
            return Decision() if room in part.released else Decision((Released(room),))
        case _:
            assert_never(command)


def turn_away(
    player: str, part: OpenGames, command: Engage, *, number: int, until_ms: int
) -> Decision[OpenGamesEvent]:
    """Have a game called off that would begin under a ban of that number, until a moment."""
    room = command.room
    if room in part.games or room in part.released:
        return Decision()
    bar = Bar(player, number, until_ms, is_new=True)
    return Decision((TurnedAway(room),), (Effect("room", room, bar),))


def apply(part: OpenGames, event: OpenGamesEvent) -> OpenGames:
    """The games after one accepted event."""
    match event:
        case Engaged(room, side, live, opponent, rated):
            return replace(
                part,
                games={**part.games, room: side},
                live=room if live else part.live,
                last_opponent=opponent or part.last_opponent,
                sides=(*part.sides, side)[-KEPT_SIDES:] if opponent else part.sides,
                casual=part.casual if rated else (*part.casual, room),
            )
        case Released(room) | TurnedAway(room):
            return replace(
                part,
                games={other: side for other, side in part.games.items() if other != room},
                released=(*part.released, room)[-KEPT_RELEASES:],
                live=None if part.live == room else part.live,
                casual=tuple(other for other in part.casual if other != room),
            )
        case _:
            assert_never(event)
