"""The side of a piece, where a side's pieces stand, and whether a general is in check.

Check is found not by asking the enemy's pieces but by looking outwards from the general, along
its rank and file and at the few points of horses and soldiers. Which pieces may do what else is
the business of `reach` and `attackers`.
"""

from collections.abc import Iterator
from itertools import compress
from typing import Final

from xiangqi_server.game.rules.board.encoding import (
    BLACK_BIT,
    CANNON,
    CHARIOT,
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
from xiangqi_server.game.rules.board.geometry import (
    FILE_SPANS,
    HORSE_ORIGINS,
    NEARBY_SPANS,
    RANK_SPANS,
    SOLDIER_ORIGINS,
    file_of,
    rank_of,
)

_NOTHING: Final = bytes((EMPTY,))
GENERALS: Final = (GENERAL, GENERAL + BLACK_BIT)
"""The general of each side."""

_ALL_SQUARES: Final = range(SQUARES)
_MEMO_LINES: Final = 8192

OWN: Final = (
    bytes(1 if 1 <= value <= SOLDIER else 0 for value in range(256)),
    bytes(1 if BLACK_BIT < value <= BLACK_BIT + SOLDIER else 0 for value in range(256)),
)
"""By side, then by piece: 1 when the piece is of that side."""


def piece_of(role: int, side: Side) -> Piece:
    """The piece of a role and a side."""
    return role + BLACK_BIT * side


def squares_of(board: Board, side: Side) -> Iterator[Square]:
    """The squares a side's pieces stand on, in ascending order."""
    return compress(_ALL_SQUARES, board.translate(OWN[side]))


def general_square(board: Board, side: Side) -> Square:
    """Where a side's general stands."""
    return board.index(GENERALS[side])


_CheckPlace = tuple[
    slice,
    "_LineJudge",
    slice,
    "_LineJudge",
    slice,
    tuple[tuple[Square, Square], ...],
    tuple[Square, ...],
]
_CheckTable = tuple[Piece, Piece, Piece, tuple[_CheckPlace, ...]]


class _LineJudge(dict[bytes, bool]):
    """Whether a general at `index` of a straight line is attacked along it, by the line's cells.

    A memo: few of the possible lines ever come up, and a look-up costs a tenth of an answer.
    """

    __slots__ = ("_cannon", "_index", "_nearest")

    def __init__(self, side: Side, index: int) -> None:
        super().__init__()
        self._index = index
        self._cannon = bytes((piece_of(CANNON, side.opponent),))
        self._nearest = tuple(
            bytes((piece_of(role, side.opponent),)) for role in (CHARIOT, GENERAL)
        )

    def __missing__(self, line: bytes) -> bool:
        if len(self) >= _MEMO_LINES:
            self.clear()
        before, after = line[: self._index][::-1], line[self._index + 1 :]
        self[line] = answer = self._attacks_from(before) or self._attacks_from(after)
        return answer

    def _attacks_from(self, ray: bytes) -> bool:
        pieces = ray.replace(_NOTHING, b"")
        return pieces[:1] in self._nearest or pieces[1:2] == self._cannon


def _check_table(side: Side) -> _CheckTable:
    by_rank = [_LineJudge(side, file) for file in range(FILES)]
    by_file = [_LineJudge(side, rank) for rank in range(RANKS)]
    places = tuple(
        (
            RANK_SPANS[square],
            by_rank[file_of(square)],
            FILE_SPANS[square],
            by_file[rank_of(square)],
            NEARBY_SPANS[square],
            HORSE_ORIGINS[square],
            SOLDIER_ORIGINS[side.opponent][square],
        )
        for square in range(SQUARES)
    )
    enemy = side.opponent
    return piece_of(GENERAL, side), piece_of(HORSE, enemy), piece_of(SOLDIER, enemy), places


_CHECK_TABLES: Final = tuple(_check_table(side) for side in Side)


def is_checked(board: Board, side: Side) -> bool:
    """Whether the general of `side` is attacked; facing generals attack each other.

    The general must be on the board.
    """
    general, horse, soldier, places = _CHECK_TABLES[side]
    rank, by_rank, file, by_file, near, horse_origins, soldier_origins = places[
        board.index(general)
    ]
    if by_rank[board[rank]] or by_file[board[file]]:
        return True
    nearby = board[near]
    if horse in nearby:
        for leg, origin in horse_origins:
            if board[origin] == horse and not board[leg]:
                return True
    if soldier in nearby:
        for origin in soldier_origins:
            if board[origin] == soldier:
                return True
    return False
