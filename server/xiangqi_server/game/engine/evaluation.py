"""What a position is worth: the sum of its pieces, each by the square it stands on.

A move changes the sum by three entries of one table, so the search adds up as it goes, and
only the position it begins with is counted whole. Values are hundredths of a soldier.
"""

from typing import Final

from xiangqi_server.game.engine.piece_values import PIECE_VALUES
from xiangqi_server.game.rules.board.encoding import BLACK_BIT, EMPTY, FILES, SQUARES, Board, Side
from xiangqi_server.game.rules.board.geometry import file_of, rank_of


def _values(piece: int) -> tuple[int, ...]:
    role = piece & ~BLACK_BIT
    if not 1 <= role <= len(PIECE_VALUES):
        return (EMPTY,) * SQUARES
    ranks = PIECE_VALUES[role - 1]
    forward = ranks if piece < BLACK_BIT else ranks[::-1]
    return tuple(
        forward[rank_of(square)][min(file_of(square), FILES - 1 - file_of(square))]
        for square in range(SQUARES)
    )


VALUES: Final = tuple(_values(piece) for piece in range(2 * BLACK_BIT))
"""What a piece is worth to its own side, by piece and square; 0 for an empty cell."""


def evaluate(board: Board, side: Side) -> int:
    """How far `side` is ahead, counted from nothing."""
    total = 0
    for square, piece in enumerate(board):
        value = VALUES[piece][square]
        total += value if piece < BLACK_BIT else -value
    return total if side is Side.RED else -total
