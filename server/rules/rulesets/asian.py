"""The strategy of the Asian and World rules: the guiltier side of a cycle loses.

Which clause a verdict rests on is found by `asian_clauses`.

Source: Asian Xiangqi Federation rules; World Xiangqi Rules 2018, which re-edit them.
"""

from dataclasses import replace

from server.rules.board.encoding import Side
from server.rules.repetition.evidence_builder import evidence_of
from server.rules.repetition.inspector import Inspector, Level, level_of
from server.rules.repetition.ruling import Ending, Finding
from server.rules.repetition.window import Window
from server.rules.rulesets.asian_clauses import AsianClause, clause_of
from server.rules.rulesets.by_cycle import ByCycle


class AsianStrategy(ByCycle):
    """Levels decide; the higher level loses, equals draw."""

    def blame(self, window: Window, inspector: Inspector) -> Finding:
        """Who loses by this cycle."""
        red, black = (level_of(window, side, inspector) for side in Side)
        return _compared(red, black)

    def outlook(self, window: Window, inspector: Inspector) -> Finding:
        """Who loses by this cycle, by which clause, and the evidence."""
        evidence = evidence_of(window, inspector)
        bare = _compared(*(found.level for found in evidence.sides))
        return replace(
            bare, clause=clause_of(window, evidence, bare.loser, inspector), evidence=evidence
        )


def _compared(red: Level, black: Level) -> Finding:
    """The higher level loses."""
    if red == black:
        return Finding(None, Ending.REPETITION, AsianClause.REPETITION)
    loser = Side.RED if red > black else Side.BLACK
    if max(red, black) is Level.PERPETUAL_CHECK:
        return Finding(loser, Ending.PERPETUAL_CHECK, AsianClause.PERPETUAL_CHECK)
    return Finding(loser, Ending.PERPETUAL_CHASE, AsianClause.PERPETUAL_CHASE)
