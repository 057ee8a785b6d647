"""What a side can do on a board: its captures, its checks, its ways out of check.

This module hides how the solvers find these fast. They ask about the same boards again and
again, so every answer is kept with the board that follows each move. All moves are legal.
"""

from typing import Final

from server.rules.attacks import GENERALS, OWN, is_checked, squares_of
from server.rules.board import Board, Move, Side
from server.rules.geometry import MOVES, WATCHED
from server.rules.moves import board_after
from server.rules.reach import REACH

Step = tuple[Move, Board]
"""A move and the board after it."""

_FORGET_AT: Final = 60_000
_OTHER: Final = (Side.BLACK, Side.RED)
_MOST_WANTED: Final = bytes((0, 0, 3, 2, 4, 5, 4, 1) * 2)
"""By piece: in which order captures are tried."""


class MoveBook:
    """Answers about boards, remembered; one book serves one ruling."""

    def __init__(self) -> None:
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
            steps = known[board] = self._legal_steps(board, side)
        return steps

    def mates_at_once(self, board: Board, side: Side) -> bool:
        """Whether some move of `side`, which is not in check, mates."""
        known = self._mates[side]
        answer = known.get(board)
        if answer is None:
            if len(known) > _FORGET_AT:
                known.clear()
            enemy = _OTHER[side]
            answer = known[board] = any(
                not self.moves(after, enemy) for _, after in self.checks(board, side)
            )
        return answer

    def _legal_steps(self, board: Board, side: Side) -> list[Step]:
        own, enemy = OWN[side], OWN[_OTHER[side]]
        first: list[Step] = []
        others: list[Step] = []
        for origin in squares_of(board, side):
            moves = MOVES[origin]
            for target in REACH[board[origin]](board, origin):
                piece = board[target]
                if own[piece]:
                    continue
                after = board_after(board, moves[target])
                if not is_checked(after, side):
                    (first if enemy[piece] else others).append((moves[target], after))
        return first + others

    def _active_moves(self, board: Board, side: Side) -> "_Active":
        known = self._active[side]
        active = known.get(board)
        if active is None:
            if len(known) > _FORGET_AT:
                known.clear()
            active = known[board] = self._find_active(board, side)
        return active

    def _find_active(self, board: Board, side: Side) -> "_Active":
        """Captures and checks in one walk through the pieces.

        A move can only check if it leaves or reaches a square that the enemy general has to
        watch, and only expose its own general likewise.
        """
        enemy_side = _OTHER[side]
        own, enemy = OWN[side], OWN[enemy_side]
        near_enemy = WATCHED[board.index(GENERALS[enemy_side])]
        near_own = WATCHED[board.index(GENERALS[side])]
        careful = self.is_checked(board, side)
        captures: list[Step] = []
        checks: list[Step] = []
        for origin in squares_of(board, side):
            moves = MOVES[origin]
            from_near = near_enemy[origin]
            risky = careful or near_own[origin]
            for target in REACH[board[origin]](board, origin):
                piece = board[target]
                if own[piece] or piece in GENERALS:
                    continue
                may_check = from_near or near_enemy[target]
                takes = enemy[piece]
                if not (takes or may_check):
                    continue
                move = moves[target]
                after = board_after(board, move)
                if (risky or near_own[target]) and is_checked(after, side):
                    continue
                if takes:
                    captures.append((move, after))
                if may_check and is_checked(after, enemy_side):
                    checks.append((move, after))
        captures.sort(key=lambda step: -_MOST_WANTED[board[step[0] & 127]])
        return captures, checks


_Active = tuple[list[Step], list[Step]]
