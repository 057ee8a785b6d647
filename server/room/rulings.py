"""What the rules of the game say about the moves of a room, as its events.

The room asks before a move (is it banned?) and after it (is the game over, is a
repetition on its way to a ruling?). Events hold what the rules found, which is put into words for
each reader when it is told.
"""

from server.aggregate.refusal import RefusalCode, Refused, require
from server.room.messages import Ended, Warned, WithRuling
from server.room.terms import Rules
from server.room.terms_check import rule_terms
from server.rules.adjudication import adjudication
from server.rules.adjudication.records import ban_record, to_record
from server.rules.board.encoding import Move, origin_of
from server.rules.game.game import Game
from server.rules.repetition.ruling import BannedMove


def consequence(game: Game, rules: Rules, move: Move, *, premove: bool) -> Ended | Warned | None:
    """What a legal move leads to: the end, a warning, or nothing.

    Raises:
        Refused: BANNED_MOVE; of a premove PREMOVE_LOSES.
    """
    require_allowed(game, rules, move)
    after = game.play(move)
    follows = verdict(after, rules)
    if premove:
        require_harmless(after, rules, follows)
    return follows


def apply_ruling(ruling: WithRuling) -> Ended | Warned | None:
    """What follows from a ruling.

    Raises:
        Refused: the ruling says that it may not be played.
    """
    if ruling.refusal:
        raise Refused(RefusalCode(ruling.refusal), ruling.detail)
    return ruling.follows


def require_allowed(game: Game, rules: Rules, move: Move) -> None:
    """Go on if the rule set lets a legal move be played here.

    Raises:
        Refused: BANNED_MOVE, with the record of the ban.
    """
    ban = adjudication.banned_moves(game, rule_terms(rules)).get(move)
    if ban is not None:
        piece = game.position.board[origin_of(move)]
        told = BannedMove(move, piece, ban.reason, ban.clause)
        raise Refused(RefusalCode.BANNED_MOVE, ban_record(told, game.position, rules.name))


def require_harmless(after: Game, rules: Rules, follows: Ended | Warned | None) -> None:
    """Go on if the last move of `after`, a premove, does not lose by repetition.

    Neither at once nor after any one reply; a reply can only bring that about by leading
    to a position that was there before, and there are few of them.

    Args:
        follows: the verdict on `after`.

    Raises:
        Refused: PREMOVE_LOSES.
    """
    mover, terms = after.to_move.opponent, rule_terms(rules)
    if isinstance(follows, Ended):
        require(follows.winner is not mover.opponent, RefusalCode.PREMOVE_LOSES)
        return
    past = set(after.positions_since(after.reversible_since))
    for reply in after.legal_moves():
        if after.position.after(reply) in past:
            ruling = adjudication.judge(after.play(reply), terms)
            loses = ruling is not None and ruling.winner is mover.opponent
            require(not loses, RefusalCode.PREMOVE_LOSES)


def verdict(game: Game, rules: Rules) -> Ended | Warned | None:
    """What the last move of `game` has led to: the end, a warning, or nothing."""
    terms = rule_terms(rules)
    ruling = adjudication.judge(game, terms)
    if ruling is not None:
        return Ended(ruling.winner, ruling.ending.value, to_record(ruling))
    danger = adjudication.warning(game, terms)
    return None if danger is None else Warned(to_record(danger))
