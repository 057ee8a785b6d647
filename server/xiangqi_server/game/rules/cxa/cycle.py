"""A repeated cycle judged: under the full reading, and whether cautious readings agree.

As little is asked as will do. A side is cleared by its first idle ply, so those are asked first
that are likely to be idle and easy to class. Joint chases are looked for only when both sides
are forbidden. One reading that differs makes a ruling doubtful, so the others are not asked unless
all of them are to be named.

A ply whose search is given up clears neither side and accuses neither. If the other plies settle
which has to change, that is ruled. Otherwise it is doubtful, and `UNBOUNDED` is the doubt.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Final

from xiangqi_server.game.rules.board.check import is_checked
from xiangqi_server.game.rules.board.encoding import CHARIOT, GENERAL, Side
from xiangqi_server.game.rules.board.moves import board_after
from xiangqi_server.game.rules.cxa.articles import CxaClause
from xiangqi_server.game.rules.cxa.classes import FORBIDDEN, PlyClass, PlyFinding
from xiangqi_server.game.rules.cxa.cycle_finding import (
    NOT_JOINT,
    CycleFinding,
    SideFinding,
    finding_of,
)
from xiangqi_server.game.rules.cxa.ply_search import Ply, PlySearches
from xiangqi_server.game.rules.cxa.positions import MOST_IN_ALL, Budget, TooManyPositions
from xiangqi_server.game.rules.cxa.readings import (
    CAUTIOUS,
    FULL,
    ONLY_IF_BOTH_ARE_FORBIDDEN,
    Reading,
)
from xiangqi_server.game.rules.repetition.evidence import Doubt
from xiangqi_server.game.rules.repetition.inspector import Inspector
from xiangqi_server.game.rules.repetition.window import Window

UNBOUNDED: Final = "too_many_positions"
"""The doubt of a search that was given up."""
BOTH_FORBIDDEN: Final = frozenset(
    {CxaClause.CHARIOT_AGAINST_JOINT, CxaClause.JOINT, CxaClause.ALIKE}
)
"""The paragraphs of cycles in which both sides are forbidden and joint chases are weighed."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The finding of the full reading, and the readings that doubt it."""

    finding: CycleFinding
    doubts: tuple[Doubt, ...]


class CycleJudge(Inspector):
    """Judges the windows of one game.

    Args:
        every_doubt: name all readings that differ, not the first alone.
        most_positions: how many a judgement may look at; beside those of easy searches.
    """

    def __init__(self, *, every_doubt: bool = False, most_positions: int = MOST_IN_ALL) -> None:
        super().__init__()
        self._most_doubts = None if every_doubt else 1
        self._most_positions = most_positions
        self.searches = PlySearches(Budget(most_positions))
        self.full = CycleReader(self.searches, FULL)
        self._cautious = {
            name: CycleReader(self.searches, reading, beside=self.full)
            for name, reading in CAUTIOUS.items()
        }

    def begin(self) -> None:
        """Have the whole budget again."""
        self.searches.budget = Budget(self._most_positions)

    def judge(self, window: Window) -> Judgement:
        """The side that must change, and whether that is beyond doubt."""
        self.begin()
        red, black = (plies_of(window, side) for side in Side)
        checks = by_checks_alone(window)
        if checks is not None:
            return Judgement(checks, ())
        try:
            told = self.full.cycle_finding(red, black)
        except TooManyPositions:
            return Judgement(CycleFinding(None, CxaClause.ARBITER), (Doubt(UNBOUNDED, None),))
        return Judgement(told, tuple(islice(self._doubts(told, red, black), self._most_doubts)))

    def is_forbidden_beyond_doubt(self, ply: Ply) -> bool:
        """Whether a ply is a check, kill or chase by every cautious reading too."""
        return all(reader.is_forbidden([ply]) for reader in self._cautious.values())

    def _doubts(self, told: CycleFinding, red: list[Ply], black: list[Ply]) -> Iterator[Doubt]:
        """The cautious readings with another finding, or that were given up."""
        for name, reader in self._cautious.items():
            if name in ONLY_IF_BOTH_ARE_FORBIDDEN and told.clause not in BOTH_FORBIDDEN:
                continue
            try:
                loser = reader.cycle_finding(red, black).loser
            except TooManyPositions:
                yield Doubt(UNBOUNDED, None)
            else:
                if loser is not told.loser:
                    yield Doubt(name, loser)


def by_checks_alone(window: Window) -> CycleFinding | None:
    """The finding that needs no search: against the one side that checks on every ply (25.1).

    Whatever the other side does, one-sided perpetual check is never allowed; and if both
    do nothing but check they are alike (26.9.4). None: the plies have to be classed.
    """
    always = [_always_checks(plies_of(window, side)) for side in Side]
    if always == [True, True]:
        return CycleFinding(None, CxaClause.ALIKE)
    if True in always:
        return CycleFinding(Side(always.index(True)), CxaClause.PERPETUAL_CHECK)
    return None


class CycleReader:
    """One reading of the rules at work on a cycle.

    Made beside another, it asks first for the plies that are idle under that one.
    """

    def __init__(
        self, searches: PlySearches, reading: Reading, beside: "CycleReader | None" = None
    ) -> None:
        self._searches = searches
        self._reading = reading
        self._beside = beside
        self._idle: set[Ply] = set()

    def cycle_finding(self, red: list[Ply], black: list[Ply]) -> CycleFinding:
        """The side that must change, by the plies of both.

        Raises:
            TooManyPositions: what was not given up does not settle it.
        """
        forbidden = [self.is_forbidden(plies) for plies in (red, black)]
        if None in forbidden:
            raise TooManyPositions
        checks = [_always_checks(plies) for plies in (red, black)]
        if not all(forbidden) or checks[0] != checks[1]:
            return finding_of(*map(SideFinding, map(bool, forbidden), checks))
        joint = [self._joint_share(plies) for plies in (red, black)]
        chariots = [self._chases_chariots(plies) for plies in (red, black)]
        return finding_of(*map(SideFinding, map(bool, forbidden), checks, joint, chariots))

    def finding(self, ply: Ply, *, easily: bool = False) -> PlyFinding:
        """The class of a ply; `easily`: only if an easy search finds it.

        Raises:
            TooManyPositions: it was given up.
        """
        found = self._searches.finding(ply, self._reading, easily=easily)
        if found.kind not in FORBIDDEN:
            self._idle.add(ply)
        return found

    def is_forbidden(self, plies: list[Ply]) -> bool | None:
        """Whether every ply is a check, kill or chase (24.13); None if that was given up."""
        left = sorted(dict.fromkeys(plies), key=self._likeliest_idle)
        for easily in (True, False):
            given_up = []
            for ply in left:
                try:
                    finding = self.finding(ply, easily=easily)
                except TooManyPositions:
                    given_up.append(ply)
                else:
                    if finding.kind not in FORBIDDEN:
                        return False
            left = given_up
        return None if left else bool(plies)

    def is_joint(self, ply: Ply) -> bool:
        """Whether a ply chases jointly, or an under-rooted piece.

        Raises:
            TooManyPositions: it was given up.
        """
        return self._searches.is_joint(ply, self._reading)

    def _chases_chariots(self, plies: list[Ply]) -> bool:
        """Whether a side chases, and nothing but chariots."""
        chases = [ply for ply in dict.fromkeys(plies) if self.finding(ply).kind is PlyClass.CHASE]
        return bool(chases) and all(self._is_of_chariot(ply) for ply in chases)

    def _is_of_chariot(self, ply: Ply) -> bool:
        """Whether the strongest threat of a chase is to a chariot."""
        threats = self.finding(ply).threats
        return bool(threats) and ply.before[threats[0][0] & 127] & 7 == CHARIOT

    def _likeliest_idle(self, ply: Ply) -> int:
        """Which plies to ask first: those that are likely to clear the side at little cost."""
        if self._beside is not None and ply in self._beside._idle:
            return 0
        if is_checked(ply.before, ply.side):
            return 0 if ply.before[ply.move >> 7] & 7 == GENERAL else 1
        return 2

    def _joint_share(self, plies: list[Ply]) -> Fraction:
        """The share of joint chases; in the cautious reading, whether there is any."""
        share = Fraction(sum(self.is_joint(ply) for ply in plies), len(plies))
        if self._reading.clauses.weigh_joint:
            return share
        return Fraction(1) if share else NOT_JOINT


def plies_of(window: Window, side: Side) -> list[Ply]:
    """The plies of one side of a window."""
    return [Ply(window.boards[index], window.moves[index], side) for index in window.plies_of(side)]


def _always_checks(plies: list[Ply]) -> bool:
    """Whether every ply checks."""
    return bool(plies) and all(
        is_checked(board_after(ply.before, ply.move), ply.side.opponent)
        for ply in dict.fromkeys(plies)
    )
