"""Which pieces of a side attack a square.

The question is answered as seen from the square. The rank and the file through it are cut out
of the board and looked up, jumps and steps are followed back by tables made once.

"Attack" is geometry: pins and checks do not matter here. The facing general counts as
an attacker of the other general, and of nothing else.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from xiangqi_server.game.rules.board.check import piece_of
from xiangqi_server.game.rules.board.encoding import (
    ADVISOR,
    BLACK_BIT,
    CANNON,
    CHARIOT,
    ELEPHANT,
    FILES,
    GENERAL,
    HORSE,
    SOLDIER,
    SQUARES,
    Board,
    Piece,
    Side,
    Square,
)
from xiangqi_server.game.rules.board.geometry import (
    ADVISOR_POINTS,
    ADVISOR_STEPS,
    ELEPHANT_POINTS,
    ELEPHANT_STEPS,
    FILE_SPANS,
    GENERAL_POINTS,
    GENERAL_STEPS,
    HORSE_ORIGINS,
    RANK_SPANS,
    SOLDIER_ORIGINS,
)

_LINES_REMEMBERED: Final = 1 << 14


def attackers_of(board: Board, square: Square, side: Side) -> list[Square]:
    """Squares of `side`'s pieces that attack `square`, in a fixed order."""
    rank, file = divmod(square, FILES)
    base = _BASE[side]
    found = [square + by for by in _along(board[RANK_SPANS[square]], file, base)]
    found += [square + by * FILES for by in _along(board[FILE_SPANS[square]], rank, base)]
    horse = _HORSE[side]
    if horse in board:
        for leg, origin in HORSE_ORIGINS[square]:
            if board[origin] == horse and not board[leg]:
                found.append(origin)
    for origin, piece in _STEPS[side][square]:
        if board[origin] == piece:
            found.append(origin)
    for eye, origin, piece in _JUMPS[side][square]:
        if board[origin] == piece and not board[eye]:
            found.append(origin)
    return found


@lru_cache(maxsize=_LINES_REMEMBERED)
def _along(line: bytes, at: int, base: int) -> tuple[int, ...]:
    """How far along a rank or file the attackers of one of its points stand.

    There are some hundreds of lines in a game, so the answers are kept.
    """
    return tuple(
        sign * distance
        for sign, outwards in ((1, line[at + 1 :]), (-1, line[:at][::-1]))
        for distance in _seen(outwards, base, faces_general=line[at] & 7 == GENERAL)
    )


def _seen(line: bytes, base: int, *, faces_general: bool) -> Iterator[int]:
    """Distances of the chariot, facing general or cannon that attack along a line.

    `line` starts next to the attacked square and runs outwards.
    """
    pieces = [(distance, piece) for distance, piece in enumerate(line, 1) if piece]
    if pieces:
        distance, nearest = pieces[0]
        general = faces_general and nearest == base + GENERAL
        if nearest == base + CHARIOT or general:
            yield distance
    if len(pieces) > 1 and pieces[1][1] == base + CANNON:
        yield pieces[1][0]


def _steps_to(square: Square, side: Side) -> tuple[tuple[Square, Piece], ...]:
    """(origin, piece) of each soldier, advisor or general of `side` that steps there.

    Advisors and generals come by the steps by which they could go back.
    """
    steps = [(origin, piece_of(SOLDIER, side)) for origin in SOLDIER_ORIGINS[side][square]]
    if square in ADVISOR_POINTS[side]:
        steps += [(origin, piece_of(ADVISOR, side)) for origin in ADVISOR_STEPS[side][square]]
    if square in GENERAL_POINTS[side]:
        steps += [(origin, piece_of(GENERAL, side)) for origin in GENERAL_STEPS[side][square]]
    return tuple(steps)


def _jumps_to(square: Square, side: Side) -> tuple[tuple[Square, Square, Piece], ...]:
    """(eye, origin, piece) of each elephant of `side` that reaches the square."""
    if square not in ELEPHANT_POINTS[side]:
        return ()
    elephant = piece_of(ELEPHANT, side)
    return tuple((eye, origin, elephant) for eye, origin in ELEPHANT_STEPS[side][square])


_BASE: Final = (0, BLACK_BIT)
_HORSE: Final = tuple(piece_of(HORSE, side) for side in Side)
_STEPS: Final = tuple(tuple(_steps_to(square, side) for square in range(SQUARES)) for side in Side)
_JUMPS: Final = tuple(tuple(_jumps_to(square, side) for square in range(SQUARES)) for side in Side)
