"""How a game stands, as a whole position for those who watch several."""

from xiangqi_server.aggregates.room.results import GameResultName, result_of
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.aggregates.room.terms import NoClock
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.game.rules.board.fen import write_board_and_side
from xiangqi_server.wire.parts import BoardPosition
from xiangqi_server.wire.server import Board


def board_view(room: Room, at_ms: int) -> Board:
    """How a game stands after an event.

    Args:
        at_ms: when that was stored.
    """
    faces, game = room.faces(at_ms), room.game
    has_clock = not isinstance(room.terms.clock, NoClock)
    return Board(
        game=room.id,
        ply=game.ply,
        fen=write_board_and_side(game.position),
        last=uci_of(game.moves[-1]) if game.ply else None,
        left=(faces.sides.red.left_ms, faces.sides.black.left_ms) if has_clock else None,
        runs=faces.running is not None,
        at_ms=at_ms + (0 if room.status is Status.OVER else room.terms.delay_ms),
        warned=room.warning is not None,
        over=_result(room),
        away=any(absence is not None for absence in room.absences),
    )


def _result(room: Room) -> GameResultName | None:
    outcome = room.outcome
    return None if outcome is None else result_of(outcome.ending, outcome.winner)


def position_of(board: Board) -> BoardPosition:
    """The same, as a part of what lists say of the game."""
    return BoardPosition(
        *(getattr(board, field) for field in BoardPosition.__struct_fields__),
    )
