"""A repeated cycle judged: under the full reading, and whether cautious readings agree.

As little is asked as will do. The class of a ply is worked out once for each pair of board and
move; a side is cleared by its first idle ply, so cheap plies are asked first; and joint chases
are looked for only when both sides are forbidden. One reading that differs makes a ruling
doubtful, so the others are not asked unless all of them are to be told.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Final, NamedTuple

from server.rules.board.check import is_checked
from server.rules.board.encoding import CHARIOT, GENERAL, Board, Move, Side
from server.rules.board.moves import board_after
from server.rules.cxa.articles import CxaClause
from server.rules.cxa.blame import NOT_JOINT, Blame, Conduct, blame
from server.rules.cxa.classes import FORBIDDEN, PlyClass, PlyFinding, classify
from server.rules.cxa.joint import is_joint
from server.rules.cxa.material_search import TooManyPositions
from server.rules.cxa.readings import CAUTIOUS, FULL, ONLY_IF_BOTH_ARE_FORBIDDEN, Solvers
from server.rules.repetition.evidence import Doubt
from server.rules.repetition.inspector import Inspector
from server.rules.repetition.window import Window

UNBOUNDED: Final = "too_many_positions"
"""The doubt of a search that was given up."""
BOTH_FORBIDDEN: Final = frozenset(
    {CxaClause.CHARIOT_AGAINST_JOINT, CxaClause.JOINT, CxaClause.ALIKE}
)
"""The paragraphs of cycles in which both sides are forbidden and joint chases are weighed."""


class Ply(NamedTuple):
    """A ply of a cycle: the board before it, the move, and whose it is."""

    before: Board
    move: Move
    side: Side


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whom the full reading blames, by which paragraph, and who doubts it."""

    blame: Blame
    doubts: tuple[Doubt, ...]


class CycleJudge(Inspector):
    """Judges the windows of one game; remembers plies, boards and lines between them.

    `every_doubt`: name all readings that differ, not the first alone.
    """

    def __init__(self, *, every_doubt: bool = False) -> None:
        super().__init__()
        self._most_doubts = None if every_doubt else 1
        self.full = CycleReader(Solvers(FULL))
        self._cautious = {
            name: CycleReader(Solvers(reading, beside=self.full.solvers), beside=self.full)
            for name, reading in CAUTIOUS.items()
        }

    def judge(self, window: Window) -> Judgement:
        """Who must change, and whether that is beyond doubt."""
        red, black = (plies_of(window, side) for side in Side)
        checks = by_checks_alone(window)
        if checks is not None:
            return Judgement(checks, ())
        try:
            told = self.full.blame(red, black)
        except TooManyPositions:
            return Judgement(Blame(None, CxaClause.ARBITER), (Doubt(UNBOUNDED, None),))
        return Judgement(told, tuple(islice(self._doubts(told, red, black), self._most_doubts)))

    def is_forbidden_beyond_doubt(self, ply: Ply) -> bool:
        """Whether a ply is a check, kill or chase by every cautious reading too."""
        try:
            return all(reader.is_forbidden([ply]) for reader in self._cautious.values())
        except TooManyPositions:
            return False

    def _doubts(self, told: Blame, red: list[Ply], black: list[Ply]) -> Iterator[Doubt]:
        """The cautious readings that blame somebody else, and a search for mate cut off."""
        if self.full.solvers.mates.gave_up:
            yield Doubt(UNBOUNDED, None)
        for name, reader in self._cautious.items():
            if name in ONLY_IF_BOTH_ARE_FORBIDDEN and told.clause not in BOTH_FORBIDDEN:
                continue
            try:
                loser = reader.blame(red, black).loser
            except TooManyPositions:
                yield Doubt(UNBOUNDED, None)
            else:
                if loser is not told.loser:
                    yield Doubt(name, loser)


def by_checks_alone(window: Window) -> Blame | None:
    """The blame that needs no search: of the one side that checks on every ply (25.1).

    Whatever the other side does, one-sided perpetual check is never allowed; and if both
    do nothing but check they are alike (26.9.4). None: the plies have to be classed.
    """
    always = [_always_checks(plies_of(window, side)) for side in Side]
    if always == [True, True]:
        return Blame(None, CxaClause.ALIKE)
    if True in always:
        return Blame(Side(always.index(True)), CxaClause.PERPETUAL_CHECK)
    return None


class CycleReader:
    """One reading of the rules at work on a cycle.

    Made beside another, it asks first for the plies that are idle under that one.
    """

    def __init__(self, solvers: Solvers, beside: "CycleReader | None" = None) -> None:
        self.solvers = solvers
        self._beside = beside
        self._findings: dict[tuple[Board, Move], PlyFinding] = {}
        self._joint: dict[tuple[Board, Move], bool] = {}

    def blame(self, red: list[Ply], black: list[Ply]) -> Blame:
        """Who must change by the plies of both sides.

        Raises:
            TooManyPositions: a search was given up.
        """
        forbidden = [self.is_forbidden(plies) for plies in (red, black)]
        checks = [_always_checks(plies) for plies in (red, black)]
        if not all(forbidden) or checks[0] != checks[1]:
            return blame(*map(Conduct, forbidden, checks))
        joint = [self._joint_share(plies) for plies in (red, black)]
        chariots = [self._chases_chariots(plies) for plies in (red, black)]
        return blame(*map(Conduct, forbidden, checks, joint, chariots))

    def finding(self, ply: Ply) -> PlyFinding:
        """The class of a ply."""
        key = ply.before, ply.move
        found = self._findings.get(key)
        if found is None:
            found = self._findings[key] = classify(self.solvers, *key, ply.side)
        return found

    def is_forbidden(self, plies: list[Ply]) -> bool:
        """Whether every ply is a check, kill or chase (24.13)."""
        return bool(plies) and all(
            self.finding(ply).kind in FORBIDDEN for ply in sorted(set(plies), key=self._cost)
        )

    def is_joint(self, ply: Ply) -> bool:
        """Whether a ply chases jointly, or an under-rooted piece."""
        key = ply.before, ply.move
        found = self._joint.get(key)
        if found is None:
            finding = self.finding(ply)
            found = self._joint[key] = finding.kind is PlyClass.CHASE and is_joint(
                self.solvers, board_after(*key), ply.side, finding
            )
        return found

    def _chases_chariots(self, plies: list[Ply]) -> bool:
        """Whether a side chases, and nothing but chariots."""
        chases = [ply for ply in set(plies) if self.finding(ply).kind is PlyClass.CHASE]
        return bool(chases) and all(self._is_of_chariot(ply) for ply in chases)

    def _is_of_chariot(self, ply: Ply) -> bool:
        """Whether the strongest threat of a chase is to a chariot."""
        threats = self.finding(ply).threats
        return bool(threats) and ply.before[threats[0][0] & 127] & 7 == CHARIOT

    def clears(self, ply: Ply) -> bool:
        """Whether a ply is known to be idle."""
        found = self._findings.get((ply.before, ply.move))
        return found is not None and found.kind not in FORBIDDEN

    def _cost(self, ply: Ply) -> int:
        """What asking costs, roughly: first plies that are likely to clear the side."""
        if self._beside is not None and self._beside.clears(ply):
            return 0
        if self.solvers.cache.is_checked(ply.before, ply.side):
            return 0 if ply.before[ply.move >> 7] & 7 == GENERAL else 1
        return 2

    def _joint_share(self, plies: list[Ply]) -> Fraction:
        """The share of joint chases; in the cautious reading, whether there is any."""
        share = Fraction(sum(self.is_joint(ply) for ply in plies), len(plies))
        if self.solvers.reading.clauses.weigh_joint:
            return share
        return Fraction(1) if share else NOT_JOINT


def plies_of(window: Window, side: Side) -> list[Ply]:
    """The plies of one side of a window."""
    return [Ply(window.boards[index], window.moves[index], side) for index in window.plies_of(side)]


def _always_checks(plies: list[Ply]) -> bool:
    """Whether every ply checks."""
    return bool(plies) and all(
        is_checked(board_after(ply.before, ply.move), ply.side.opponent) for ply in set(plies)
    )
