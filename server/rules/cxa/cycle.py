"""A repeated cycle judged: under the full reading, and whether cautious readings agree.

This module hides how little is asked. The class of a ply is worked out once for each pair of
board and move; a side is cleared by its first idle ply, so cheap plies are asked first; and
joint chases are looked for only when both sides are forbidden.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from server.rules.attacks import is_checked
from server.rules.board import GENERAL, Board, Move, Side
from server.rules.cxa.articles import CxaClause
from server.rules.cxa.classes import FORBIDDEN, Finding, PlyClass, classify
from server.rules.cxa.gains import TooManyPositions
from server.rules.cxa.joint import is_joint
from server.rules.cxa.toolbox import CAUTIOUS, FULL, Toolbox
from server.rules.cxa.verdict import NOT_JOINT, Blame, Conduct, blame
from server.rules.ledger import Doubt
from server.rules.moves import board_after
from server.rules.repetition import Inspector
from server.rules.window import Window

UNBOUNDED: Final = "too_many_positions"
"""The doubt of a search that was given up."""


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
    """Judges the windows of one game; remembers plies, boards and lines between them."""

    def __init__(self) -> None:
        super().__init__()
        self.full = Reader(Toolbox(FULL))
        self._cautious = {
            name: Reader(Toolbox(reading, beside=self.full.tools))
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
        return Judgement(told, tuple(self._doubts(told, red, black)))

    def _doubts(self, told: Blame, red: list[Ply], black: list[Ply]) -> Iterator[Doubt]:
        """The cautious readings that blame somebody else, and a search for mate cut off."""
        if self.full.tools.mates.gave_up:
            yield Doubt(UNBOUNDED, None)
        for name, reader in self._cautious.items():
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


class Reader:
    """One reading of the rules at work on a cycle."""

    def __init__(self, tools: Toolbox) -> None:
        self.tools = tools
        self._findings: dict[tuple[Board, Move], Finding] = {}
        self._joint: dict[tuple[Board, Move], bool] = {}

    def blame(self, red: list[Ply], black: list[Ply]) -> Blame:
        """Who must change by the plies of both sides.

        Raises:
            TooManyPositions: a search was given up.
        """
        forbidden = [self.is_forbidden(plies) for plies in (red, black)]
        checks = [_always_checks(plies) for plies in (red, black)]
        joint = [NOT_JOINT, NOT_JOINT]
        if all(forbidden) and checks[0] == checks[1]:
            joint = [self._joint_share(plies) for plies in (red, black)]
        return blame(*map(Conduct, forbidden, checks, joint))

    def finding(self, ply: Ply) -> Finding:
        """The class of a ply."""
        key = ply.before, ply.move
        found = self._findings.get(key)
        if found is None:
            found = self._findings[key] = classify(self.tools, *key, ply.side)
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
                self.tools, board_after(*key), ply.side, finding
            )
        return found

    def _cost(self, ply: Ply) -> int:
        """What asking costs, roughly: first plies that may clear the side for nothing."""
        if self.tools.book.is_checked(ply.before, ply.side):
            return 0 if ply.before[ply.move >> 7] & 7 == GENERAL else 1
        return 2

    def _joint_share(self, plies: list[Ply]) -> Fraction:
        """The share of joint chases; in the cautious reading, whether there is any."""
        share = Fraction(sum(self.is_joint(ply) for ply in plies), len(plies))
        if self.tools.reading.clauses.weigh_joint:
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
