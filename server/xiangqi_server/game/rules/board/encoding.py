"""How pieces, sides, squares and moves are written as small ints and bytes.

Inside `rules` everything works on these ints; all other code works on the text forms made here.

* A square is ``rank * 9 + file``: ``a0`` is 0, ``i0`` is 8, ``i9`` is 89.
* A piece is its role (1-7), plus 8 for Black; 0 is an empty cell.
* A board is 90 such bytes by square. Being `bytes`, a board hashes and compares as a
  value, so a position is its own repetition key.
* A move is ``origin * 128 + target``: two bytes in a record, four characters as text.
"""

from enum import IntEnum
from functools import cache
from typing import Annotated, Final, NewType

Square = Annotated[int, "square"]
Piece = Annotated[int, "piece"]
"""Both are plain ints to Python; the notes tell a record which text to write for one."""

Board = bytes
Move = NewType("Move", int)

FILES: Final = 9
RANKS: Final = 10
SQUARES: Final = FILES * RANKS


class Side(IntEnum):
    """The two players; Red moves first and is ``w`` in FEN."""

    RED = 0
    BLACK = 1

    @property
    def opponent(self) -> "Side":
        """The other side."""
        return OPPONENT[self]


OPPONENT: Final = (Side.BLACK, Side.RED)
"""The other side, by side: quicker in move generation than `Side.opponent`."""

EMPTY: Final = 0
GENERAL: Final = 1
ADVISOR: Final = 2
ELEPHANT: Final = 3
HORSE: Final = 4
CHARIOT: Final = 5
CANNON: Final = 6
SOLDIER: Final = 7

BLACK_BIT: Final = 8

_LETTERS: Final = ".KABNRCP?kabnrcp"
SQUARE_NAMES: Final = tuple(f"{'abcdefghi'[s % 9]}{s // 9}" for s in range(SQUARES))
SQUARES_BY_NAME: Final = {name: square for square, name in enumerate(SQUARE_NAMES)}


def role_of(piece: Piece) -> int:
    """The role (1-7) of a piece, 0 for an empty cell."""
    return piece & 7


def side_of(piece: Piece) -> Side:
    """The side a piece belongs to; meaningless for an empty cell."""
    return Side.BLACK if piece & BLACK_BIT else Side.RED


def letter_of(piece: Piece) -> str:
    """The FEN letter of a piece: upper case for Red, ``.`` for an empty cell."""
    return _LETTERS[piece]


def piece_of_letter(letter: str) -> Piece:
    """The piece that a FEN letter stands for.

    Raises:
        ValueError: it stands for none.
    """
    return _LETTERS.index(letter)


def make_move(origin: Square, target: Square) -> Move:
    """The move from `origin` to `target`."""
    return Move(origin << 7 | target)


def origin_of(move: Move) -> Square:
    """The square a move leaves."""
    return move >> 7


def target_of(move: Move) -> Square:
    """The square a move arrives on."""
    return move & 127


@cache
def uci_of(move: Move) -> str:
    """The four characters of a move, such as ``h2e2``; there are few moves, so all are cached."""
    return SQUARE_NAMES[move >> 7] + SQUARE_NAMES[move & 127]


@cache
def move_from_uci(text: str) -> Move:
    """Read four characters such as ``h2e2``; those that name two squares are cached.

    Raises:
        ValueError: the text does not name two squares.
    """
    try:
        return make_move(SQUARES_BY_NAME[text[:2]], SQUARES_BY_NAME[text[2:]])
    except KeyError:
        raise ValueError(f"not a move: {text!r}") from None
