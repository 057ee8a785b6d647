"""The rulings of a game: what ends it, which moves are banned, when players are warned.

This module hides in which order the rules are asked. After each move: no legal move
loses; then repeated play, as the rule set says; then the draws by bare material and by
the natural limit. Repeated play comes before the natural limit, so that nobody is saved
by it from the loss that his checks have earned. A side whose every legal move is banned
has lost by that clause, or as the rule set says.

All of it is O(1) a move until a position recurs, a check is given, or nothing has been
taken for long.
"""

from dataclasses import replace

from server.rules.bans import banned_moves
from server.rules.board import Side
from server.rules.game import Game
from server.rules.rulesets import RuleSet, RuleTerms, rule_set
from server.rules.rulesets.base import NaturalLimit
from server.rules.ruling import Ban, Ending, Ruling, Verdict
from server.rules.warning import warning
from server.rules.window import repeated_part, reversible_part

__all__ = ["banned_moves", "judge", "warning"]


def judge(game: Game, terms: RuleTerms) -> Ruling | None:
    """The ruling on a game after its last move; None lets it go on."""
    rules = rule_set(terms)
    verdict = _verdict(game, terms, rules)
    return None if verdict is None else _signed(verdict, rules, game)


def _verdict(game: Game, terms: RuleTerms, rules: RuleSet) -> Verdict | None:
    """Ask the rules in their order."""
    if not game.has_legal_move():
        mated = game.in_check()
        ending = Ending.CHECKMATE if mated else Ending.STALEMATE
        clause = rules.general.checkmate if mated else rules.general.stalemate
        return Verdict(game.to_move, ending, clause)
    verdict = rules.strategy.rule(game, rules.rule_at)
    if verdict is not None and not (terms.forbid and verdict.loser is game.to_move):
        return verdict
    bans = banned_moves(game, terms)
    if bans and all(move in bans for move in game.legal_moves()):
        return verdict or _cornered(next(iter(bans.values())), rules, game)
    return _draw(game, rules)


def _cornered(ban: Ban, rules: RuleSet, game: Game) -> Verdict:
    """The verdict when every legal move is banned, with the plies that the bans come from.

    They come from the repetition; or, where nothing has recurred, from what the side to
    move has done since the last irreversible move.
    """
    recurs = game.occurrences > 1
    window = repeated_part(game) if recurs else reversible_part(game)
    strategy = rules.strategy
    ledger = strategy.ledger(window, strategy.inspector()) if window.moves else None
    return replace(strategy.no_way_out(ban, game), ledger=ledger)


def _draw(game: Game, rules: RuleSet) -> Verdict | None:
    """The draws that need no repetition."""
    if not any(game.has_attackers(side) for side in Side):
        return Verdict(None, Ending.BARE_MATERIAL, rules.general.bare_material)
    limit = rules.natural_limit
    if game.quiet_plies >= 2 * limit.moves and _counted_plies(game, limit) >= 2 * limit.moves:
        window = (game.ply - game.quiet_plies, game.ply - 1)
        return Verdict(None, Ending.NATURAL_LIMIT, rules.general.natural_limit, window)
    return None


def _counted_plies(game: Game, limit: NaturalLimit) -> int:
    """The plies since the last capture that count towards the natural limit.

    Of each side the first `limit.checks` checks count; a later check and its answer do not.
    """
    first = game.ply - game.quiet_plies
    checks = {Side.RED: 0, Side.BLACK: 0}
    uncounted: set[int] = set()
    for ply, position in enumerate(game.positions_since(first)[1:], first):
        if position.in_check():
            side = position.side.opponent
            checks[side] += 1
            if checks[side] > limit.checks:
                uncounted.update((ply, ply + 1))
    return game.quiet_plies - sum(ply < game.ply for ply in uncounted)


def _signed(verdict: Verdict, rules: RuleSet, game: Game) -> Ruling:
    """The ruling of this set and version."""
    window = verdict.window
    if verdict.ledger is not None:
        plies = verdict.ledger.plies
        window = (plies[0].ply, plies[-1].ply)
    return Ruling(
        winner=None if verdict.loser is None else verdict.loser.opponent,
        ending=verdict.ending,
        clause=verdict.clause,
        rule_set=rules.name,
        version=rules.version,
        occurrences=game.occurrences,
        window=window,
        ledger=verdict.ledger,
    )
