"""What the rules of the game say about the moves of a room, as its events.

The room asks before a move (is it banned?) and after it (is the game over, is a
repetition on its way to a ruling?). It asks on terms that allow no search (`on_loop`): a ruling
that needs one comes with the command (`ruling_request`). Events hold what the rules found,
which is put into words for each reader when it is sent.
"""

from functools import lru_cache
from typing import Final

from xiangqi_server.aggregates.room.messages import Ended, Warned, WithRuling
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import RuleTerms
from xiangqi_server.aggregates.room.terms_check import rule_terms
from xiangqi_server.game.rules.adjudication import adjudication
from xiangqi_server.game.rules.adjudication.records import ban_record, to_record
from xiangqi_server.game.rules.board.encoding import Move, origin_of
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.ruling import BannedMove
from xiangqi_server.game.rules.rulesets import NeedsSearch, RuleOptions, rule_set
from xiangqi_server.kernel.aggregate.refusal import Refused, require

PLIES_AT_ONCE: Final = 24
"""Among how many plies since the last irreversible one a repetition is ruled on without a worker.

Each different ply of a lap costs some 0.1 ms.
"""


@lru_cache(maxsize=256)
def on_loop(rules: RuleTerms) -> RuleOptions:
    """The terms of a room as a process that serves asks about them: without a search."""
    return rule_terms(rules)._replace(may_search=False)


def consequence(
    game: Game, terms: RuleOptions, move: Move, *, premove: bool
) -> Ended | Warned | None:
    """What a legal move leads to: the end, a warning, or nothing.

    Raises:
        Refused: BANNED_MOVE; of a premove PREMOVE_LOSES.
        NeedsSearch: the terms allow no search, and it needs one.
    """
    if game.most_occurrences > 1:
        _require_short(game, terms)
    if terms.forbid or rule_set(terms).bans:
        require_allowed(game, terms, move)
    after = game.play(move)
    follows = verdict(after, terms)
    if premove:
        require_harmless(after, terms, follows)
    return follows


def apply_ruling(ruling: WithRuling) -> Ended | Warned | None:
    """What follows from a ruling.

    Raises:
        Refused: the ruling says that it may not be played.
    """
    if ruling.refusal:
        raise Refused(RoomRefusal(ruling.refusal), ruling.detail)
    return ruling.follows


def _require_short(game: Game, terms: RuleOptions) -> None:
    """Go on if the plies of a game in which a position recurs are few, or may be many."""
    if not terms.may_search and game.ply - game.reversible_since > PLIES_AT_ONCE:
        raise NeedsSearch


def require_allowed(game: Game, terms: RuleOptions, move: Move) -> None:
    """Go on if the rule set lets a legal move be played here.

    Raises:
        Refused: BANNED_MOVE, with the record of the ban.
    """
    ban = adjudication.banned_moves(game, terms).get(move)
    if ban is not None:
        piece = game.position.board[origin_of(move)]
        told = BannedMove(move, piece, ban.reason, ban.clause)
        raise Refused(RoomRefusal.BANNED_MOVE, ban_record(told, game.position, terms.name))


def require_harmless(after: Game, terms: RuleOptions, follows: Ended | Warned | None) -> None:
    """Go on if the last move of `after`, a premove, does not lose by repetition.

    Neither at once nor after any one reply; a reply can only bring that about by leading
    to a position that was there before, and there are few of them.

    Args:
        follows: the verdict on `after`.

    Raises:
        Refused: PREMOVE_LOSES.
    """
    mover = after.to_move.opponent
    if isinstance(follows, Ended):
        require(follows.winner is not mover.opponent, RoomRefusal.PREMOVE_LOSES)
        return
    past = set(after.positions_since(after.reversible_since))
    for reply in after.legal_moves():
        if after.position.after(reply) in past:
            ruling = adjudication.judge(after.play(reply), terms)
            loses = ruling is not None and ruling.winner is mover.opponent
            require(not loses, RoomRefusal.PREMOVE_LOSES)


def verdict(game: Game, terms: RuleOptions) -> Ended | Warned | None:
    """What the last move of `game` has led to: the end, a warning, or nothing.

    Raises:
        NeedsSearch: the terms allow no search, and it needs one.
    """
    if game.most_occurrences > 1:
        _require_short(game, terms)
    ruling = adjudication.judge(game, terms)
    if ruling is not None:
        return Ended(ruling.winner, ruling.ending.value, to_record(ruling))
    danger = adjudication.warning(game, terms)
    return None if danger is None else Warned(to_record(danger))
