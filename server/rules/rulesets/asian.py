"""The strategy of the Asian and World rules: the guiltier side of a cycle loses.

This module hides how levels become a verdict. Which clause it rests on is found by
`asian_clauses`.

Source: Asian Xiangqi Federation rules; World Xiangqi Rules 2018, which re-edit them.
"""

from collections.abc import Mapping
from dataclasses import replace

from server.rules.board import Move, Side
from server.rules.bookkeeping import write_ledger
from server.rules.game import Game
from server.rules.ledger import Ledger
from server.rules.repetition import Inspector, Level, level_of
from server.rules.rulesets.asian_clauses import AsianClause, clause_of
from server.rules.ruling import Ban, Ending, Verdict
from server.rules.window import Window, repeated_part


class AsianStrategy:
    """Levels decide; the higher level loses, equals draw."""

    def inspector(self) -> Inspector:
        """One that asks as the rules on repetition do."""
        return Inspector()

    def blame(self, window: Window, inspector: Inspector) -> Verdict | None:
        """Who loses by this cycle."""
        red, black = (level_of(window, side, inspector) for side in Side)
        return _compared(red, black)

    def outlook(self, window: Window, inspector: Inspector) -> Verdict | None:
        """Who loses by this cycle, by which clause, and the account of it."""
        ledger = write_ledger(window, inspector)
        bare = _compared(*(account.level for account in ledger.accounts))
        return replace(bare, clause=clause_of(window, ledger, bare.loser), ledger=ledger)

    def ledger(self, window: Window, inspector: Inspector) -> Ledger:
        """The account of some plies."""
        return write_ledger(window, inspector)

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


def _compared(red: Level, black: Level) -> Verdict:
    """The higher level loses."""
    if red == black:
        return Verdict(None, Ending.REPETITION, AsianClause.REPETITION)
    loser = Side.RED if red > black else Side.BLACK
    if max(red, black) is Level.PERPETUAL_CHECK:
        return Verdict(loser, Ending.PERPETUAL_CHECK, AsianClause.PERPETUAL_CHECK)
    return Verdict(loser, Ending.PERPETUAL_CHASE, AsianClause.PERPETUAL_CHASE)
