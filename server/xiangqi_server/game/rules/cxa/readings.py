"""The solvers that one ruling works with, and the readings of the rules that it tries.

What boards allow is remembered from ply to ply. Lines and mates are remembered for one ply alone,
so that how many positions it takes does not depend on what was asked before.

The rules were read from published diagrams, and some clauses rest on one diagram alone. A
ruling is given only if it stands whichever of these is left out. Nor may the solvers have to be
pushed to their bounds for it; otherwise an arbiter would decide.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Board, Side
from xiangqi_server.game.rules.cxa.captures import CaptureBalance, Clauses
from xiangqi_server.game.rules.cxa.gain_question import Bounds
from xiangqi_server.game.rules.cxa.material_search import GainSolver
from xiangqi_server.game.rules.cxa.mates import MOST_CHECKS, MateSolver
from xiangqi_server.game.rules.cxa.move_cache import SEARCHED, MoveCache
from xiangqi_server.game.rules.cxa.positions import MOST_POSITIONS, PositionCount


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of the rules: bounds of the solvers, and the clauses that are applied."""

    bounds: Bounds = field(default_factory=Bounds)
    mate_checks: int = MOST_CHECKS
    clauses: Clauses = field(default_factory=Clauses)


FULL: Final = Reading()
"""The reading of which people learn."""

CAUTIOUS: Final[Mapping[str, Reading]] = {
    "shorter_lines": Reading(bounds=Bounds(plies=8)),
    "fewer_checks": Reading(bounds=Bounds(our_checks=2, their_checks=1)),
    "shorter_mates": Reading(mate_checks=5),
    "borrowed_gains": Reading(clauses=Clauses(separate=False)),
    "guarded_screen": Reading(clauses=Clauses(guarded_screen=False)),
    "joint_at_all": Reading(clauses=Clauses(weigh_joint=False)),
}
"""The readings that must agree with it, by the name of what is weakened or left out.

What stands in the text is not doubted: that an equal outcome is a chase, and that taking back makes
none (26.5). Nor is what arbiters have ruled: that a piece that runs away creates no chase.
"""
ONLY_IF_BOTH_ARE_FORBIDDEN: Final = frozenset({"guarded_screen", "joint_at_all"})
"""The readings that weigh joint chases, which matter to no other cycle (26.9)."""


class Solvers:
    """The solvers of one reading.

    Made `beside` others, they begin with what those remember, as far as it means the same under
    this reading; those remember nothing of what these find.
    """

    def __init__(
        self,
        reading: Reading,
        cache: MoveCache | None = None,
        most_positions: int = MOST_POSITIONS,
        beside: "Solvers | None" = None,
    ) -> None:
        self.reading = reading
        self.cache: MoveCache = MoveCache(SEARCHED) if cache is None else cache
        self.positions = PositionCount(most_positions)
        if beside is None:
            self.mates = MateSolver(self.cache, self.positions, reading.mate_checks)
        else:
            self.mates = beside.mates.beside(self.positions, reading.mate_checks)
        self._gain_solvers = BySide.of(lambda side: self._gain_solver(side, beside))
        self._balances: dict[tuple[Board, Side, int], CaptureBalance] = {}

    def _gain_solver(self, side: Side, beside: "Solvers | None") -> GainSolver:
        """A solver within the bounds of the reading."""
        if beside is not None and beside.reading.bounds == self.reading.bounds:
            return beside.solver(side).beside(self.positions)
        return GainSolver(self.cache, side, self.reading.bounds, self.positions)

    def balance(self, board: Board, side: Side, worthless: int = 0) -> CaptureBalance:
        """What `side` threatens on a board."""
        key = board, side, worthless
        found = self._balances.get(key)
        if found is None:
            found = self._balances[key] = CaptureBalance(
                board, side, self.cache, self._gain_solvers[side], self.reading.clauses, worthless
            )
        return found

    def solver(self, side: Side) -> GainSolver:
        """The solver of what `side` wins."""
        return self._gain_solvers[side]
