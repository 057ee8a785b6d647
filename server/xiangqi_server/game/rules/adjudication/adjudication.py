"""The rulings of a game: what ends it, which moves are banned, when players are warned.

The rules are asked in this order after each move. A side without a legal move loses; then comes
repeated play, as the rule set says; then the draws by material and by the natural limit.
Repeated play comes before the natural limit, so that the limit saves no side from a loss by
perpetual check. If every legal move of a side is banned, it has lost by the clause of the ban, or
as the rule set says.

All of it is O(1) for each move, until a position recurs, a check is given, or nothing has been
captured for long.
"""

from dataclasses import replace
from typing import Final

from xiangqi_server.game.rules.adjudication.bans import banned_moves
from xiangqi_server.game.rules.adjudication.unwinnable import cannot_be_won
from xiangqi_server.game.rules.adjudication.warning import warning
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.board.moves import has_legal_move
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.ruling import Ban, Ending, Ruling, Verdict
from xiangqi_server.game.rules.repetition.window import repeated_part, reversible_part
from xiangqi_server.game.rules.rulesets import RuleOptions, RuleSet, rule_set
from xiangqi_server.game.rules.rulesets.base import NaturalLimit

__all__ = ["banned_moves", "judge", "warning"]

LONGEST_GAME: Final = 3_000
"""Plies after which a game without a natural limit is drawn, for its log must end."""


def judge(game: Game, terms: RuleOptions) -> Ruling | None:
    """The ruling on a game after its last move; None lets it go on."""
    rules = rule_set(terms)
    verdict = _verdict(game, terms, rules)
    return None if verdict is None else _signed(verdict, rules, game)


def _verdict(game: Game, terms: RuleOptions, rules: RuleSet) -> Verdict | None:
    """Ask the rules in their order."""
    if not has_legal_move(game.board, game.to_move, checked=game.checked):
        mated = game.checked
        ending = Ending.CHECKMATE if mated else Ending.STALEMATE
        clause = rules.general.checkmate if mated else rules.general.stalemate
        return Verdict(game.to_move, ending, clause)
    verdict = rules.strategy.rule(game, rules.ruled_at)
    if verdict is not None and not (terms.forbid and verdict.loser is game.to_move):
        return verdict
    bans = banned_moves(game, terms) if rules.bans or terms.forbid else {}
    if bans and all(move in bans for move in game.legal_moves()):
        return verdict or _cornered(next(iter(bans.values())), rules, game)
    return _draw(game, rules)


def _cornered(ban: Ban, rules: RuleSet, game: Game) -> Verdict:
    """The verdict when every legal move is banned, with the plies that the bans come from.

    They are the plies of the repetition or, if nothing has recurred, all plies since the last
    irreversible move.
    """
    recurs = game.occurrences > 1
    window = repeated_part(game) if recurs else reversible_part(game)
    strategy = rules.strategy
    evidence = strategy.evidence(window, strategy.inspector()) if window.moves else None
    return replace(strategy.no_way_out(ban, game), evidence=evidence)


def _draw(game: Game, rules: RuleSet) -> Verdict | None:
    """The draws that need no repetition."""
    is_bare = not (game.has_attackers(Side.RED) or game.has_attackers(Side.BLACK))
    if is_bare or (rules.draws_unwinnable and cannot_be_won(game.board)):
        return Verdict(None, Ending.BARE_MATERIAL, rules.general.bare_material)
    limit = rules.natural_limit
    if _is_at_limit(game, limit):
        window = (_first_quiet(game), game.ply - 1) if game.ply else None
        return Verdict(None, Ending.NATURAL_LIMIT, rules.general.natural_limit, window)
    return None


def _is_at_limit(game: Game, limit: NaturalLimit) -> bool:
    """Whether the natural limit draws the game; without one, the longest game that there may be."""
    if not limit.moves:
        return game.ply >= LONGEST_GAME
    return game.quiet_plies >= 2 * limit.moves and _may_claim(game, limit)


def _may_claim(game: Game, limit: NaturalLimit) -> bool:
    """Whether either side could claim the natural limit.

    The checks of the side that claims do not count beyond `limit.checks`; those of the other side
    all count, so neither puts a draw off by checking. It is only called when both have made enough
    moves, so most games never have their checks counted. Checks before the start are unknown: no
    move of that time is taken for one.
    """
    moves = {game.to_move: game.quiet_plies // 2, game.to_move.opponent: -(-game.quiet_plies // 2)}
    checks = {Side.RED: 0, Side.BLACK: 0}
    for position in game.positions_since(_first_quiet(game))[1:]:
        checks[position.side.opponent] += position.in_check()
    return any(moves[side] - max(0, checks[side] - limit.checks) >= limit.moves for side in Side)


def _first_quiet(game: Game) -> int:
    """The first ply since the last capture, of those that were played here."""
    return max(0, game.ply - game.quiet_plies)


def _signed(verdict: Verdict, rules: RuleSet, game: Game) -> Ruling:
    """The verdict as a ruling of this rule set and version."""
    window = verdict.window
    if verdict.evidence is not None:
        plies = verdict.evidence.plies
        window = (plies[0].ply, plies[-1].ply)
    return Ruling(
        winner=None if verdict.loser is None else verdict.loser.opponent,
        ending=verdict.ending,
        clause=verdict.clause,
        rule_set=rules.name,
        version=rules.version,
        occurrences=game.occurrences,
        window=window,
        evidence=verdict.evidence,
    )
