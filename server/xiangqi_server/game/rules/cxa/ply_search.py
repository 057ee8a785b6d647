"""What is found out of plies by searching, and what that takes; it is remembered between questions.

Everything here depends on the board before the ply, the move and the reading alone. It is
searched with tables of its own, first as an easy search and then, if that is not enough and the
budget allows it, as a long one. So neither the answer nor the number of positions depends on what
was asked before, and a remembered answer is as good as one that is searched for again.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar, cast

from xiangqi_server.game.rules.board.encoding import Board, Move, Side
from xiangqi_server.game.rules.board.moves import board_after
from xiangqi_server.game.rules.cxa.classes import PlyClass, PlyFinding, classify
from xiangqi_server.game.rules.cxa.joint import is_joint
from xiangqi_server.game.rules.cxa.move_cache import SEARCHED, MoveCache
from xiangqi_server.game.rules.cxa.positions import (
    FEW_POSITIONS,
    MOST_POSITIONS,
    Budget,
    TooManyPositions,
)
from xiangqi_server.game.rules.cxa.readings import FULL, Reading, Solvers

KEPT_PLIES: Final = 1024
"""Of how many plies the answers are remembered by a process: some 2 kB each."""

_CLASS: Final = "class"
_JOINT: Final = "joint"

T = TypeVar("T")


class Ply(NamedTuple):
    """A ply of a cycle: the board before it, the move, and whose it is."""

    before: Board
    move: Move
    side: Side


class _Question(NamedTuple):
    """What is asked of a ply, and under which reading."""

    what: str
    reading: Reading


class _Answer(NamedTuple):
    """What a search has found, and after how many positions.

    Fields:
        value: None if it was given up.
        most: how many there might have been.
    """

    value: object | None
    positions: int
    most: int

    def is_beyond(self, positions: int) -> bool:
        """Whether so many positions are not enough."""
        return self.value is None or self.positions > positions


@lru_cache(maxsize=KEPT_PLIES)
def answers_on(ply: Ply) -> dict[_Question, _Answer]:
    """What this process knows of a ply; nothing at first."""
    del ply
    return {}


class PlySearches:
    """Asks about plies, within a budget.

    Attributes:
        budget: what is left.
        looked_at: how many positions were looked at in fact, without what is remembered.
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.looked_at = 0
        self._cache = MoveCache(SEARCHED)
        self._solvers: dict[tuple[Ply, _Question], Solvers] = {}

    def finding(self, ply: Ply, reading: Reading, *, easily: bool = False) -> PlyFinding:
        """The class of a ply; `easily`: only if an easy search finds it.

        Raises:
            TooManyPositions: it was given up.
        """

        if reading is not FULL:
            self.finding(ply, FULL, easily=easily)

        def fresh() -> Solvers:
            if reading is FULL:
                return Solvers(FULL, self._cache)
            full = self._solvers_of(ply, FULL, easily=easily)
            return Solvers(reading, self._cache, beside=full)

        question = _Question(_CLASS, reading)
        found = self._ask(
            ply, question, fresh, lambda solvers: classify(solvers, *ply), easily=easily
        )
        return cast(PlyFinding, found)

    def is_joint(self, ply: Ply, reading: Reading) -> bool:
        """Whether a ply chases jointly, or an under-rooted piece.

        Raises:
            TooManyPositions: it was given up.
        """
        finding, after = self.finding(ply, reading), board_after(ply.before, ply.move)
        return finding.kind is PlyClass.CHASE and self.ask(
            ply, _JOINT, lambda solvers: is_joint(solvers, after, ply.side, finding), reading
        )

    def ask(
        self, ply: Ply, what: str, search: Callable[[Solvers], T], reading: Reading = FULL
    ) -> T:
        """Ask something more about a ply, by solvers that begin with what its class has taken.

        Raises:
            TooManyPositions: it was given up.
        """
        self.finding(ply, reading)

        def fresh() -> Solvers:
            return Solvers(reading, self._cache, beside=self._solvers_of(ply, reading))

        return cast(T, self._ask(ply, _Question(what, reading), fresh, search))

    def _solvers_of(self, ply: Ply, reading: Reading, *, easily: bool = False) -> Solvers:
        """The solvers that have classed a ply; they are not used for anything else."""
        self.finding(ply, reading, easily=easily)
        key = ply, _Question(_CLASS, reading)
        if key not in self._solvers:  # its class is remembered from another question
            del answers_on(ply)[key[1]]
            self.finding(ply, reading, easily=easily)
        return self._solvers[key]

    def _ask(
        self,
        ply: Ply,
        question: _Question,
        fresh: Callable[[], Solvers],
        search: Callable[[Solvers], object],
        *,
        easily: bool = False,
    ) -> object:
        key, known = (ply, question), answers_on(ply)
        if not self.budget.allows(key, easy=True):
            raise TooManyPositions
        if question not in known:
            self._solvers[key] = fresh()
            known[question] = self._searched(self._solvers[key], search, FEW_POSITIONS)
        self.budget.charge(key, min(known[question].positions, FEW_POSITIONS), easy=True)
        if known[question].is_beyond(FEW_POSITIONS):
            if easily or not self.budget.allows(key, easy=False):
                raise TooManyPositions
            if known[question].most == FEW_POSITIONS:
                if key not in self._solvers:  # it was given up in another question
                    self._solvers[key] = fresh()
                    self._searched(self._solvers[key], search, FEW_POSITIONS)
                known[question] = self._searched(self._solvers[key], search, MOST_POSITIONS)
            self.budget.charge(key, known[question].positions, easy=False)
        if known[question].value is None:
            raise TooManyPositions
        return known[question].value

    def _searched(
        self, solvers: Solvers, search: Callable[[Solvers], object], most: int
    ) -> _Answer:
        """What a search finds that goes on where these solvers were given up before."""
        before = solvers.positions.looked_at
        solvers.positions.most = most
        try:
            value = search(solvers)
        except TooManyPositions:
            value = None
        self.looked_at += solvers.positions.looked_at - before
        return _Answer(value, solvers.positions.looked_at, most)
