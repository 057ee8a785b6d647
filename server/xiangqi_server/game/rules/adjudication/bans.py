"""Which legal moves may not be played.

The *forbid* option makes bans of rules that punish. A ruling against the side that moves
refuses the move beforehand: it is banned. A ruling against the side now to move (the victim's
move completed the cycle) lets the game go on, and bans that side's moves back into the window.
"""

from collections.abc import Mapping

from xiangqi_server.game.rules.board.encoding import Move
from xiangqi_server.game.rules.board.moves import board_after
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.inspector import Inspector
from xiangqi_server.game.rules.repetition.laps import ruled_part
from xiangqi_server.game.rules.repetition.ruling import Ban, BanReason, Verdict
from xiangqi_server.game.rules.repetition.window import Window, move_between, reversible_part
from xiangqi_server.game.rules.rulesets import RuleOptions, RuleSet, rule_set
from xiangqi_server.game.rules.rulesets.base import laps_to_rule_on


def banned_moves(game: Game, terms: RuleOptions) -> Mapping[Move, Ban]:
    """The legal moves that the side to move may not play, and why.

    Costs next to nothing until a check has been given or a cycle could be complete.
    """
    rules = rule_set(terms)
    bans = rules.strategy.bans(game) if rules.bans else {}
    return {**_forbidden(game, rules), **bans} if terms.forbid else bans


def verdict_after(past: Window, move: Move, rules: RuleSet, inspector: Inspector) -> Verdict | None:
    """The verdict on the repetition that a move completes, if it completes one."""
    after = board_after(past.boards[-1], move)
    ruled_at = rules.ruled_at
    if past.occurrences_of(after, past.to_move.opponent) + 1 < ruled_at.least:
        return None
    repeated = past.then(move).repeated(entering=ruled_at.entering)
    laps = laps_ruled_on(repeated, rules, inspector)
    return None if laps is None else rules.strategy.verdict(laps, inspector)


def laps_ruled_on(repeated: Window, rules: RuleSet, inspector: Inspector) -> Window | None:
    """The laps of a repetition that are ruled on now; None while the game goes on."""
    return ruled_part(
        repeated, rules.ruled_at.occurrence, lambda laps: rules.strategy.at_fault(laps, inspector)
    )


def in_full(verdict: Verdict, repeated: Window, rules: RuleSet, inspector: Inspector) -> Verdict:
    """A bare verdict on a repetition, by the clause that a ruling on it rests on."""
    laps = laps_ruled_on(repeated, rules, inspector)
    return (laps and rules.strategy.forecast(laps, inspector)) or verdict


def moves_into(window: Window, game: Game, legal: list[Move]) -> list[Move]:
    """The moves among the legal ones that lead back to a position of the window."""
    boards = window.loop.often(1, game.to_move.opponent)
    leading = {move_between(game.board, board) for board in boards}
    return [move for move in legal if move in leading]


def _forbidden(game: Game, rules: RuleSet) -> dict[Move, Ban]:
    """What forbid mode bans: moves that lose at once, and moves back into the window."""
    bans = {move: _ban(verdict) for move, verdict in rules.strategy.losing_moves(game).items()}
    if game.quiet_plies < 4 * (rules.ruled_at.occurrence - 1) - 1:
        return bans
    entering = rules.ruled_at.entering
    past, inspector = reversible_part(game, entering=entering), rules.strategy.inspector()
    for move in moves_into(past, game, game.legal_moves()):
        verdict = verdict_after(past, move, rules, inspector)
        if verdict is not None and verdict.loser is game.to_move:
            repeated = past.then(move).repeated(entering=entering)
            bans[move] = _ban(in_full(verdict, repeated, rules, inspector))
    return _moves_back(game, rules) | bans


def _moves_back(game: Game, rules: RuleSet) -> dict[Move, Ban]:
    """The moves back into a window that was ruled against the side now to move."""
    inspector = rules.strategy.inspector()
    window = laps_to_rule_on(rules.strategy, game, rules.ruled_at, inspector)
    verdict = None if window is None else rules.strategy.verdict(window, inspector)
    if window is None or verdict is None or verdict.loser is not game.to_move:
        return {}
    ban = _ban(in_full(verdict, window, rules, inspector))
    return dict.fromkeys(moves_into(window, game, game.legal_moves()), ban)


def _ban(verdict: Verdict) -> Ban:
    """The ban that stands for a loss."""
    return Ban(BanReason(verdict.ending.value), verdict.clause)
