"""The strategy of cchess.rul: a loop that has run three times must be ended.

"The attacking piece must end the loop" is read like this. The attacker is the one side whose
every move in the loop checks; without such a side, the one side whose every move checks or
chases (in the sense of `repetition`). A side that only answers checks is no attacker, whatever the
answers happen to hit. At the fourth occurrence the attacker may not go on.

The text knows two grounds for a draw: neither side has attacking pieces, or the loop is
utterly impossible to break. So the game is drawn if the attacker cannot do anything else,
and, since then neither has to break it, if both sides attack alike or neither does.

Source: cchess.rul, a text of the 1990s by Kevin Wang.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from xiangqi_server.game.rules.board.encoding import Move, Side
from xiangqi_server.game.rules.board.moves import board_after
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.evidence_builder import evidence_of
from xiangqi_server.game.rules.repetition.inspector import (
    Inspector,
    acts_throughout,
    checks_throughout,
)
from xiangqi_server.game.rules.repetition.laps import RuledAt
from xiangqi_server.game.rules.repetition.ruling import Ban, BanReason, Ending, Verdict
from xiangqi_server.game.rules.repetition.window import Window
from xiangqi_server.game.rules.rulesets.base import Strategy, draw_of_a_loop, laps_to_rule_on

LOOP_RAN_AT: Final = 4
"""A loop has run three times when its position stands for the fourth."""


class Loop3Clause(StrEnum):
    """The clauses of the text, by subject."""

    CHECKMATE = "mate"
    STALEMATE = "stalemate"
    LOOP = "loop"
    DRAW = "draw"
    NATURAL_LIMIT = "N"


class Loop3Strategy(Strategy):
    """A ban on the attacker, a draw otherwise."""

    __slots__ = ()

    def at_fault(self, window: Window, inspector: Inspector) -> Side | None:
        """The one side that attacks throughout."""
        return _attacker(window, inspector)

    def verdict(self, window: Window, inspector: Inspector) -> Verdict | None:
        """A draw, unless exactly one side attacks: that one is banned, not beaten."""
        if _attacker(window, inspector) is not None:
            return None
        return Verdict(None, Ending.REPETITION, Loop3Clause.DRAW)

    def forecast(self, window: Window, inspector: Inspector) -> Verdict | None:
        """Which side has to end the loop, if one has to; and the evidence."""
        attacker, evidence = _attacker(window, inspector), evidence_of(window, inspector)
        clause = Loop3Clause.DRAW if attacker is None else Loop3Clause.LOOP
        return Verdict(attacker, Ending.REPETITION, clause, evidence=evidence)

    def rule(self, game: Game, ruled_at: RuledAt) -> Verdict | None:
        """The draw of a loop that neither side has to end."""
        del ruled_at
        return draw_of_a_loop(self, game, LOOP_RAN_AT)

    def bans(self, game: Game) -> Mapping[Move, Ban]:
        """The attacker's moves back into the loop."""
        inspector = self.inspector()
        window = laps_to_rule_on(self, game, RuledAt.at(LOOP_RAN_AT), inspector)
        if window is None or _attacker(window, inspector) is not game.to_move:
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
    """The one side whose every move checks; or else, checks or chases."""
    for attacks in (checks_throughout, acts_throughout):
        attackers = [side for side in Side if attacks(window, side, inspector)]
        if len(attackers) == 1:
            return attackers[0]
    return None
