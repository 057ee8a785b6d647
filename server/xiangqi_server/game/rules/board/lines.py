"""What a straight line offers: where its chariots and cannons go, and how it guards a general.

Both are looked up by what stands on the line. Few of the possible lines ever come up, and a
look-up costs a tenth of an answer.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from xiangqi_server.game.rules.board.check import OWN, piece_of
from xiangqi_server.game.rules.board.encoding import (
    BLACK_BIT,
    CANNON,
    CHARIOT,
    FILES,
    GENERAL,
    SOLDIER,
    SQUARES,
    Board,
    Move,
    Side,
    Square,
)
from xiangqi_server.game.rules.board.geometry import (
    FILE_SPANS,
    GENERAL_POINTS,
    MOVES,
    RANK_SPANS,
    file_of,
)

MEMO_LINES: Final = 2048
"""How many lines a square remembers before it begins anew."""

EMPTY_CELL, OWN_CELL, ENEMY_CELL = range(3)

SEEN: Final = tuple(
    bytes(
        EMPTY_CELL if not 1 <= value & ~BLACK_BIT <= SOLDIER else 2 - OWN[side][value]
        for value in range(256)
    )
    for side in Side
)
"""By side: what turns a board into empty, own and enemy cells."""

T = TypeVar("T")


class LineMemo(dict[bytes, T]):
    """Answers by the cells of one line."""

    __slots__ = ("_answer",)

    def __init__(self, answer: Callable[[bytes], T]) -> None:
        super().__init__()
        self._answer = answer

    def __missing__(self, line: bytes) -> T:
        if len(self) >= MEMO_LINES:
            self.clear()
        self[line] = answer = self._answer(line)
        return answer


class Risk(NamedTuple):
    """Squares that a side not in check must not touch without a look at its general.

    Fields:
        leaving: those that hold a piece without which the general may be attacked.
        entering: those where one more piece would be a screen for a cannon.
    """

    leaving: tuple[Square, ...] = ()
    entering: tuple[Square, ...] = ()


def _moves_along(
    origin: Square, squares: range, *, screens: int
) -> Callable[[bytes], tuple[Move, ...]]:
    """Where a piece goes on a line over a number of screens, by the cells as its side sees them."""
    index = squares.index(origin)
    rays = (range(index + 1, len(squares)), range(index - 1, -1, -1))

    def moves(seen: bytes) -> tuple[Move, ...]:
        targets: list[int] = []
        for ray in rays:
            left = screens
            for cell in ray:
                if seen[cell] == EMPTY_CELL:
                    if left == screens:
                        targets.append(cell)
                elif left:
                    left -= 1
                else:
                    if seen[cell] == ENEMY_CELL:
                        targets.append(cell)
                    break
        return tuple(MOVES[origin][squares[target]] for target in targets)

    return moves


def _risk_along(general: Square, squares: range, side: Side) -> Callable[[bytes], Risk]:
    """What a general that is not in check must not lose, or be given, on a line of pieces."""
    index, enemy = squares.index(general), side.opponent
    rays = (range(index + 1, len(squares)), range(index - 1, -1, -1))
    straight = {piece_of(CHARIOT, enemy), piece_of(GENERAL, enemy)}
    cannon, own = piece_of(CANNON, enemy), OWN[side]

    def risk(line: bytes) -> Risk:
        leaving: list[Square] = []
        entering: list[Square] = []
        for ray in rays:
            stand = [cell for cell in ray if line[cell]][:3]
            pieces = [line[cell] for cell in stand]
            if pieces[:1] == [cannon]:
                entering += [squares[cell] for cell in ray if not line[cell]]
            if pieces[1:2] and (pieces[1] in straight or pieces[2:] == [cannon]):
                leaving.append(squares[stand[0]])
            if pieces[2:] == [cannon]:
                leaving.append(squares[stand[1]])
        mine = tuple(square for square in leaving if own[line[squares.index(square)]])
        return Risk(mine, tuple(entering))

    return risk


def _rank(square: Square) -> range:
    first = square - file_of(square)
    return range(first, first + FILES)


def _file(square: Square) -> range:
    return range(file_of(square), SQUARES, FILES)


_LineMoves = tuple[slice, LineMemo[tuple[Move, ...]], slice, LineMemo[tuple[Move, ...]]]


def _line_moves(screens: int) -> tuple[_LineMoves, ...]:
    return tuple(
        (
            RANK_SPANS[square],
            LineMemo(_moves_along(square, _rank(square), screens=screens)),
            FILE_SPANS[square],
            LineMemo(_moves_along(square, _file(square), screens=screens)),
        )
        for square in range(SQUARES)
    )


_BY_ROLE: Final = {CHARIOT: _line_moves(0), CANNON: _line_moves(1)}

LINE_MOVES: Final = tuple(_BY_ROLE.get(piece & 7, ()) for piece in range(2 * BLACK_BIT))
"""By piece and square: its rank and file as slices, and its moves on each as seen by its side.

Empty for pieces that do not go along lines.
"""

_RISKS: Final = tuple(
    {
        square: (
            LineMemo(_risk_along(square, _rank(square), side)),
            LineMemo(_risk_along(square, _file(square), side)),
        )
        for square in GENERAL_POINTS[side]
    }
    for side in Side
)


def risks(board: Board, side: Side, general: Square) -> tuple[Risk, Risk]:
    """What guards a general that is not in check, on its rank and on its file."""
    by_rank, by_file = _RISKS[side][general]
    return by_rank[board[RANK_SPANS[general]]], by_file[board[FILE_SPANS[general]]]
