"""The solvers that one ruling works with, and the readings of the rules that it tries.

Boards, lines and mates are remembered from ply to ply and from reading to reading: the few
positions of a cycle are looked at again and again.

The rules were read from published diagrams, and some clauses rest on one diagram alone. A
ruling is given only if it stands whichever of these is left out, and if the solvers need
not be pushed to their bounds for it; otherwise an arbiter would decide.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from server.rules.board.by_side import BySide
from server.rules.board.encoding import Board, Side
from server.rules.cxa.captures import CaptureBalance, Clauses
from server.rules.cxa.material_search import Bounds, GainSolver
from server.rules.cxa.mates import MOST_CHECKS, MateSolver
from server.rules.cxa.move_cache import SEARCHED, MoveCache


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of the rules: bounds of the solvers, and the clauses that are applied."""

    bounds: Bounds = field(default_factory=Bounds)
    mate_checks: int = MOST_CHECKS
    clauses: Clauses = field(default_factory=Clauses)


FULL: Final = Reading()
"""The reading that is told."""

CAUTIOUS: Final[Mapping[str, Reading]] = {
    "shorter_lines": Reading(bounds=Bounds(plies=8)),
    "fewer_checks": Reading(bounds=Bounds(our_checks=2, their_checks=1)),
    "shorter_mates": Reading(mate_checks=5),
    "borrowed_gains": Reading(clauses=Clauses(separate=False)),
    "guarded_screen": Reading(clauses=Clauses(guarded_screen=False)),
    "joint_at_all": Reading(clauses=Clauses(weigh_joint=False)),
}
"""The readings that must agree with it, by the name of what is weakened or left out.

What stands in the text is not doubted: that an equal outcome is a chase, and that taking
back makes none (26.5); nor what arbiters have ruled: that who runs away creates no chase.
"""
ONLY_IF_BOTH_ARE_FORBIDDEN: Final = frozenset({"guarded_screen", "joint_at_all"})
"""The readings that weigh joint chases, which matter to no other cycle (26.9)."""


class Solvers:
    """The solvers of one reading; made `beside` those of another, they use the same cache."""

    def __init__(self, reading: Reading, beside: "Solvers | None" = None) -> None:
        self.reading = reading
        self.cache: MoveCache = MoveCache(SEARCHED) if beside is None else beside.cache
        if beside is None:
            self.mates = MateSolver(self.cache, reading.mate_checks)
        else:
            self.mates = beside.mates.bounded(reading.mate_checks)
        self._gain_solvers = self._gain_solvers_of(reading, beside)
        self._balances: dict[tuple[Board, Side, int], CaptureBalance] = {}

    def _gain_solvers_of(self, reading: Reading, beside: "Solvers | None") -> BySide[GainSolver]:
        """Solvers within the bounds of a reading; those of another if the bounds are the same."""
        if beside is not None and beside.reading.bounds == reading.bounds:
            return beside._gain_solvers
        return BySide.of(lambda side: GainSolver(self.cache, side, reading.bounds))

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
