"""Counting the positions some plies away: the measure by which move generators are compared."""

from xiangqi_server.game.rules.board.check import is_checked
from xiangqi_server.game.rules.board.encoding import Board, Side
from xiangqi_server.game.rules.board.moves import board_after, legal_moves, reachable_moves
from xiangqi_server.game.rules.board.position import Position


def perft(position: Position, depth: int) -> int:
    """How many ways there are to play `depth` plies from a position."""
    return _count(position.board, position.side, depth)


def _count(board: Board, side: Side, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(legal_moves(board, side))
    count = 0
    for move in reachable_moves(board, side):
        after = board_after(board, move)
        if not is_checked(after, side):
            count += _count(after, side.opponent, depth - 1)
    return count
