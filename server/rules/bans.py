"""Which legal moves may not be played.

This module hides what the *forbid* option makes of rules that punish. A ruling against
the side that moves refuses the move beforehand: it is banned. A ruling against the side
now to move (the victim's move completed the cycle) lets the game go on, and bans that
side's moves back into the window.
"""

from collections.abc import Mapping

from server.rules.board import Move
from server.rules.game import Game
from server.rules.moves import board_after
from server.rules.repetition import Inspector
from server.rules.rulesets import RuleSet, RuleTerms, rule_set
from server.rules.ruling import Ban, BanReason, Verdict
from server.rules.window import Window, repeated_part, reversible_part


def banned_moves(game: Game, terms: RuleTerms) -> Mapping[Move, Ban]:
    """The legal moves that the side to move may not play, and why.

    Costs next to nothing until a check has been given or a cycle could be complete.
    """
    rules = rule_set(terms)
    bans = rules.strategy.bans(game)
    if not terms.forbid:
        return bans
    return {**_forbidden(game, rules), **bans}


def verdict_after(past: Window, move: Move, rules: RuleSet, inspector: Inspector) -> Verdict | None:
    """The verdict on the repetition that a move completes, if it completes one."""
    after = board_after(past.boards[-1], move)
    if past.occurrences_of(after, past.to_move.opponent) + 1 < rules.rule_at:
        return None
    return rules.strategy.blame(past.then(move).repeated(), inspector)


def in_full(verdict: Verdict, window: Window, rules: RuleSet, inspector: Inspector) -> Verdict:
    """A bare verdict on a window, by the clause that a ruling on it rests on."""
    return rules.strategy.outlook(window, inspector) or verdict


def moves_into(window: Window, game: Game, legal: list[Move]) -> list[Move]:
    """The moves among the legal ones that lead back to a position of the window."""
    board, next_side = game.position.board, game.to_move.opponent
    return [move for move in legal if window.occurrences_of(board_after(board, move), next_side)]


def _forbidden(game: Game, rules: RuleSet) -> dict[Move, Ban]:
    """What forbid mode bans: moves that lose at once, and moves back into the window."""
    bans = {move: _ban(verdict) for move, verdict in rules.strategy.losing_moves(game).items()}
    if game.quiet_plies < 4 * (rules.rule_at - 1) - 1:
        return bans
    past, inspector = reversible_part(game), rules.strategy.inspector()
    for move in moves_into(past, game, game.legal_moves()):
        verdict = verdict_after(past, move, rules, inspector)
        if verdict is not None and verdict.loser is game.to_move:
            bans[move] = _ban(in_full(verdict, past.then(move).repeated(), rules, inspector))
    return _moves_back(game, rules) | bans


def _moves_back(game: Game, rules: RuleSet) -> dict[Move, Ban]:
    """The moves back into a window that was ruled against the side now to move."""
    if game.occurrences < rules.rule_at:
        return {}
    window, inspector = repeated_part(game), rules.strategy.inspector()
    verdict = rules.strategy.blame(window, inspector)
    if verdict is None or verdict.loser is not game.to_move:
        return {}
    ban = _ban(in_full(verdict, window, rules, inspector))
    return dict.fromkeys(moves_into(window, game, game.legal_moves()), ban)


def _ban(verdict: Verdict) -> Ban:
    """The ban that stands for a loss."""
    return Ban(BanReason(verdict.ending.value), verdict.clause)
