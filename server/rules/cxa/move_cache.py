"""What a side can do on a board: its captures, its checks, its ways out of check.

The solvers ask about the same boards again and again, so every answer is kept with the board
that follows each move. All moves are legal.
"""

from collections.abc import Iterable
from typing import Final

from server.rules.board.check import GENERALS, OWN, is_checked, piece_of, squares_of
from server.rules.board.encoding import (
    BLACK_BIT,
    CANNON,
    CHARIOT,
    HORSE,
    OPPONENT,
    SOLDIER,
    SQUARES,
    Board,
    Move,
    Side,
    Square,
)
from server.rules.board.geometry import (
    FILE_SPANS,
    HORSE_ORIGINS,
    MOVES,
    RANK_SPANS,
    RAYS,
    SOLDIER_ORIGINS,
    WATCHED,
)
from server.rules.board.moves import board_after, has_legal_move
from server.rules.board.reach import REACH

Step = tuple[Move, Board]
"""A move and the board after it."""
Exchanges = tuple[tuple[Square, Square], ...]
"""Pieces of a side, each with the point of a like piece that it is offered to for exchange.

Such an offer is neither chase nor kill (24.4), so the piece does not capture on that point
in any line that is to prove one.
"""

_FORGET_AT: Final = 60_000
_CANNONS: Final = tuple(piece_of(CANNON, side) for side in Side)
_MOST_WANTED: Final = bytes((0, 0, 3, 2, 4, 5, 4, 1) * 2)
"""By piece: in which order captures are tried."""


class Searched:
    """How much was searched.

    Attributes:
        positions: boards of which moves were worked out.
    """

    def __init__(self) -> None:
        self.positions = 0


SEARCHED: Final = Searched()
"""What this process has searched for rulings: nothing, if it serves (`ruling_worker` does it)."""


class MoveCache:
    """Answers about boards, kept in memory; one cache serves one ruling.

    Args:
        searched: counts the boards.
    """

    def __init__(self, searched: Searched | None = None) -> None:
        self._searched = searched or Searched()
        self._checked: tuple[dict[Board, bool], dict[Board, bool]] = ({}, {})
        self._active: tuple[dict[Board, _Active], dict[Board, _Active]] = ({}, {})
        self._all: tuple[dict[Board, list[Step]], dict[Board, list[Step]]] = ({}, {})
        self._mates: tuple[dict[Board, bool], dict[Board, bool]] = ({}, {})

    def is_checked(self, board: Board, side: Side) -> bool:
        """Whether the general of `side` is attacked."""
        known = self._checked[side]
        answer = known.get(board)
        if answer is None:
            if len(known) > _FORGET_AT:
                known.clear()
            answer = known[board] = is_checked(board, side)
        return answer

    def captures(self, board: Board, side: Side) -> list[Step]:
        """The legal captures of `side`, the most valuable victims first."""
        return self._active_moves(board, side)[0]

    def checks(self, board: Board, side: Side) -> list[Step]:
        """The legal moves of `side` that check, captures among them."""
        return self._active_moves(board, side)[1]

    def moves(self, board: Board, side: Side) -> list[Step]:
        """Every legal move of `side`, captures first."""
        known = self._all[side]
        steps = known.get(board)
        if steps is None:
            if len(known) > _FORGET_AT:
                known.clear()
            self._searched.positions += 1
            steps = known[board] = self._legal_steps(board, side)
        return steps

    def mates_at_once(self, board: Board, side: Side) -> bool:
        """Whether some move of `side`, which is not in check, mates."""
        known = self._mates[side]
        answer = known.get(board)
        if answer is None:
            if len(known) > _FORGET_AT:
                known.clear()
            enemy = OPPONENT[side]
            answer = known[board] = any(
                not has_legal_move(after, enemy, checked=True)
                for _, after in self.checks(board, side)
            )
        return answer

    def _legal_steps(self, board: Board, side: Side) -> list[Step]:
        """Every legal move; out of check only what touches a square the general watches."""
        own = OWN[side]
        general = board.index(GENERALS[side])
        watched, checked = WATCHED[general], self.is_checked(board, side)
        screens = _screen_points(board, OPPONENT[side], general)
        first: list[Step] = []
        others: list[Step] = []
        for origin in squares_of(board, side):
            moves, from_watched = MOVES[origin], watched[origin]
            for target in REACH[board[origin]](board, origin):
                piece = board[target]
                if own[piece] or (checked and not (from_watched or watched[target])):
                    continue
                move = moves[target]
                after = board_after(board, move)
                if piece:
                    if not ((checked or from_watched) and is_checked(after, side)):
                        first.append((move, after))
                elif not ((checked or from_watched or screens[target]) and is_checked(after, side)):
                    others.append((move, after))
        return first + others

    def _active_moves(self, board: Board, side: Side) -> "_Active":
        known = self._active[side]
        active = known.get(board)
        if active is None:
            if len(known) > _FORGET_AT:
                known.clear()
            self._searched.positions += 1
            active = known[board] = self._find_active(board, side)
        return active

    def _find_active(self, board: Board, side: Side) -> "_Active":
        """Captures and checks in one walk through the pieces.

        A move checks only if it leaves a square that the enemy general watches, reaches one
        from which its piece attacks the general, or becomes the screen of a cannon; so for
        its own general, that it must not expose. A capture is no new screen.
        """
        enemy_side = OPPONENT[side]
        own = OWN[side]
        general, our_general = board.index(GENERALS[enemy_side]), board.index(GENERALS[side])
        leaves, arrives = WATCHED[general], _CHECK_POINTS[side][general]
        screens = _screen_points(board, side, general)
        guards, exposes = WATCHED[our_general], _screen_points(board, enemy_side, our_general)
        checked = self.is_checked(board, side)
        captures: list[Step] = []
        checks: list[Step] = []
        for origin in squares_of(board, side):
            moves, mover = MOVES[origin], board[origin]
            from_near, attacks_from = leaves[origin], arrives[mover & 7]
            guarding = guards[origin]
            risky = checked or guarding
            for target in REACH[mover](board, origin):
                piece = board[target]
                if piece:
                    if own[piece] or target == general:
                        continue
                    may_check, may_expose = from_near or attacks_from[target], risky
                elif from_near or attacks_from[target] or screens[target]:
                    may_check, may_expose = 1, risky or exposes[target]
                else:
                    continue
                if checked and not (guarding or guards[target]):
                    continue
                move = moves[target]
                after = board_after(board, move)
                if may_expose and is_checked(after, side):
                    continue
                if piece:
                    captures.append((move, after))
                if may_check and is_checked(after, enemy_side):
                    checks.append((move, after))
        captures.sort(key=lambda step: -_MOST_WANTED[board[step[0] & 127]])
        return captures, checks


_Active = tuple[list[Step], list[Step]]


def _points(squares: Iterable[Square]) -> bytes:
    """Flags by square."""
    flags = bytearray(SQUARES)
    for square in squares:
        flags[square] = 1
    return bytes(flags)


def _check_points(side: Side, general: Square) -> tuple[bytes, ...]:
    """By role: from where a piece of `side` could attack a general on that square."""
    line = _points(square for ray in RAYS[general] for square in ray)
    nowhere = bytes(SQUARES)
    return tuple(
        {
            CHARIOT: line,
            CANNON: line,
            HORSE: _points(origin for _, origin in HORSE_ORIGINS[general]),
            SOLDIER: _points(SOLDIER_ORIGINS[side][general]),
        }.get(role, nowhere)
        for role in range(BLACK_BIT)
    )


_CHECK_POINTS: Final = tuple(
    tuple(_check_points(side, general) for general in range(SQUARES)) for side in Side
)
_NOWHERE: Final = bytes(SQUARES)
_RANK_POINTS: Final = tuple(
    _points(range(SQUARES)[RANK_SPANS[square]]) for square in range(SQUARES)
)
_FILE_POINTS: Final = tuple(
    _points(range(SQUARES)[FILE_SPANS[square]]) for square in range(SQUARES)
)
_CROSS_POINTS: Final = tuple(
    bytes(map(max, rank, file)) for rank, file in zip(_RANK_POINTS, _FILE_POINTS, strict=True)
)


def _screen_points(board: Board, side: Side, general: Square) -> bytes:
    """Where a piece could become the screen of a cannon of `side` before a general."""
    cannon = _CANNONS[side]
    on_rank = cannon in board[RANK_SPANS[general]]
    if cannon in board[FILE_SPANS[general]]:
        return _CROSS_POINTS[general] if on_rank else _FILE_POINTS[general]
    return _RANK_POINTS[general] if on_rank else _NOWHERE


def carried(exchanges: Exchanges, move: Move) -> Exchanges:
    """The exchanges after a move of the side they belong to: a piece takes its own along."""
    origin, target = move >> 7, move & 127
    return tuple((target if at == origin else at, point) for at, point in exchanges)


def still_offered(exchanges: Exchanges, answer: Move) -> Exchanges:
    """The exchanges after a move of the other side: whoever is taken offers nothing."""
    return tuple(pair for pair in exchanges if pair[0] != answer & 127)
