"""What rule sets have in common that judge one repeated part of the game and forbid no move."""

from abc import abstractmethod
from collections.abc import Mapping

from server.rules.board.encoding import Move, Side
from server.rules.game.game import Game
from server.rules.repetition.inspector import Inspector
from server.rules.repetition.ruling import Ban, Finding
from server.rules.repetition.window import Window
from server.rules.rulesets.base import Strategy, laps_to_rule_on


class ByCycle(Strategy):
    """Ruled when a position stands for the last time allowed, by the latest laps."""

    __slots__ = ()

    @abstractmethod
    def blame(self, window: Window, inspector: Inspector) -> Finding:
        """Who loses by a cycle."""

    @abstractmethod
    def outlook(self, window: Window, inspector: Inspector) -> Finding:
        """Who loses by a cycle, by which clause, and the evidence."""

    def culprit(self, window: Window, inspector: Inspector) -> Side | None:
        """The side that loses by a cycle."""
        return self.blame(window, inspector).loser

    def rule(self, game: Game, rule_at: int) -> Finding | None:
        """The verdict once the present position has occurred `rule_at` times."""
        if game.occurrences < rule_at:
            return None
        inspector = self.inspector()
        laps = laps_to_rule_on(self, game, rule_at, inspector)
        return None if laps is None else self.outlook(laps, inspector)

    def bans(self, game: Game) -> Mapping[Move, Ban]:
        """None: these rules make a violator lose, they forbid no move."""
        del game
        return {}
