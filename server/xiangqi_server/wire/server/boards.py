"""What the server sends about boards: whole positions, each of which replaces the one before."""

from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.parts import GameInfo, ShownBoard
from xiangqi_server.wire.server.base import ServerMessage
from xiangqi_server.wire.terms import GameResultName


class Boards(ServerMessage, tag="boards", frozen=True):
    """The answer to `watch_boards`; a `board` follows for each game.

    Fields:
        boards: what each of them shows.
    """

    id: str
    boards: list[ShownBoard]


class Board(ServerMessage, tag="board", frozen=True, omit_defaults=True):
    """How a game on a board stands, at most every 400 ms; you may miss some.

    It has no version and needs none: the latest one tells all. Its last three fields are left out
    while they say nothing.

    Fields:
        game: its room.
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

    game: str
    ply: int
    fen: str
    last: str | None
    left: tuple[int, int] | None
    runs: bool
    at_ms: Moment
    warned: bool = False
    over: GameResultName | None = None
    away: bool = False


class BoardChanged(ServerMessage, tag="board_changed", frozen=True):
    """A board shows another game; a `board` follows.

    Fields:
        slot: which board, by its place in what you asked for, from 0.
        game: the game that it shows now, or null.
    """

    slot: int
    game: GameInfo | None
