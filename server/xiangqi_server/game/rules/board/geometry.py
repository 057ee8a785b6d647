"""Where pieces may stand and where they could go on an empty board.

The tables are made once, at import; no other module computes with files and ranks to move a piece.
"""

from collections.abc import Iterable
from typing import Final

from xiangqi_server.game.rules.board.encoding import (
    ADVISOR,
    BLACK_BIT,
    ELEPHANT,
    FILES,
    GENERAL,
    HORSE,
    RANKS,
    SOLDIER,
    SQUARES,
    Move,
    Side,
    Square,
    make_move,
)

RIVER_RANK: Final = 5
"""The first rank of Black's half."""

ORTHOGONAL: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: Final = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def file_of(square: Square) -> int:
    """The file of a square, 0 (a) to 8 (i) from Red's left."""
    return square % FILES


def rank_of(square: Square) -> int:
    """The rank of a square, 0 to 9 from Red's side."""
    return square // FILES


def is_across_river(square: Square, side: Side) -> bool:
    """Whether a square lies on the half of the opponent of `side`."""
    return (rank_of(square) >= RIVER_RANK) is (side is Side.RED)


def _shifted(square: Square, files: int, ranks: int) -> Square | None:
    file, rank = file_of(square) + files, rank_of(square) + ranks
    if 0 <= file < FILES and 0 <= rank < RANKS:
        return rank * FILES + file
    return None


def _squares(names: str) -> frozenset[Square]:
    return frozenset("abcdefghi".index(name[0]) + int(name[1]) * FILES for name in names.split())


def _seen_from(side: Side, square: Square) -> Square:
    """The same point with `side` sitting where Red sits; its own inverse."""
    return square if side is Side.RED else SQUARES - 1 - square


def _for_side(side: Side, squares: Iterable[Square]) -> frozenset[Square]:
    return frozenset(_seen_from(side, square) for square in squares)


_PALACE: Final = _squares("d0 e0 f0 d1 e1 f1 d2 e2 f2")
_ADVISOR_POINTS: Final = _squares("d0 f0 e1 d2 f2")
_ELEPHANT_POINTS: Final = _squares("c0 g0 a2 e2 i2 c4 g4")
_SOLDIER_POINTS: Final = _squares("a3 c3 e3 g3 i3 a4 c4 e4 g4 i4") | set(
    range(RIVER_RANK * FILES, SQUARES)
)

GENERAL_POINTS: Final = tuple(_for_side(side, _PALACE) for side in Side)
ADVISOR_POINTS: Final = tuple(_for_side(side, _ADVISOR_POINTS) for side in Side)
ELEPHANT_POINTS: Final = tuple(_for_side(side, _ELEPHANT_POINTS) for side in Side)
SOLDIER_POINTS: Final = tuple(_for_side(side, _SOLDIER_POINTS) for side in Side)
"""The points a piece of each side can ever stand on, by side."""


def _steps(
    square: Square, directions: Iterable[tuple[int, int]], points: frozenset[Square]
) -> tuple[Square, ...]:
    landings = (_shifted(square, files, ranks) for files, ranks in directions)
    return tuple(landing for landing in landings if landing is not None and landing in points)


def _soldier_steps(side: Side, square: Square) -> tuple[Square, ...]:
    forward = 1 if side is Side.RED else -1
    sideways = ((1, 0), (-1, 0)) if is_across_river(square, side) else ()
    return _steps(square, ((0, forward), *sideways), frozenset(range(SQUARES)))


def _elephant_steps(side: Side, square: Square) -> tuple[tuple[Square, Square], ...]:
    """The pairs (eye, landing) of an elephant."""
    steps = []
    for files, ranks in DIAGONAL:
        eye, landing = _shifted(square, files, ranks), _shifted(square, 2 * files, 2 * ranks)
        if eye is not None and landing is not None and landing in ELEPHANT_POINTS[side]:
            steps.append((eye, landing))
    return tuple(steps)


def _horse_jumps(square: Square) -> tuple[tuple[Square, tuple[Square, ...]], ...]:
    """The pairs (leg, landings behind it) of a horse."""
    jumps = []
    for files, ranks in ORTHOGONAL:
        leg = _shifted(square, files, ranks)
        if leg is None:
            continue
        ends = (
            _shifted(square, 2 * files + ranks, 2 * ranks + files),
            _shifted(square, 2 * files - ranks, 2 * ranks - files),
        )
        landings = tuple(end for end in ends if end is not None)
        if landings:
            jumps.append((leg, landings))
    return tuple(jumps)


def _ray(square: Square, files: int, ranks: int) -> tuple[Square, ...]:
    squares = []
    following = _shifted(square, files, ranks)
    while following is not None:
        squares.append(following)
        following = _shifted(following, files, ranks)
    return tuple(squares)


def _watched(square: Square) -> bytes:
    """Flags by square: the square, its lines, the points of horses and their legs."""
    watched = {square}.union(*RAYS[square], *HORSE_ORIGINS[square])
    return bytes(other in watched for other in range(SQUARES))


GENERAL_STEPS: Final = tuple(
    tuple(_steps(square, ORTHOGONAL, GENERAL_POINTS[side]) for square in range(SQUARES))
    for side in Side
)
ADVISOR_STEPS: Final = tuple(
    tuple(_steps(square, DIAGONAL, ADVISOR_POINTS[side]) for square in range(SQUARES))
    for side in Side
)
SOLDIER_STEPS: Final = tuple(
    tuple(_soldier_steps(side, square) for square in range(SQUARES)) for side in Side
)
"""The squares one step away, by side and square."""

ELEPHANT_STEPS: Final = tuple(
    tuple(_elephant_steps(side, square) for square in range(SQUARES)) for side in Side
)
"""The pairs (eye, landing), by side and square."""

HORSE_JUMPS: Final = tuple(_horse_jumps(square) for square in range(SQUARES))
"""The pairs (leg, landings behind it), by square."""

RAYS: Final = tuple(
    tuple(ray for files, ranks in ORTHOGONAL if (ray := _ray(square, files, ranks)))
    for square in range(SQUARES)
)
"""The squares of the straight lines that leave a square, nearest first, by square."""

RANK_SPANS: Final = tuple(
    slice(square - file_of(square), square - file_of(square) + FILES) for square in range(SQUARES)
)
FILE_SPANS: Final = tuple(slice(file_of(square), None, FILES) for square in range(SQUARES))
NEARBY_SPANS: Final = tuple(
    slice(max(square - 2 * FILES - 1, 0), square + 2 * FILES + 2) for square in range(SQUARES)
)
"""Slices of a board, by square: its rank, its file, and what holds every point a horse away."""

FILE_LINES: Final = tuple(
    tuple(_ray(square, 0, 1 if side is Side.RED else -1) for square in range(SQUARES))
    for side in Side
)
"""The line from a square straight towards the opponent, nearest first, by side and square."""

HORSE_ORIGINS: Final = tuple(
    tuple(
        (leg, origin)
        for origin in range(SQUARES)
        for leg, landings in HORSE_JUMPS[origin]
        if square in landings
    )
    for square in range(SQUARES)
)
"""The pairs (leg, origin) of the horses that could reach a square, by square."""

SOLDIER_ORIGINS: Final = tuple(
    tuple(
        tuple(origin for origin in range(SQUARES) if square in SOLDIER_STEPS[side][origin])
        for square in range(SQUARES)
    )
    for side in Side
)
"""The squares from which a soldier could reach a square, by the soldier's side and square."""

GAPS: Final = {
    make_move(square, ray[length]): slice(
        min(square, ray[length]) + abs(ray[0] - square),
        max(square, ray[length]),
        abs(ray[0] - square),
    )
    for square in range(SQUARES)
    for ray in RAYS[square]
    for length in range(len(ray))
}
"""The straight moves, and the slice of a board strictly between their ends."""

MOVES: Final = tuple(
    tuple(make_move(origin, target) for target in range(SQUARES)) for origin in range(SQUARES)
)
"""Every pair of squares as a move, by origin, then by target."""

WATCHED: Final = tuple(_watched(square) for square in range(SQUARES))
"""By square, then by square: 1 where a change could let or stop an attack on the first."""

UNBLOCKED: Final = -1


def _leaps(side: Side, role: int) -> dict[Move, Square]:
    """The moves of a piece that goes no further than it can step, and what blocks each."""
    steps = {GENERAL: GENERAL_STEPS, ADVISOR: ADVISOR_STEPS, SOLDIER: SOLDIER_STEPS}
    if role in steps:
        pairs = [
            [(UNBLOCKED, end) for end in steps[role][side][square]] for square in range(SQUARES)
        ]
    elif role == ELEPHANT:
        pairs = [list(ELEPHANT_STEPS[side][square]) for square in range(SQUARES)]
    elif role == HORSE:
        pairs = [
            [(leg, end) for leg, ends in HORSE_JUMPS[square] for end in ends]
            for square in range(SQUARES)
        ]
    else:
        pairs = []
    return {
        make_move(square, end): blocker
        for square, ends in enumerate(pairs)
        for blocker, end in ends
    }


LEAPS: Final = tuple(_leaps(side, role) for side in Side for role in range(BLACK_BIT))
"""By piece: its moves and for each the square that blocks it, `UNBLOCKED` for none.

Empty for chariots and cannons, whose moves are in `GAPS`.
"""
