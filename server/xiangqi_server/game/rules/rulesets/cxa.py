"""The strategy of the Chinese national rules.

In doubt neither side loses. The server rules by itself only where the cautious readings of the
rules agree with the full one (`cxa.readings`). Where they do not, or a search is given up, the game
is drawn by repetition. The plies are shown with what speaks for either side, and it is said why.
Players may agree to be ruled always by the full reading.

Source: Chinese Xiangqi Association, rules of 2020, articles 24 to 26.
"""

from dataclasses import dataclass, replace
from typing import Final

from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.cxa.articles import CxaClause
from xiangqi_server.game.rules.cxa.classes import PlyClass
from xiangqi_server.game.rules.cxa.cycle import CycleJudge, Judgement, plies_of
from xiangqi_server.game.rules.cxa.cycle_finding import CycleFinding
from xiangqi_server.game.rules.cxa.evidence import evidence_of
from xiangqi_server.game.rules.cxa.nine_rounds import ROUNDS, TOLD_AT, one_sided_run
from xiangqi_server.game.rules.cxa.positions import MOST_IN_ALL
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.evidence import Evidence
from xiangqi_server.game.rules.repetition.inspector import Inspector
from xiangqi_server.game.rules.repetition.laps import RuledAt
from xiangqi_server.game.rules.repetition.ruling import Ending, Verdict
from xiangqi_server.game.rules.repetition.window import Window
from xiangqi_server.game.rules.rulesets.base import NeedsSearch, RoundsWarning
from xiangqi_server.game.rules.rulesets.by_cycle import ByCycle

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
        timed_out: make easy searches alone; what they do not settle is in doubt.
        every_doubt: tell all the readings that differ, not the first alone.
        nine_rounds: rule on nine rounds of attacks without a repetition too.
        may_search: if not, whatever asks a judge of cycles raises `NeedsSearch`.
    """

    always: bool = False
    timed_out: bool = False
    every_doubt: bool = False
    nine_rounds: bool = False
    may_search: bool = True

    def inspector(self) -> Inspector:
        """A judge of cycles."""
        most = 0 if self.timed_out else MOST_IN_ALL
        return CycleJudge(every_doubt=self.every_doubt, most_positions=most)

    def inspector_of(self, past: Window) -> Inspector:
        """A new one: what is found out of plies is remembered without it (`cxa.ply_search`)."""
        del past
        return self.inspector()

    def verdict(self, window: Window, inspector: Inspector) -> Verdict:
        """The loser by this cycle."""
        judge = self._judge(inspector)
        return self._verdict(window, judge, judge.judge(window))

    def forecast(self, window: Window, inspector: Inspector) -> Verdict:
        """The loser by this cycle, the paragraph, and the evidence."""
        judge = self._judge(inspector)
        judgement = judge.judge(window)
        evidence = evidence_of(window, judge, judgement)
        return replace(self._verdict(window, judge, judgement), evidence=evidence)

    def evidence(self, window: Window, inspector: Inspector) -> Evidence | None:
        """The evidence of some plies."""
        judge = self._judge(inspector)
        return evidence_of(window, judge, judge.judge(window))

    def rule(self, game: Game, ruled_at: RuledAt) -> Verdict | None:
        """The verdict on a repetition, or on nine rounds where that is agreed."""
        found = ByCycle.rule(self, game, ruled_at)
        if found is not None:
            return found
        run = self.rounds(game)
        return run.verdict if run is not None and run.rounds == run.of else None

    def rounds(self, game: Game) -> RoundsWarning | None:
        """From the seventh of nine rounds on: the side against which they turn."""
        if not self.nine_rounds or game.quiet_plies < 2 * TOLD_AT:
            return None
        judge = self._judge(self.inspector())
        run = one_sided_run(game, judge, always=self.always)
        if run is None:
            return None
        finding = CycleFinding(run.side, CxaClause.NINE_ROUNDS)
        evidence = evidence_of(run.window, judge, Judgement(finding, ()))
        verdict = Verdict(run.side, Ending.PERPETUAL_ATTACK, finding.clause, evidence=evidence)
        return RoundsWarning(verdict, run.rounds, ROUNDS)

    def _judge(self, inspector: Inspector) -> CycleJudge:
        """The inspector that this strategy has made itself, to be asked.

        Raises:
            NeedsSearch: nothing may be searched here.
        """
        if not self.may_search:
            raise NeedsSearch
        if not isinstance(inspector, CycleJudge):
            raise TypeError("the Chinese rules ask a judge of cycles")
        return inspector

    def _verdict(self, window: Window, judge: CycleJudge, judgement: Judgement) -> Verdict:
        """The verdict that a judgement leads to."""
        loser, clause = judgement.finding.loser, judgement.finding.clause
        if judgement.doubts and not self.always:
            return _DOUBTFUL
        if loser is None:
            return Verdict(None, Ending.REPETITION, clause)
        return Verdict(loser, _ending(window, judge, loser), clause)


def _ending(window: Window, judge: CycleJudge, loser: Side) -> Ending:
    """What the plies of the loser have in common."""
    kinds = frozenset(judge.full.finding(ply).kind for ply in plies_of(window, loser))
    return _ENDINGS.get(kinds, Ending.PERPETUAL_ATTACK)
