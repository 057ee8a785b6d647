"""Which squares a piece reaches.

Turns and the safety of generals do not matter here. A piece *reaches* a square when nothing but
the colour of what stands there could forbid the move. A piece of its own side is therefore
reached too; move generation drops it.
"""

from collections.abc import Callable
from typing import Final

from xiangqi_server.game.rules.board.encoding import (
    ADVISOR,
    BLACK_BIT,
    CANNON,
    CHARIOT,
    ELEPHANT,
    EMPTY,
    GENERAL,
    HORSE,
    SOLDIER,
    Board,
    Move,
    Side,
    Square,
)
from xiangqi_server.game.rules.board.geometry import (
    ADVISOR_STEPS,
    ELEPHANT_STEPS,
    GAPS,
    GENERAL_STEPS,
    HORSE_JUMPS,
    LEAPS,
    RAYS,
    SOLDIER_STEPS,
)

_NOTHING: Final = bytes((EMPTY,))
_LINE_PIECES: Final = (CHARIOT, CANNON)


def _general_reach(side: Side) -> Callable[[Board, Square], list[Square]]:
    steps = GENERAL_STEPS[side]

    def reach(_board: Board, origin: Square) -> list[Square]:
        """One point straight inside the palace."""
        return list(steps[origin])

    return reach


def _advisor_reach(side: Side) -> Callable[[Board, Square], list[Square]]:
    steps = ADVISOR_STEPS[side]

    def reach(_board: Board, origin: Square) -> list[Square]:
        """One point diagonally inside the palace."""
        return list(steps[origin])

    return reach


def _elephant_reach(side: Side) -> Callable[[Board, Square], list[Square]]:
    steps = ELEPHANT_STEPS[side]

    def reach(board: Board, origin: Square) -> list[Square]:
        """Two points diagonally on its own half, if the eye between is empty."""
        return [landing for eye, landing in steps[origin] if not board[eye]]

    return reach


def _horse_reach(board: Board, origin: Square) -> list[Square]:
    """One point straight and one diagonally; a piece on the leg blocks both landings."""
    squares: list[Square] = []
    for leg, landings in HORSE_JUMPS[origin]:
        if not board[leg]:
            squares += landings
    return squares


def _chariot_reach(board: Board, origin: Square) -> list[Square]:
    """Every line up to and with its first piece."""
    squares: list[Square] = []
    for ray in RAYS[origin]:
        for square in ray:
            squares.append(square)
            if board[square]:
                break
    return squares


def _cannon_reach(board: Board, origin: Square) -> list[Square]:
    """Every line up to its first piece, the screen, and then the next piece behind it."""
    squares: list[Square] = []
    for ray in RAYS[origin]:
        screened = False
        for square in ray:
            if board[square]:
                if screened:
                    squares.append(square)
                    break
                screened = True
            elif not screened:
                squares.append(square)
    return squares


def _soldier_reach(side: Side) -> Callable[[Board, Square], list[Square]]:
    steps = SOLDIER_STEPS[side]

    def reach(_board: Board, origin: Square) -> list[Square]:
        """One point forward, and sideways too once across the river."""
        return list(steps[origin])

    return reach


def _no_reach(_board: Board, _origin: Square) -> list[Square]:
    return []


def _reach_by_role(side: Side) -> tuple[Callable[[Board, Square], list[Square]], ...]:
    reaches = {
        GENERAL: _general_reach(side),
        ADVISOR: _advisor_reach(side),
        ELEPHANT: _elephant_reach(side),
        HORSE: _horse_reach,
        CHARIOT: _chariot_reach,
        CANNON: _cannon_reach,
        SOLDIER: _soldier_reach(side),
    }
    return tuple(reaches.get(role, _no_reach) for role in range(BLACK_BIT))


REACH: Final = (*_reach_by_role(Side.RED), *_reach_by_role(Side.BLACK))
"""`reach` by piece, for callers that know the piece."""


def reach(board: Board, origin: Square) -> list[Square]:
    """The squares the piece on `origin` reaches, protected pieces of its own side included.

    A cannon reaches the empty squares it can move to and the pieces it can take, not the
    empty squares behind a screen. An empty square reaches nothing.

    Source: World Xiangqi Rules, movement of the pieces.
    """
    return REACH[board[origin]](board, origin)


def reaches(board: Board, move: Move) -> bool:
    """Whether the piece on a move's origin reaches its target; `reach` for a single square."""
    piece = board[move >> 7]
    role = piece & 7
    if role in _LINE_PIECES:
        gap = GAPS.get(move)
        if gap is None:
            return False
        pieces_between = len(board[gap].replace(_NOTHING, b""))
        return pieces_between == (1 if role == CANNON and board[move & 127] else 0)
    blocker = LEAPS[piece].get(move)
    return blocker is not None and (blocker < 0 or not board[blocker])
