"""What rule sets have in common that judge one repeated part of the game and forbid no move."""

from abc import ABC, abstractmethod
from collections.abc import Mapping

from server.rules.board import Move
from server.rules.game import Game
from server.rules.repetition import Inspector
from server.rules.ruling import Ban, Ending, Verdict
from server.rules.window import Window, repeated_part


class ByCycle(ABC):
    """Ruled when a position stands for the last time allowed, by the part it repeats."""

    __slots__ = ()

    @abstractmethod
    def inspector(self) -> Inspector:
        """What a cycle is looked at with."""

    @abstractmethod
    def outlook(self, window: Window, inspector: Inspector) -> Verdict | None:
        """Who loses by a cycle, by which clause, and the account of it."""

    def rule(self, game: Game, rule_at: int) -> Verdict | None:
        """The verdict once the present position has occurred `rule_at` times."""
        if game.occurrences < rule_at:
            return None
        return self.outlook(repeated_part(game), self.inspector())

    def losing_moves(self, game: Game) -> Mapping[Move, Verdict]:
        """None."""
        del game
        return {}

    def bans(self, game: Game) -> Mapping[Move, Ban]:
        """None: these rules make a violator lose, they forbid no move."""
        del game
        return {}

    def no_way_out(self, ban: Ban, game: Game) -> Verdict:
        """The clause whose ban leaves nothing is the clause that loses."""
        return Verdict(game.to_move, Ending.BAN_STALEMATE, ban.clause)
