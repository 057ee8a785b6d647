"""Kill: a mate by an unbroken series of checks (article 24.2).

Such a mate is found by trial: every move of the attacker checks, and every answer of the defender
is tried. The number of checks allowed grows until a mate is found, or more checks are of no use.

A mate that begins with taking the like piece one is offered to for exchange proves no kill:
24.4 is an exception to 24.2 as it is to 24.3. Such captures are left out when asked.

Source: Chinese Xiangqi Association, rules of 2020, articles 24.2, 24.4.
"""

from typing import Final

from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import OPPONENT, Board, Move, Side
from xiangqi_server.game.rules.cxa.move_cache import Exchanges, MoveCache, carried, still_offered
from xiangqi_server.game.rules.cxa.positions import PositionCount

MOST_CHECKS: Final = 7

_Seen = dict[tuple[Board, Exchanges], int]
"""Within how many checks there is a mate, or is not, by board and the exchanges offered on it."""
_NEVER: Final = 1_000
"""More checks than are ever asked for: there are not so many that follow each other."""


class MateSolver:
    """Finds mates by checks; remembers what it has seen."""

    def __init__(
        self, cache: MoveCache, positions: PositionCount, most_checks: int = MOST_CHECKS
    ) -> None:
        self._cache = cache
        self._positions = positions
        self._most = most_checks
        self._mated: BySide[_Seen] = BySide({}, {})
        self._safe: BySide[_Seen] = BySide({}, {})
        self._was_cut_off = False

    def beside(self, positions: PositionCount, most_checks: int) -> "MateSolver":
        """One that begins with what this one remembers, and counts for itself."""
        solver = MateSolver(self._cache, positions, most_checks)
        solver._mated = BySide.of(lambda side: dict(self._mated[side]))
        solver._safe = BySide.of(lambda side: dict(self._safe[side]))
        return solver

    def mates(
        self, board: Board, side: Side, checks: int | None = None, exchanges: Exchanges = ()
    ) -> bool:
        """Whether `side`, to move, mates by a limited number of checks in a row.

        Without the captures of those it offers for exchange.

        Raises:
            TooManyPositions: it was given up.
        """
        most = self._most if checks is None else min(checks, self._most)
        return any(self._mates_in(board, exchanges, side, number) for number in range(1, most + 1))

    def line(self, board: Board, side: Side, exchanges: Exchanges = ()) -> tuple[Move, ...]:
        """A shortest mate, with an answer that holds out longest; empty without a mate."""
        if not self.mates(board, side, exchanges=exchanges):
            return ()
        moves: list[Move] = []
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
        if mated.get(key, _NEVER) <= checks:
            return True
        known = safe.get(key, 0)
        if known >= checks:
            self._was_cut_off |= known < _NEVER
            return False
        self._positions.add()
        was_cut_off, self._was_cut_off = self._was_cut_off, False
        for move, after in self._cache.checks(board, side):
            if exchanges and _is_barred(exchanges, move):
                continue
            left = carried(exchanges, move) if exchanges else exchanges
            if self._is_lost(after, left, side, checks - 1):
                mated[key] = checks
                return True
        safe[key] = checks if self._was_cut_off else _NEVER
        self._was_cut_off |= was_cut_off
        return False

    def _is_lost(self, board: Board, exchanges: Exchanges, side: Side, checks: int) -> bool:
        """Whether every answer to the check of `side` is met by a mate."""
        enemy = OPPONENT[side]
        if self._cache.is_mated(board, enemy):
            return True
        if not checks:
            self._was_cut_off = True
            return False
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
