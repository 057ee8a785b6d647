"""Kill: a mate by an unbroken series of checks (article 24.2).

Such a mate is found by trial: every move of the attacker checks, every answer of the defender
is tried, and the number of checks allowed grows until a mate is found.

A mate that begins with taking the like piece one is offered to for exchange proves no kill:
24.4 is an exception to 24.2 as it is to 24.3. Such captures are left out when asked.

Source: Chinese Xiangqi Association, rules of 2020, articles 24.2, 24.4.
"""

from typing import Final

from server.rules.board.by_side import BySide
from server.rules.board.encoding import OPPONENT, Board, Move, Side
from server.rules.board.moves import has_legal_move
from server.rules.cxa.move_cache import Exchanges, MoveCache, carried, still_offered

MOST_CHECKS: Final = 7
MOST_POSITIONS: Final = 10_000

_Seen = dict[tuple[Board, Exchanges], int]
"""Within how many checks there is a mate, or is none, by board and the exchanges offered on it."""


class _GaveUp(Exception):
    """A search has looked at too many positions."""


class MateSolver:
    """Finds mates by checks; remembers what it has seen.

    Attributes:
        gave_up: a search was cut off; where it found no mate there might be one.
    """

    def __init__(
        self,
        cache: MoveCache,
        most_checks: int = MOST_CHECKS,
        most_positions: int = MOST_POSITIONS,
    ) -> None:
        self._cache = cache
        self._most = most_checks
        self._positions = most_positions
        self._positions_left = most_positions
        self.gave_up = False
        self._mated: BySide[_Seen] = BySide({}, {})
        self._safe: BySide[_Seen] = BySide({}, {})

    def bounded(self, most_checks: int) -> "MateSolver":
        """One that allows other numbers of checks and remembers together with this one."""
        solver = MateSolver(self._cache, most_checks, self._positions)
        solver._mated, solver._safe = self._mated, self._safe
        return solver

    def mates(
        self, board: Board, side: Side, checks: int | None = None, exchanges: Exchanges = ()
    ) -> bool:
        """Whether `side`, to move, mates by a limited number of checks in a row.

        Without the captures of those it offers for exchange.
        """
        most = self._most if checks is None else min(checks, self._most)
        self._positions_left = self._positions
        try:
            return any(
                self._mates_in(board, exchanges, side, number) for number in range(1, most + 1)
            )
        except _GaveUp:
            self.gave_up = True
            return False

    def line(self, board: Board, side: Side, exchanges: Exchanges = ()) -> tuple[Move, ...]:
        """A shortest mate, with an answer that holds out longest; empty if there is none."""
        if not self.mates(board, side, exchanges=exchanges):
            return ()
        moves: list[Move] = []
        self._positions_left = self._positions
        number = next(
            n for n in range(1, self._most + 1) if self._mates_in(board, exchanges, side, n)
        )
        while number:
            move, after = next(
                step
                for step in self._cache.checks(board, side)
                if not _is_barred(exchanges, step[0])
                and self._is_lost(step[1], carried(exchanges, step[0]), side, number - 1)
            )
            moves.append(move)
            exchanges = carried(exchanges, move)
            number -= 1
            answers = self._cache.moves(after, OPPONENT[side])
            if not answers:
                break
            answer, board = max(
                answers,
                key=lambda step: self._mated[side].get(
                    (step[1], still_offered(exchanges, step[0])), 0
                ),
            )
            moves.append(answer)
            exchanges = still_offered(exchanges, answer)
        return tuple(moves)

    def _mates_in(self, board: Board, exchanges: Exchanges, side: Side, checks: int) -> bool:
        """Whether `side`, to move, mates within that many checks."""
        mated, safe, key = self._mated[side], self._safe[side], (board, exchanges)
        if mated.get(key, checks + 1) <= checks:
            return True
        if safe.get(key, 0) >= checks:
            return False
        self._positions_left -= 1
        if self._positions_left < 0:
            raise _GaveUp
        for move, after in self._cache.checks(board, side):
            if exchanges and _is_barred(exchanges, move):
                continue
            left = carried(exchanges, move) if exchanges else exchanges
            if self._is_lost(after, left, side, checks - 1):
                mated[key] = checks
                return True
        safe[key] = checks
        return False

    def _is_lost(self, board: Board, exchanges: Exchanges, side: Side, checks: int) -> bool:
        """Whether every answer to the check of `side` is met by a mate."""
        enemy = OPPONENT[side]
        if not checks:
            return not has_legal_move(board, enemy, checked=True)
        return all(
            self._mates_in(
                after,
                still_offered(exchanges, move) if exchanges else exchanges,
                side,
                checks,
            )
            for move, after in self._cache.moves(board, enemy)
        )


def _is_barred(exchanges: Exchanges, move: Move) -> bool:
    """Whether a move takes on the point of a like piece that it is offered to."""
    return (move >> 7, move & 127) in exchanges
