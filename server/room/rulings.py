"""What the rules of the game say to a room, written as its events.

The room asks before a move (is it banned?) and after it (is the game over, is a
repetition on its way to a ruling?). Texts are made here, once and in every language, and
travel with these rare events: who reads an old game reads what was said then.
"""

from dataclasses import replace

from server.aggregate.refusal import RefusalCode, Refused, require
from server.room.agreement import rule_terms
from server.room.messages import Counsel, Ended, Warned
from server.room.terms import Rules
from server.rules import adjudication
from server.rules.board import Move, Side, origin_of
from server.rules.game import Game
from server.rules.records import to_record
from server.rules.rulesets import DOUBTING, RuleTerms
from server.rules.ruling import BannedMove, RepetitionWarning, Ruling
from server.rules.words import LANGUAGES, tell_ban, tell_plies, tell_ruling, tell_warning


def consequence(
    game: Game, rules: Rules, move: Move, *, premove: bool, in_haste: bool = False
) -> Ended | Warned | None:
    """What a legal move brings about: the end, a warning, or nothing.

    In haste a rule set that needs long thought leaves the ruling to an arbiter.

    Raises:
        Refused: BANNED_MOVE; of a premove PREMOVE_LOSES.
    """
    require_allowed(game, rules, move)
    after = game.play(move)
    follows = verdict(after, rules, in_haste=in_haste)
    if premove:
        require_harmless(after, rules, follows, in_haste=in_haste)
    return follows


def heeded(counsel: Counsel) -> Ended | Warned | None:
    """What follows by a counsel.

    Raises:
        Refused: the counsel says that it may not be played.
    """
    if counsel.refusal:
        raise Refused(RefusalCode(counsel.refusal), counsel.detail)
    return counsel.follows


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


def require_harmless(
    after: Game, rules: Rules, follows: Ended | Warned | None, *, in_haste: bool = False
) -> None:
    """Go on if the last move of `after`, a premove, does not lose by repetition.

    Neither at once nor after any one reply; a reply can only bring that about by leading
    to a position that was there before, and there are few of them.

    Args:
        follows: the verdict on `after`.

    Raises:
        Refused: PREMOVE_LOSES.
    """
    mover, terms = after.to_move.opponent, _terms(rules, in_haste=in_haste)
    if isinstance(follows, Ended):
        require(follows.winner != mover.opponent, RefusalCode.PREMOVE_LOSES)
        return
    past = set(after.positions_since(after.reversible_since))
    for reply in after.legal_moves():
        if after.position.after(reply) in past:
            ruling = adjudication.judge(after.play(reply), terms)
            loses = ruling is not None and ruling.winner is mover.opponent
            require(not loses, RefusalCode.PREMOVE_LOSES)


def verdict(game: Game, rules: Rules, *, in_haste: bool = False) -> Ended | Warned | None:
    """What the last move of `game` brought about: the end, a warning, or nothing."""
    terms = _terms(rules, in_haste=in_haste)
    ruling = adjudication.judge(game, terms)
    if ruling is not None:
        return _ended(ruling, game)
    danger = adjudication.warning(game, terms)
    return None if danger is None else _warned(danger, game)


def _terms(rules: Rules, *, in_haste: bool) -> RuleTerms:
    terms = rule_terms(rules)
    return replace(terms, in_haste=in_haste and terms.name in DOUBTING)


def _ended(ruling: Ruling, game: Game) -> Ended:
    winner = None if ruling.winner is None else int(ruling.winner)
    texts = {language: tell_ruling(ruling, language) for language in LANGUAGES}
    record = to_record(ruling)
    told = _told(ruling, game)
    return Ended(winner, ruling.ending.value, record | {"told": told} if told else record, texts)


def _told(ruling: Ruling, game: Game) -> list[dict[str, object]]:
    """What is said of the plies of a ruling, those alike together, in every language."""
    by_language = {
        language: tell_plies(ruling, lambda ply: game.position_at(ply).board, language)
        for language in LANGUAGES
    }
    alike = zip(*by_language.values(), strict=True)
    return [
        {
            "plies": list(same[0].plies),
            "texts": dict(zip(LANGUAGES, (each.text for each in same), strict=True)),
        }
        for same in alike
    ]


def _warned(danger: RepetitionWarning, game: Game) -> Warned:
    readers = {"red": Side.RED, "black": Side.BLACK, "spectators": None}
    texts = {
        reader: {
            language: tell_warning(danger, game.position, language, side) for language in LANGUAGES
        }
        for reader, side in readers.items()
    }
    return Warned(to_record(danger), texts)
