"""The strategy of the Chinese national rules.

This module hides what becomes of doubt. The server rules by itself only where the cautious
readings of the rules agree with the full one (`cxa.toolbox`). Where they do not, the game
is drawn by repetition, the plies are told with what speaks for either side, and it is said
that an arbiter would decide. Players may agree to be ruled always by the full reading.

Source: Chinese Xiangqi Association, rules of 2020, articles 24 to 26.
"""

from dataclasses import dataclass, replace
from typing import Final

from server.rules.board import Side
from server.rules.cxa.account import write_account
from server.rules.cxa.articles import CxaClause
from server.rules.cxa.classes import PlyClass
from server.rules.cxa.cycle import CycleJudge, Judgement, by_checks_alone, plies_of
from server.rules.ledger import Ledger
from server.rules.repetition import Inspector
from server.rules.rulesets.by_cycle import ByCycle
from server.rules.ruling import Ending, Verdict
from server.rules.window import Window

_DOUBTFUL: Final = Verdict(None, Ending.REPETITION, CxaClause.ARBITER)
_ENDINGS: Final = {
    frozenset({PlyClass.CHECK}): Ending.PERPETUAL_CHECK,
    frozenset({PlyClass.CHASE}): Ending.PERPETUAL_CHASE,
}


@dataclass(frozen=True, slots=True)
class CxaStrategy(ByCycle):
    """The side that must change loses; in doubt a draw.

    Fields:
        always: rule by the full reading, in doubt too.
        in_haste: do not search; all but perpetual check is in doubt.
    """

    always: bool = False
    in_haste: bool = False

    def inspector(self) -> Inspector:
        """A judge of cycles."""
        return CycleJudge()

    def blame(self, window: Window, inspector: Inspector) -> Verdict | None:
        """Who loses by this cycle."""
        if self.in_haste:
            return _hasty(window)
        judge = _judge(inspector)
        return self._verdict(window, judge, judge.judge(window))

    def outlook(self, window: Window, inspector: Inspector) -> Verdict | None:
        """Who loses by this cycle, by which paragraph, and the account of it."""
        if self.in_haste:
            return _hasty(window)
        judge = _judge(inspector)
        judgement = judge.judge(window)
        ledger = write_account(window, judge, judgement)
        return replace(self._verdict(window, judge, judgement), ledger=ledger)

    def ledger(self, window: Window, inspector: Inspector) -> Ledger:
        """The account of some plies."""
        judge = _judge(inspector)
        return write_account(window, judge, judge.judge(window))

    def _verdict(self, window: Window, judge: CycleJudge, judgement: Judgement) -> Verdict:
        """The verdict that a judgement leads to."""
        loser, clause = judgement.blame.loser, judgement.blame.clause
        if judgement.doubts and not self.always:
            return _DOUBTFUL
        if loser is None:
            return Verdict(None, Ending.REPETITION, clause)
        return Verdict(loser, _ending(window, judge, loser), clause)


def _hasty(window: Window) -> Verdict:
    """The verdict that needs no search; there is no ledger with it."""
    found = by_checks_alone(window)
    if found is None:
        return _DOUBTFUL
    if found.loser is None:
        return Verdict(None, Ending.REPETITION, found.clause)
    return Verdict(found.loser, Ending.PERPETUAL_CHECK, found.clause)


def _ending(window: Window, judge: CycleJudge, loser: Side) -> Ending:
    """What the plies of the loser have in common."""
    kinds = frozenset(judge.full.finding(ply).kind for ply in plies_of(window, loser))
    return _ENDINGS.get(kinds, Ending.PERPETUAL_ATTACK)


def _judge(inspector: Inspector) -> CycleJudge:
    """The inspector this strategy has made itself."""
    if not isinstance(inspector, CycleJudge):
        raise TypeError("the Chinese rules ask a judge of cycles")
    return inspector
