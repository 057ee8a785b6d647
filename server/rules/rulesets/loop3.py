"""The strategy of cchess.rul: a loop that has run three times must be ended.

This module hides how "the attacking piece must end the loop" is read: the attacker is the
side whose every move in the loop checks or chases (in the sense of `repetition`). At the
fourth occurrence it may not go on; if both sides or neither attack, or if the attacker
cannot do anything else, the game is drawn.

Source: cchess.rul, a text of the 1990s by Kevin Wang.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from server.rules.board import Move, Side
from server.rules.bookkeeping import write_ledger
from server.rules.game import Game
from server.rules.ledger import Ledger
from server.rules.moves import board_after
from server.rules.repetition import Inspector, acts_throughout
from server.rules.rulesets.base import draw_of_a_loop
from server.rules.ruling import Ban, BanReason, Ending, Verdict
from server.rules.window import Window, repeated_part

LOOP_RAN_AT: Final = 4
"""A loop has run three times when its position stands for the fourth."""


class Loop3Clause(StrEnum):
    """The clauses of the text, by subject."""

    CHECKMATE = "mate"
    STALEMATE = "stalemate"
    LOOP = "loop"
    DRAW = "draw"
    NATURAL_LIMIT = "N"


class Loop3Strategy:
    """A ban on the attacker, a draw otherwise."""

    def inspector(self) -> Inspector:
        """One that asks as the rules on repetition do."""
        return Inspector()

    def blame(self, window: Window, inspector: Inspector) -> Verdict | None:
        """A draw, unless exactly one side attacks: that one is banned, not beaten."""
        if _attacker(window, inspector) is not None:
            return None
        return Verdict(None, Ending.REPETITION, Loop3Clause.DRAW)

    def outlook(self, window: Window, inspector: Inspector) -> Verdict | None:
        """Which side has to end the loop, if one has to; and the account of it."""
        attacker, ledger = _attacker(window, inspector), write_ledger(window, inspector)
        clause = Loop3Clause.DRAW if attacker is None else Loop3Clause.LOOP
        return Verdict(attacker, Ending.REPETITION, clause, ledger=ledger)

    def ledger(self, window: Window, inspector: Inspector) -> Ledger:
        """The account of some plies."""
        return write_ledger(window, inspector)

    def rule(self, game: Game, rule_at: int) -> Verdict | None:
        """The draw of a loop nobody has to end."""
        del rule_at
        return draw_of_a_loop(self, game, LOOP_RAN_AT)

    def losing_moves(self, game: Game) -> Mapping[Move, Verdict]:
        """None."""
        del game
        return {}

    def bans(self, game: Game) -> Mapping[Move, Ban]:
        """The attacker's moves back into the loop."""
        if game.occurrences < LOOP_RAN_AT:
            return {}
        window = repeated_part(game)
        if _attacker(window, self.inspector()) is not game.to_move:
            return {}
        ban = Ban(BanReason.ENDLESS_LOOP, Loop3Clause.LOOP)
        return {
            move: ban
            for move in game.legal_moves()
            if window.occurrences_of(board_after(game.position.board, move), game.to_move.opponent)
        }

    def no_way_out(self, ban: Ban, game: Game) -> Verdict:
        """The text: a loop that is utterly impossible to break is a draw."""
        del ban, game
        return Verdict(None, Ending.BAN_STALEMATE, Loop3Clause.DRAW)


def _attacker(window: Window, inspector: Inspector) -> Side | None:
    """The one side whose every move checks or chases."""
    attackers = [side for side in Side if acts_throughout(window, side, inspector)]
    return attackers[0] if len(attackers) == 1 else None
