"""Positions of files that are not text: where each of the 32 men stands, or what stands where."""

from typing import Final

from xiangqi_server.game.records.record import RecordCode, UnreadableRecord
from xiangqi_server.game.rules.board.check import piece_of
from xiangqi_server.game.rules.board.encoding import (
    ADVISOR,
    CANNON,
    CHARIOT,
    ELEPHANT,
    EMPTY,
    FILES,
    GENERAL,
    HORSE,
    RANKS,
    SOLDIER,
    SQUARES,
    Board,
    Piece,
    Side,
    Square,
)
from xiangqi_server.game.rules.board.fen import START_FEN, FenError, read_fen, write_fen
from xiangqi_server.game.rules.board.position import Position

_ROLES: Final = (
    *(CHARIOT, HORSE, ELEPHANT, ADVISOR, GENERAL, ADVISOR, ELEPHANT, HORSE, CHARIOT),
    *(CANNON, CANNON),
    *(SOLDIER,) * 5,
)
MEN: Final = tuple(piece_of(role, side) for side in Side for role in _ROLES)
"""The order of the men in every format: Red's sixteen first."""
NO_SQUARE: Final = SQUARES


def board_of(squares: list[Square]) -> tuple[Board, list[Piece]]:
    """The board with the men on their squares, and the men whose square is taken.

    A man that stands on none has `NO_SQUARE`.
    """
    cells = bytearray(SQUARES)
    lost = []
    for man, square in zip(MEN, squares, strict=False):
        if square == NO_SQUARE:
            continue
        if cells[square] != EMPTY:
            lost.append(man)
        cells[square] = man
    return bytes(cells), lost


def squares_of(board: Board) -> list[Square]:
    """The squares of the men in their order, `NO_SQUARE` for those that are gone."""
    left: dict[Piece, list[Square]] = {}
    for square, piece in enumerate(board):
        left.setdefault(piece, []).append(square)
    return [left[man].pop(0) if left.get(man) else NO_SQUARE for man in MEN]


def from_top(column: int, row: int) -> Square:
    """The square of a column from Red's left and a row from Black's side; off the board: none."""
    if not (0 <= column < FILES and 0 <= row < RANKS):
        return NO_SQUARE
    return (RANKS - 1 - row) * FILES + column


def checked_start(board: Board, side: Side) -> tuple[Position, str]:
    """A start that a game can be judged from, with its FEN.

    Raises:
        UnreadableRecord: it is not a possible position, or there are no men at all.
    """
    if board.count(EMPTY) == SQUARES:
        raise UnreadableRecord(RecordCode.EMPTY, "no man stands on the board")
    position = Position(board, side)
    fen = write_fen(position)
    try:
        read_fen(fen, composed=True)
    except FenError as error:
        raise UnreadableRecord(error.code, error.text) from None
    return position, START_FEN if position == read_fen(START_FEN) else fen
