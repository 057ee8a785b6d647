"""Parts of messages about a game in a list."""

from typing import Literal

from msgspec import Struct

from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.parts.players import PlayerRef
from xiangqi_server.wire.parts.room import MoveLine
from xiangqi_server.wire.parts.rulings import Outcome
from xiangqi_server.wire.terms import ClockName, GameResultName, SideName, SpeedName


class GameRef(Struct, frozen=True):
    """A game of your own.

    Fields:
        side: your own.
        live: as in `game_opened`.
    """

    room: str
    side: SideName
    live: bool = False


class MyGame(Struct, frozen=True):
    """A game of your own.

    Fields:
        speed: how fast; see *Ratings*.
        rated: it counts for ratings.
        you: your own side.
        opponent: null while the seat is free.
        clock: the `type` of its clock; with `none`, the speed says nothing.
        status: `waiting` for a friend, `playing`, or `over`.
        your_turn: it waits for your own move.
        plies: moves so far.
        last: the last of them, or null.
        fen: the position.
        left_ms: time left of the side to move at `at_ms`, null without a clock.
        flag_at_ms: the server's time at which that side is out of time, else null.
        at_ms: the server's time at which the rest of this is true.
        outcome: null until it is over.
    """

    room: str
    you: SideName
    opponent: PlayerRef | None
    status: Literal["waiting", "playing", "over"]
    your_turn: bool
    speed: SpeedName
    rated: bool
    plies: int
    last: MoveLine | None
    fen: str
    left_ms: int | None
    flag_at_ms: Moment | None
    at_ms: Moment
    clock: ClockName
    outcome: Outcome | None = None


class BoardPosition(Struct, frozen=True):
    """How a game stands, as its spectators know it; the fields are those of `board`.

    Fields:
        fen: the position: the board and the side to move.
        last: the move that led to it, or null.
        left: what the clocks of Red and Black show at `at_ms`, in ms; null without a clock.
        runs: the clock of the side to move runs.
        at_ms: the moment for which `left` holds, in time as spectators see it. Of a game with a
            delay that has just begun it is still to come: until then nothing runs.
        warned: a repetition is on its way to a ruling.
        over: what came of it on the board, once the game is over; `none`: nothing counts.
        away: a player has no connection.
    """

    ply: int
    fen: str
    last: str | None
    left: tuple[int, int] | None
    runs: bool
    at_ms: Moment
    warned: bool = False
    over: GameResultName | None = None
    away: bool = False


class GameInfo(Struct, frozen=True):
    """A game in a list.

    Fields:
        speed: how fast; see *Ratings*.
        rated: it counts for ratings.
        red, black: the players.
        red_points, black_points: their ratings when it began; null in a casual game, or if hidden.
        red_change, black_change: by how much it changed them, null while that is not known.
        rules: name of the rule set.
        opened_at_ms: when it began.
        ended_at_ms: null while it is played.
        winner: null for a draw, and while it is played.
        ending: for programs; see *Endings*; null while it is played.
        plies: moves of a game that is over; null while it is played.
        opening: its first moves, four characters each; of a game that is over.
        fen: the position at the end; of a game that is played, at its start.
        watchers: how many watch, renewed now and then.
        clock: the `type` of its clock; with `none`, the speed says nothing. Null of a game that was
            entered in lists before this was kept.
        tournament: the one it is a game of, or null.
        result: what came of it on the board; `none`: nothing counts, or it is played.
        delay_ms: how far behind spectators see a game that is played.
        now: how a game that is played stands, as spectators know it; null if that is not known.
    """

    room: str
    red: PlayerRef
    black: PlayerRef
    red_points: int | None
    black_points: int | None
    red_change: int | None
    black_change: int | None
    rules: str
    speed: SpeedName
    rated: bool
    opened_at_ms: Moment
    ended_at_ms: Moment | None
    winner: SideName | None
    ending: str | None
    plies: int | None
    opening: str
    fen: str
    watchers: int = 0
    clock: ClockName | None = None
    tournament: str | None = None
    result: GameResultName = "none"
    delay_ms: int = 0
    now: BoardPosition | None = None
