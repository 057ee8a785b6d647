"""Kill: a mate by an unbroken series of checks (article 24.2).

This module hides how such a mate is found: every move of the attacker checks, every answer
of the defender is tried, and the number of checks allowed grows until a mate is found.

Source: Chinese Xiangqi Association, rules of 2020, article 24.2.
"""

from typing import Final

from server.rules.board import Board, Move, Side
from server.rules.cxa.movebook import MoveBook
from server.rules.moves import has_legal_move

MOST_CHECKS: Final = 7
MOST_POSITIONS: Final = 10_000
_OTHER: Final = (Side.BLACK, Side.RED)


class _GaveUp(Exception):
    """A search has looked at too many positions."""


class MateSolver:
    """Finds mates by checks; remembers what it has seen.

    Attributes:
        gave_up: a search was cut off; where it found no mate there might be one.
    """

    def __init__(
        self,
        book: MoveBook,
        most_checks: int = MOST_CHECKS,
        most_positions: int = MOST_POSITIONS,
    ) -> None:
        self._book = book
        self._most = most_checks
        self._positions = most_positions
        self._positions_left = most_positions
        self.gave_up = False
        self._mated: tuple[dict[Board, int], dict[Board, int]] = ({}, {})
        self._safe: tuple[dict[Board, int], dict[Board, int]] = ({}, {})

    def bounded(self, most_checks: int) -> "MateSolver":
        """One that allows other numbers of checks and remembers together with this one."""
        solver = MateSolver(self._book, most_checks, self._positions)
        solver._mated, solver._safe = self._mated, self._safe
        return solver

    def mates(self, board: Board, side: Side, checks: int | None = None) -> bool:
        """Whether `side`, to move, mates by at most so many checks in a row."""
        most = self._most if checks is None else min(checks, self._most)
        self._positions_left = self._positions
        try:
            return any(self._mates_in(board, side, number) for number in range(1, most + 1))
        except _GaveUp:
            self.gave_up = True
            return False

    def line(self, board: Board, side: Side) -> tuple[Move, ...]:
        """A shortest mate, with an answer that holds out longest; empty if there is none."""
        if not self.mates(board, side):
            return ()
        moves: list[Move] = []
        self._positions_left = self._positions
        number = next(n for n in range(1, self._most + 1) if self._mates_in(board, side, n))
        while number:
            move, after = next(
                step
                for step in self._book.checks(board, side)
                if self._is_lost(step[1], side, number - 1)
            )
            moves.append(move)
            number -= 1
            answers = self._book.moves(after, _OTHER[side])
            if not answers:
                break
            answer, board = max(answers, key=lambda step: self._mated[side].get(step[1], 0))
            moves.append(answer)
        return tuple(moves)

    def _mates_in(self, board: Board, side: Side, checks: int) -> bool:
        """Whether `side`, to move, mates by at most so many checks."""
        mated, safe = self._mated[side], self._safe[side]
        if mated.get(board, checks + 1) <= checks:
            return True
        if safe.get(board, 0) >= checks:
            return False
        self._positions_left -= 1
        if self._positions_left < 0:
            raise _GaveUp
        for _, after in self._book.checks(board, side):
            if self._is_lost(after, side, checks - 1):
                mated[board] = checks
                return True
        safe[board] = checks
        return False

    def _is_lost(self, board: Board, side: Side, checks: int) -> bool:
        """Whether every answer to the check of `side` is met by a mate."""
        enemy = _OTHER[side]
        if not checks:
            return not has_legal_move(board, enemy, checked=True)
        return all(
            self._mates_in(after, side, checks) for _, after in self._book.moves(board, enemy)
        )
