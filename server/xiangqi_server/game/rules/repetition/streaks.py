"""What one side did on its last turns in a row.

Where nothing is repeated, a piece is followed through the game by the squares that its own
moves link, until it is taken.
"""

from dataclasses import dataclass
from itertools import pairwise

from xiangqi_server.game.rules.board.check import is_checked
from xiangqi_server.game.rules.board.encoding import Board, Move, Side, Square, origin_of, target_of
from xiangqi_server.game.rules.game.game import Game


@dataclass(frozen=True, slots=True)
class CheckTurn:
    """One turn that checked: the ply's number, the move, and the board after it."""

    ply: int
    move: Move
    after: Board


def checks_in_row(game: Game, side: Side, most: int) -> list[CheckTurn]:
    """The last checks in a row by `side`, newest first, up to a limit.

    Empty unless its very last turn checked; finding that out costs the same in any game.
    """
    last = game.ply - 1 if game.to_move is not side else game.ply - 2
    if last < 0 or not is_checked(game.position_at(last + 1).board, side.opponent):
        return []
    first = max(last & 1, last - 2 * (most - 1))
    positions = game.positions_since(first)
    turns = []
    for ply in range(last, first - 1, -2):
        after = positions[ply + 1 - first].board
        if not is_checked(after, side.opponent):
            break
        turns.append(CheckTurn(ply, game.move_at(ply), after))
    return turns


def same_piece(turns: list[CheckTurn]) -> list[CheckTurn]:
    """The newest of these turns that one and the same piece moved."""
    linked = turns[:1]
    for newer, older in pairwise(turns):
        if target_of(older.move) != origin_of(newer.move):
            break
        linked.append(older)
    return linked


def pieces_moved(game: Game, turns: list[CheckTurn]) -> list[int]:
    """By turn, newest first: which piece moved, named by the ply of its first turn here.

    A piece the opponent took is gone, and the next one on its square is another piece.
    """
    on_board: dict[Square, int] = {}
    found = []
    for turn in reversed(turns):
        piece = on_board.pop(origin_of(turn.move), turn.ply)
        on_board[target_of(turn.move)] = piece
        if turn.ply + 1 < game.ply:
            on_board.pop(target_of(game.move_at(turn.ply + 1)), None)
        found.append(piece)
    found.reverse()
    return found
