"""What rule sets have in common that judge one repeated part of the game and forbid no move."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, NamedTuple

from xiangqi_server.game.rules.board.encoding import Move, Side
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.evidence import Evidence, Level
from xiangqi_server.game.rules.repetition.evidence_builder import evidence_of
from xiangqi_server.game.rules.repetition.inspector import Inspector, level_of
from xiangqi_server.game.rules.repetition.laps import RuledAt
from xiangqi_server.game.rules.repetition.ruling import Ban, Ending, Verdict
from xiangqi_server.game.rules.repetition.window import Window
from xiangqi_server.game.rules.rulesets.base import Strategy, laps_to_rule_on


class ByCycle(Strategy):
    """Ruled when a position stands for the last time allowed, by the latest laps."""

    __slots__ = ()

    @abstractmethod
    def verdict(self, window: Window, inspector: Inspector) -> Verdict:
        """The loser by a cycle."""

    @abstractmethod
    def forecast(self, window: Window, inspector: Inspector) -> Verdict:
        """The loser by a cycle, the clause, and the evidence."""

    def at_fault(self, window: Window, inspector: Inspector) -> Side | None:
        """The side that loses by a cycle."""
        return self.verdict(window, inspector).loser

    def rule(self, game: Game, ruled_at: RuledAt) -> Verdict | None:
        """The verdict once the present position has occurred often enough."""
        if game.occurrences < ruled_at.least:
            return None
        inspector = self.inspector()
        laps = laps_to_rule_on(self, game, ruled_at, inspector)
        return None if laps is None else self.forecast(laps, inspector)

    def bans(self, game: Game) -> Mapping[Move, Ban]:
        """None: these rules make a violator lose, they forbid no move."""
        del game
        return {}


class LevelClauses(NamedTuple):
    """The clauses by which the side with the greater fault loses, or neither does."""

    repetition: str
    perpetual_check: str
    perpetual_chase: str


class ByLevel(ByCycle):
    """The guiltier side of a cycle loses; equals draw."""

    __slots__ = ()

    clauses: ClassVar[LevelClauses]

    def verdict(self, window: Window, inspector: Inspector) -> Verdict:
        """The loser by this cycle."""
        red, black = (level_of(window, side, inspector) for side in Side)
        return self._compared(red, black)

    def forecast(self, window: Window, inspector: Inspector) -> Verdict:
        """The loser by this cycle, the clause, and the evidence."""
        evidence = evidence_of(window, inspector)
        bare = self._compared(*(found.level for found in evidence.sides))
        clause = self.clause_of(bare, window, evidence, inspector)
        return replace(bare, clause=clause, evidence=evidence)

    def clause_of(
        self, bare: Verdict, window: Window, evidence: Evidence, inspector: Inspector
    ) -> str:
        """The clause of a verdict; a rule set may know a more particular one."""
        del window, evidence, inspector
        return bare.clause

    def _compared(self, red: Level, black: Level) -> Verdict:
        """The higher level loses."""
        if red == black:
            return Verdict(None, Ending.REPETITION, self.clauses.repetition)
        loser = Side.RED if red > black else Side.BLACK
        if max(red, black) is Level.PERPETUAL_CHECK:
            return Verdict(loser, Ending.PERPETUAL_CHECK, self.clauses.perpetual_check)
        return Verdict(loser, Ending.PERPETUAL_CHASE, self.clauses.perpetual_chase)
