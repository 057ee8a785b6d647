"""Which moves are legal on a board, and the board after one.

A move is legal if the piece reaches the square, its own side does not stand there, and the
mover's general is not attacked afterwards (which includes facing generals). Judging one move
never generates the others, and looking for any legal move stops at the first.
"""

from itertools import compress
from typing import Final

from xiangqi_server.game.rules.board.check import GENERALS, OWN, is_checked, piece_of, squares_of
from xiangqi_server.game.rules.board.encoding import (
    BLACK_BIT,
    CANNON,
    CHARIOT,
    ELEPHANT,
    EMPTY,
    HORSE,
    SOLDIER,
    SQUARES,
    Board,
    Move,
    Piece,
    Side,
    Square,
    origin_of,
    target_of,
)
from xiangqi_server.game.rules.board.geometry import (
    HORSE_ORIGINS,
    LEAPS,
    MOVES,
    NEARBY_SPANS,
    UNBLOCKED,
    WATCHED,
)
from xiangqi_server.game.rules.board.lines import LINE_MOVES, OWN_CELL, SEEN, risks
from xiangqi_server.game.rules.board.reach import REACH, reach, reaches

_ALL_SQUARES: Final = range(SQUARES)
_OTHERS: Final = tuple(
    bytes(OWN[side][value] and value != GENERALS[side] for value in range(256)) for side in Side
)
"""By side, then by piece: 1 when it is of that side and not its general."""

_Landings = tuple[tuple[Square, Move], ...]


def _by_origin(piece: Piece) -> list[dict[Square, _Landings]]:
    """By origin, then by what blocks it: where a piece that only steps or jumps lands."""
    found: list[dict[Square, _Landings]] = [{} for _ in _ALL_SQUARES]
    for move, blocker in LEAPS[piece].items():
        leaps = found[origin_of(move)]
        leaps[blocker] = (*leaps.get(blocker, ()), (target_of(move), move))
    return found


_LEAPS: Final = tuple(_by_origin(piece) for piece in range(2 * BLACK_BIT))
_JUMPS: Final = tuple(
    tuple(tuple(leaps.items()) for leaps in leapers) if piece & 7 in (HORSE, ELEPHANT) else ()
    for piece, leapers in enumerate(_LEAPS)
)
"""By piece and origin: what may block it, and where it lands then. Empty for other pieces."""

_STEPS: Final = tuple(tuple(leaps.get(UNBLOCKED, ()) for leaps in leapers) for leapers in _LEAPS)
"""By piece and origin: where it lands whatever stands beside it."""

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


def reachable_captures(board: Board, side: Side) -> list[Move]:
    """The captures of `side` with its general's safety left aside, in a fixed order."""
    captures = [move for move in _moves_of_others(board, side) if board[move & 127]]
    own = OWN[side]
    for target, move in _STEPS[GENERALS[side]][board.index(GENERALS[side])]:
        if board[target] and not own[board[target]]:
            captures.append(move)
    return captures


def legal_moves(board: Board, side: Side) -> list[Move]:
    """Every legal move of `side`, in a fixed order.

    A side in check tries each of its moves. One that is not tries those of its general, and
    those that touch what its general's safety hangs on.
    """
    general = board.index(GENERALS[side])
    moves = _moves_of_others(board, side)
    if is_checked(board, side):
        moves = [move for move in moves if not is_checked(board_after(board, move), side)]
    else:
        rank, file = risks(board, side, general)
        leaving = {*rank.leaving, *file.leaving, *_legs_held(board, side, general)}
        entering = {*rank.entering, *file.entering}
        if leaving or entering:
            moves = [
                move
                for move in moves
                if not (move >> 7 in leaving or move & 127 in entering)
                or not is_checked(board_after(board, move), side)
            ]
    own = OWN[side]
    for target, move in _STEPS[GENERALS[side]][general]:
        if not own[board[target]] and not is_checked(board_after(board, move), side):
            moves.append(move)
    return moves


def _moves_of_others(board: Board, side: Side) -> list[Move]:
    """The moves of all pieces but the general, with its safety left aside."""
    seen = board.translate(SEEN[side])
    moves: list[Move] = []
    for origin in compress(_ALL_SQUARES, board.translate(_OTHERS[side])):
        piece = board[origin]
        if lines := LINE_MOVES[piece]:
            rank, on_rank, file, on_file = lines[origin]
            moves += on_rank[seen[rank]]
            moves += on_file[seen[file]]
        elif jumps := _JUMPS[piece]:
            for blocker, landings in jumps[origin]:
                if not seen[blocker]:
                    for target, move in landings:
                        if seen[target] != OWN_CELL:
                            moves.append(move)
        else:
            for target, move in _STEPS[piece][origin]:
                if seen[target] != OWN_CELL:
                    moves.append(move)
    return moves


def _legs_held(board: Board, side: Side, general: Square) -> list[Square]:
    """The squares of pieces that alone keep a horse from attacking a general."""
    horse = piece_of(HORSE, side.opponent)
    if horse not in board[NEARBY_SPANS[general]]:
        return []
    return [leg for leg, origin in HORSE_ORIGINS[general] if board[origin] == horse]


def has_legal_move(board: Board, side: Side, *, checked: bool) -> bool:
    """Whether `side`, now in check or not, has any legal move; without one it has lost.

    No move gets out of check that touches nothing which the general has to watch.
    """
    own, general = OWN[side], board.index(GENERALS[side])
    watched = WATCHED[general]
    if not checked and _has_carefree_move(board, side, watched):
        return True
    for origin in (general, *squares_of(board, side)):
        moves = MOVES[origin]
        may_help = not checked or origin == general or watched[origin]
        for target in reach(board, origin):
            if (
                not own[board[target]]
                and (may_help or watched[target])
                and not is_checked(board_after(board, moves[target]), side)
            ):
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
