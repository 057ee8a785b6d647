"""What a room asks of its players and of the lobby, which accept it as commands."""

from typing import Final

from msgspec import Struct

from xiangqi_server.aggregates.room.terms import GameTerms
from xiangqi_server.game.rules.board.encoding import Side

LOBBY_ID: Final = "main"
"""The only lobby; it hears of pairs that came to nothing."""


class Engage(Struct, frozen=True, gc=False, tag="engage"):
    """A game with this player has begun in `room`, on `side`.

    Fields:
        rated: the speed in which it is rated, so that the player tells its rating; None in a
            casual game.
        live: both players were found for it and must show up; a player has only one such game at
            a time.
        opponent: None while the room waits for a friend.
        can_wait: both have long enough to show up that a live game elsewhere may be ended first.
    """

    room: str
    side: Side
    rated: str | None = None
    live: bool = False
    opponent: str | None = None
    can_wait: bool = False


class Release(Struct, frozen=True, gc=False, tag="release"):
    """The game in `room` is over."""

    room: str


class Settle(Struct, frozen=True, gc=False, tag="settle"):
    """A game is over: its result, for the aggregate that had it opened.

    Fields:
        winner: the player who won; None for a draw or no result.
        counts: it was played, and not called off.
        plies: how many moves it had.
        absent: the players that did not come to it, or called it off before it was played.
        berserk: the players that gave up half their time.
    """

    room: str
    winner: str | None
    counts: bool
    plies: int = 0
    absent: tuple[str, ...] = ()
    berserk: tuple[str, ...] = ()


class RatePlayer(Struct, frozen=True, gc=False, tag="rate"):
    """A rated game is over: a player's rating changes by it, once.

    Fields:
        speed: which of the player's ratings changes, a value of `room.speed.Speed`.
        points, deviation: the opponent's rating as the room recorded it.
        score: 1 for a win, 0.5 for a draw, 0.
    """

    room: str
    speed: str
    points: float
    deviation: float
    score: float


class Challenge(Struct, frozen=True, gc=False, tag="challenge"):
    """The player `by` waits in `room` for this player, who would play `side`, until a moment.

    Fields:
        by_guest: the player who waits has no account.
    """

    room: str
    by: str
    side: Side
    terms: GameTerms
    until_ms: int
    by_guest: bool = False


class Unchallenge(Struct, frozen=True, gc=False, tag="unchallenge"):
    """No challenge waits in `room` any more: answered, withdrawn, or too late."""

    room: str


class Dissolve(Struct, frozen=True, gc=False, tag="dissolve"):
    """The game of a pair in `room` came to nothing.

    Fields:
        stay: the players that still want one, and get their places in the lobby back.
        missed: the players that did not come to it, or called it off.
    """

    room: str
    stay: tuple[str, ...]
    missed: tuple[str, ...] = ()


class YourMove(Struct, frozen=True, gc=False, tag="your_move"):
    """A game by days waits for this player's move.

    Fields:
        at_ms, version: when and by which event of the room; an older one changes nothing.
        ply: the number of the move.
        flag_at_ms: when the time for it is used up.
    """

    room: str
    at_ms: int
    version: int
    ply: int
    flag_at_ms: int


class NotYours(Struct, frozen=True, gc=False, tag="not_yours"):
    """It waits for the other player, or is over.

    Fields:
        is_taken: somebody has just sat down at the player's own offer.
    """

    room: str
    at_ms: int
    version: int
    is_taken: bool = False


class GameBegan(Struct, frozen=True, gc=False, tag="game_began"):
    """A game began: both its seats are taken.

    Fields:
        rules, speed: by their names.
        tournament: the one it is a game of.
    """

    room: str
    red: str
    black: str
    rules: str
    speed: str
    rated: bool
    tournament: str | None


class GameOver(Struct, frozen=True, gc=False, tag="game_over"):
    """A game that had both its players ended.

    Fields:
        winner: 0 or 1, the side; None for a draw or no result.
        tournament: the one it is a game of.
    """

    room: str
    red: str
    black: str
    winner: int | None
    ending: str
    plies: int
    tournament: str | None
