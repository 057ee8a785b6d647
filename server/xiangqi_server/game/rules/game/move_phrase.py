"""Moves as a player says them: which piece, in which direction, how far or where to.

WXF and Chinese notation say the same four things in other letters. A phrase is what they say;
`notation` spells it. Files are numbered 1 to 9 from the mover's own right, and the piece of a
file nearest to the opponent is its front piece.

The place on it distinguishes two like pieces on one file. Advisors and elephants
need no place: of two on a file one can only advance and the other only retreat. Soldiers
need their file as well when three or more share it, or when two files hold several.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from xiangqi_server.game.rules.board.check import piece_of
from xiangqi_server.game.rules.board.encoding import (
    ADVISOR,
    ELEPHANT,
    FILES,
    HORSE,
    RANKS,
    SQUARES,
    Board,
    Move,
    Side,
    Square,
    make_move,
    origin_of,
    role_of,
    target_of,
)
from xiangqi_server.game.rules.board.geometry import file_of, rank_of

FRONT: Final = -3
MIDDLE: Final = -2
REAR: Final = -1
_NEVER_PLACED: Final = (ADVISOR, ELEPHANT)
_RANKS_GONE: Final = {
    (HORSE, 1): 2,
    (HORSE, 2): 1,
    (ADVISOR, 1): 1,
    (ELEPHANT, 2): 2,
}
"""How many ranks a piece moves, by how many files it moves; these pieces change both."""


class Direction(StrEnum):
    """Where a piece goes, seen from its own side."""

    FORWARD = "+"
    BACK = "-"
    SIDEWAYS = "="


@dataclass(frozen=True, slots=True)
class Phrase:
    """What is said about a move.

    Attributes:
        role: the piece.
        file: the file it leaves, 1 to 9; None when only its place is said.
        place: its index from the front among its like on the file, or `FRONT`, `MIDDLE` or
            `REAR`; None when its file is enough. With several files that hold more than one, an
            index counts through them all, from the right.
        direction: where it goes.
        value: the file it reaches (1 to 9), or how many points it goes straight.
    """

    role: int
    file: int | None
    place: int | None
    direction: Direction
    value: int


class FullPhrase(NamedTuple):
    """All there is to say about a move; a notation leaves out what it does not need.

    Attributes:
        role, file, place, direction, value: as in `Phrase`; the place is an index on its file.
        sharing: how many of its like stand on the file.
        crowded_files: how many files hold several of its like.
    """

    role: int
    file: int
    place: int | None
    direction: Direction
    value: int
    sharing: int
    crowded_files: int


_FILE_NUMBERS: Final = (
    bytes(FILES - file_of(square) for square in range(SQUARES)),
    bytes(file_of(square) + 1 for square in range(SQUARES)),
)
"""By side, then by square: the number (1 to 9) of its file, from the right of the side."""


def phrase_of(board: Board, side: Side, move: Move) -> FullPhrase:
    """How a move of `side` is said."""
    origin, target = origin_of(move), target_of(move)
    role = role_of(board[origin])
    files = _by_file(board, side, role)
    numbers = _FILE_NUMBERS[side]
    file = numbers[origin]
    sharing = files[file]
    is_placed = len(sharing) > 1 and role not in _NEVER_PLACED
    steps = (rank_of(target) - rank_of(origin)) * (1 if side is Side.RED else -1)
    direction, value = _course(role, steps, numbers[target])
    return FullPhrase(
        role=role,
        file=file,
        place=sharing.index(origin) if is_placed else None,
        direction=direction,
        value=value,
        sharing=len(sharing),
        crowded_files=sum(len(squares) > 1 for squares in files.values()),
    )


def _course(role: int, steps: int, target_number: int) -> tuple[Direction, int]:
    if steps == 0:
        return Direction.SIDEWAYS, target_number
    direction = Direction.FORWARD if steps > 0 else Direction.BACK
    changes_file = role in (HORSE, ADVISOR, ELEPHANT)
    return direction, target_number if changes_file else abs(steps)


def moves_told(board: Board, side: Side, phrase: Phrase) -> list[Move]:
    """The moves a phrase may mean, legal or not; empty when it names no piece."""
    return [
        make_move(origin, target)
        for origin in origins_told(board, side, phrase)
        if (target := _target(origin, side, phrase)) is not None
    ]


def origins_told(board: Board, side: Side, phrase: Phrase) -> list[Square]:
    """The squares of the pieces a phrase may mean."""
    files = _by_file(board, side, phrase.role)
    if phrase.file is not None:
        squares = files.get(phrase.file, [])
        return squares if phrase.place is None else list(_placed(squares, phrase.place))
    crowds = [squares for _, squares in sorted(files.items()) if len(squares) > 1]
    if phrase.place is None:
        return []
    if len(crowds) > 1 and phrase.place not in (FRONT, REAR, MIDDLE):
        crowds = [[square for squares in crowds for square in squares]]
    return [square for squares in crowds for square in _placed(squares, phrase.place)]


def _by_file(board: Board, side: Side, role: int) -> dict[int, list[Square]]:
    """The squares of a side's pieces of one role by file number, front first."""
    piece, numbers, is_red = piece_of(role, side), _FILE_NUMBERS[side], side is Side.RED
    files: dict[int, list[Square]] = {}
    square = board.rfind(piece) if is_red else board.find(piece)
    while square >= 0:
        files.setdefault(numbers[square], []).append(square)
        square = board.rfind(piece, 0, square) if is_red else board.find(piece, square + 1)
    return files


def _placed(squares: list[Square], place: int) -> Iterator[Square]:
    """The piece at a place of a file, if there is such a place."""
    if place == MIDDLE:
        if len(squares) == 3:
            yield squares[1]
    elif place == FRONT:
        yield from squares[:1] if len(squares) > 1 else ()
    elif len(squares) > 1 and place < len(squares):
        yield squares[place]


def _target(origin: Square, side: Side, phrase: Phrase) -> Square | None:
    """Where a phrase leads from a square; None when the piece cannot go so at all."""
    told_file = FILES - phrase.value if side is Side.RED else phrase.value - 1
    file, ranks = told_file, 0
    if phrase.role in (HORSE, ADVISOR, ELEPHANT):
        ranks = _RANKS_GONE.get((phrase.role, abs(told_file - file_of(origin))), 0)
        if ranks == 0 or phrase.direction is Direction.SIDEWAYS:
            return None
    elif phrase.direction is not Direction.SIDEWAYS:
        file, ranks = file_of(origin), phrase.value
    up = (phrase.direction is Direction.FORWARD) is (side is Side.RED)
    rank = rank_of(origin) + (ranks if up else -ranks)
    return rank * FILES + file if 0 <= rank < RANKS else None
