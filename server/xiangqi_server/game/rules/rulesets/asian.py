"""The strategy of the Asian and World rules: the guiltier side of a cycle loses.

Which clause a verdict rests on is found by `asian_clauses`.

Source: Asian Xiangqi Federation rules; World Xiangqi Rules 2018, which re-edit them.
"""

from dataclasses import dataclass
from typing import ClassVar

from xiangqi_server.game.rules.repetition.evidence import Evidence
from xiangqi_server.game.rules.repetition.inspector import Inspector
from xiangqi_server.game.rules.repetition.ruling import Verdict
from xiangqi_server.game.rules.repetition.window import Window
from xiangqi_server.game.rules.rulesets.asian_clauses import AsianClause, clause_of
from xiangqi_server.game.rules.rulesets.by_cycle import ByLevel, LevelClauses


@dataclass(frozen=True, slots=True)
class AsianStrategy(ByLevel):
    """Levels decide; the higher level loses, equals draw.

    Fields:
        may_search: if not, a draw whose clause depends on what checks win raises `NeedsSearch`.
    """

    may_search: bool = True

    clauses: ClassVar = LevelClauses(
        AsianClause.REPETITION, AsianClause.PERPETUAL_CHECK, AsianClause.PERPETUAL_CHASE
    )

    def clause_of(
        self, bare: Verdict, window: Window, evidence: Evidence, inspector: Inspector
    ) -> str:
        """The clause that the book's diagrams point to."""
        return clause_of(window, evidence, bare.loser, inspector, may_search=self.may_search)
