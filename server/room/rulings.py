"""What the rules of the game say to a room, written as its events.

The room asks before a move (is it banned?) and after it (is the game over, is a
repetition on its way to a ruling?). Texts are made here, once and in every language, and
travel with these rare events: who reads an old game reads what was said then.
"""

from server.aggregate.refusal import RefusalCode, Refused, require
from server.room.agreement import rule_terms
from server.room.messages import Ended, Warned
from server.room.terms import Rules
from server.rules import adjudication
from server.rules.board import Move, Side, origin_of
from server.rules.game import Game
from server.rules.records import to_record
from server.rules.ruling import BannedMove, RepetitionWarning, Ruling
from server.rules.words import LANGUAGES, tell_ban, tell_ruling, tell_warning


def require_allowed(game: Game, rules: Rules, move: Move) -> None:
    """Go on if the rule set lets a legal move be played here.

    Raises:
        Refused: BANNED_MOVE, with the reason in English.
    """
    ban = adjudication.banned_moves(game, rule_terms(rules)).get(move)
    if ban is not None:
        piece = game.position.board[origin_of(move)]
        told = BannedMove(move, piece, ban.reason, ban.clause)
        raise Refused(RefusalCode.BANNED_MOVE, tell_ban(told, game.position, rules.name, "en"))


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
        require(follows.winner != mover.opponent, RefusalCode.PREMOVE_LOSES)
        return
    past = set(after.positions_since(after.reversible_since))
    for reply in after.legal_moves():
        if after.position.after(reply) in past:
            ruling = adjudication.judge(after.play(reply), terms)
            loses = ruling is not None and ruling.winner is mover.opponent
            require(not loses, RefusalCode.PREMOVE_LOSES)


def verdict(game: Game, rules: Rules) -> Ended | Warned | None:
    """What the last move of `game` brought about: the end, a warning, or nothing."""
    terms = rule_terms(rules)
    ruling = adjudication.judge(game, terms)
    if ruling is not None:
        return _ended(ruling)
    danger = adjudication.warning(game, terms)
    return None if danger is None else _warned(danger, game)


def _ended(ruling: Ruling) -> Ended:
    winner = None if ruling.winner is None else int(ruling.winner)
    texts = {language: tell_ruling(ruling, language) for language in LANGUAGES}
    return Ended(winner, ruling.ending.value, to_record(ruling), texts)


def _warned(danger: RepetitionWarning, game: Game) -> Warned:
    readers = {"red": Side.RED, "black": Side.BLACK, "spectators": None}
    texts = {
        reader: {
            language: tell_warning(danger, game.position, language, side) for language in LANGUAGES
        }
        for reader, side in readers.items()
    }
    return Warned(to_record(danger), texts)
