"""Which moves are legal on a board, and the board after one.

This module hides how legality is decided: a move a piece reaches, not onto its own side,
after which the mover's general is not attacked (which includes facing generals). Judging
one move never generates the others, and looking for any legal move stops at the first.
"""

from typing import Final

from server.rules.attacks import (
    GENERALS,
    OWN,
    is_checked,
    piece_of,
    squares_of,
)
from server.rules.board import CANNON, CHARIOT, EMPTY, HORSE, SOLDIER, SQUARES, Board, Move, Side
from server.rules.geometry import MOVES, WATCHED
from server.rules.reach import REACH, reach, reaches

_EVERYWHERE: Final = bytes((1,)) * SQUARES
_MOBILE: Final = tuple(
    tuple(
        (piece, REACH[piece])
        for role in (SOLDIER, CHARIOT, CANNON, HORSE)
        if (piece := piece_of(role, side))
    )
    for side in Side
)


def board_after(board: Board, move: Move) -> Board:
    """The board once the piece on the move's origin stands on its target."""
    cells = bytearray(board)
    origin = move >> 7
    cells[move & 127] = cells[origin]
    cells[origin] = EMPTY
    return bytes(cells)


def is_legal(board: Board, side: Side, move: Move) -> bool:
    """Whether `side` may play a move."""
    return board_if_legal(board, side, move, checked=True) is not None


def board_if_legal(board: Board, side: Side, move: Move, *, checked: bool) -> Board | None:
    """The board after a move of `side`, or None when the move is not legal.

    A side known not to be in check is safe after a move that touches nothing its general
    has to watch; pass `checked` as true when it is not known.
    """
    origin, target = move >> 7, move & 127
    own = OWN[side]
    if not own[board[origin]] or own[board[target]] or not reaches(board, move):
        return None
    after = board_after(board, move)
    if not checked:
        watched = WATCHED[board.index(GENERALS[side])]
        if not (watched[origin] or watched[target]):
            return after
    return None if is_checked(after, side) else after


def gives_check(after: Board, to_move: Side, move: Move) -> bool:
    """Whether a legal move has put `to_move` in check, on the board after it."""
    watched = WATCHED[after.index(GENERALS[to_move])]
    if watched[move >> 7] or watched[move & 127]:
        return is_checked(after, to_move)
    return False


def reachable_moves(board: Board, side: Side) -> list[Move]:
    """The moves of `side` with its general's safety left aside, in a fixed order."""
    own = OWN[side]
    return [
        MOVES[origin][target]
        for origin in squares_of(board, side)
        for target in reach(board, origin)
        if not own[board[target]]
    ]


def legal_moves(board: Board, side: Side) -> list[Move]:
    """Every legal move of `side`, in a fixed order."""
    watched = _EVERYWHERE
    if not is_checked(board, side):
        watched = WATCHED[board.index(GENERALS[side])]
    return [
        move
        for move in reachable_moves(board, side)
        if not (watched[move >> 7] or watched[move & 127])
        or not is_checked(board_after(board, move), side)
    ]


def has_legal_move(board: Board, side: Side, *, checked: bool) -> bool:
    """Whether `side`, now in check or not, has any legal move; without one it has lost."""
    own, general = OWN[side], board.index(GENERALS[side])
    if not checked and _has_carefree_move(board, side, WATCHED[general]):
        return True
    for origin in (general, *squares_of(board, side)):
        moves = MOVES[origin]
        for target in reach(board, origin):
            if not own[board[target]] and not is_checked(board_after(board, moves[target]), side):
                return True
    return False


def _has_carefree_move(board: Board, side: Side, watched: bytes) -> bool:
    """Whether one of a few pieces has a move that touches no watched square.

    A short cut for sides not in check: almost every position has such a move.
    """
    own = OWN[side]
    for piece, reach_of_piece in _MOBILE[side]:
        origin = board.find(piece)
        if origin >= 0 and not watched[origin]:
            for target in reach_of_piece(board, origin):
                if not (own[board[target]] or watched[target]):
                    return True
    return False
