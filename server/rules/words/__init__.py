"""Rulings and warnings told in the players' languages.

This module hides how a value becomes sentences: what is said, in which order, and how
much. How it is worded is each language's; squares are files counted from the right of the
side whose piece it is, as players count them.
"""

from collections.abc import Callable
from typing import Final

from server.rules.board import Board, Move, Side, side_of
from server.rules.deeds import Deed, DeedKind, deed_of
from server.rules.ledger import Prey, Why
from server.rules.position import Position
from server.rules.rulesets import RuleTerms, clause_number, rule_set
from server.rules.ruling import (
    BannedMove,
    BanReason,
    Ending,
    LosingMove,
    RepetitionWarning,
    Ruling,
    SideWarning,
)
from server.rules.words.en import ENGLISH
from server.rules.words.keys import Text
from server.rules.words.language import Language
from server.rules.words.naming import file_name, piece_name, placed_name, role_name
from server.rules.words.plies import ToldPly, told_doubts, told_plies
from server.rules.words.vi import VIETNAMESE
from server.rules.words.zh_hans import SIMPLIFIED_CHINESE
from server.rules.words.zh_hant import TRADITIONAL_CHINESE

CATALOGUE: Final = {
    "en": ENGLISH,
    "zh-Hans": SIMPLIFIED_CHINESE,
    "zh-Hant": TRADITIONAL_CHINESE,
    "vi": VIETNAMESE,
}
LANGUAGES: Final = tuple(CATALOGUE)

_PLAIN_ENDINGS: Final = {
    Ending.CHECKMATE: Text.CHECKMATE,
    Ending.STALEMATE: Text.STALEMATE,
    Ending.BARE_MATERIAL: Text.BARE_MATERIAL,
    Ending.NATURAL_LIMIT: Text.NATURAL_LIMIT,
    Ending.CHECK_COUNT: Text.CHECK_COUNT,
}
_PLAIN_DEEDS: Final = {
    DeedKind.CHECKS_AND_CHASES: Text.DEED_CHECKS_AND_CHASES,
    DeedKind.SOME_CHECKS: Text.DEED_SOME_CHECKS,
    DeedKind.CHASES_SEVERAL: Text.DEED_CHASES_SEVERAL,
    DeedKind.SOME_CHASES: Text.DEED_SOME_CHASES,
    DeedKind.KILL: Text.DEED_KILL,
    DeedKind.ATTACKS: Text.DEED_ATTACKS,
    DeedKind.SOME_ATTACKS: Text.DEED_SOME_ATTACKS,
    DeedKind.IDLE: Text.DEED_IDLE,
}
_ENDING_NAMES: Final = {
    Ending.PERPETUAL_CHECK: Text.NAME_PERPETUAL_CHECK,
    Ending.PERPETUAL_CHASE: Text.NAME_PERPETUAL_CHASE,
    Ending.PERPETUAL_ATTACK: Text.NAME_PERPETUAL_ATTACK,
    Ending.CHECK_COUNT: Text.NAME_CHECK_COUNT,
}


def tell_ruling(ruling: Ruling, language: str) -> str:
    """The ruling in one of `LANGUAGES`: who, what, to whom, by which clause, what follows."""
    words = CATALOGUE[language]
    sentences = [_outcome(ruling, words)]
    if ruling.ending is Ending.REPETITION and ruling.ledger is not None:
        for side in Side:
            deed = _deed(deed_of(ruling.ledger, side), words)
            sentences.append(words.say(Text.SIDE_DID, side=words.sides[side], deed=deed))
    if ruling.ledger is not None:
        sentences += told_doubts(ruling.ledger, words)
    sentences.append(_clause(ruling.rule_set, ruling.version, ruling.clause, language))
    return words.gap.join(sentence for sentence in sentences if sentence)


def tell_plies(
    ruling: Ruling, board_at: Callable[[int], Board], language: str
) -> tuple[ToldPly, ...]:
    """What is to be said of each ply the ruling rests on; `board_at` gives the board before it.

    Only the Chinese rules class every ply by an article; of others nothing is told.
    """
    if ruling.ledger is None:
        return ()
    return told_plies(ruling.ledger, board_at, CATALOGUE[language])


def tell_warning(
    warning: RepetitionWarning, position: Position, language: str, for_side: Side | None
) -> str:
    """The warning for one side; for spectators (None) what both sides are told.

    `position` is the one warned of; the moves of the side that is not to move are named by
    it as well, because its own pieces will stand so when it plays them.
    """
    words = CATALOGUE[language]
    side = warning.to_move if for_side is None else for_side
    mine, theirs = warning.sides[side], warning.sides[side.opponent]
    sentences = [_state(warning, for_side, words)]
    if for_side is not None:
        sentences += _moves(mine, Position(position.board, for_side), words)
    for about in (side, side.opponent):
        if about is not for_side:
            bans, name = warning.sides[about].banned, words.sides[about]
            sentences += _bans(Text.OPPONENT_RESTRAINED, bans, position, words, name)
    clause = mine.clause or theirs.clause
    sentences.append(_clause(warning.rule_set, warning.version, clause, language))
    return words.gap.join(sentence for sentence in sentences if sentence)


def tell_losing(losing: LosingMove, language: str) -> str:
    """Why a move on the list of a warning loses."""
    words = CATALOGUE[language]
    text = Text.LOSES_AFTER_REPLY if losing.after_reply else Text.LOSES_AT_ONCE
    name = _ENDING_NAMES.get(losing.ending, Text.NAME_REPETITION)
    return words.say(text, ending=words.texts[name])


def tell_ban(ban: BannedMove, position: Position, rules: str, language: str) -> str:
    """Why a move may not be played in a position, under the rule set of that name."""
    words = CATALOGUE[language]
    return words.say(
        Text.BAN_SENTENCE,
        move=words.move(position, ban.move),
        reason=_reason(ban.reason, words),
        clause=clause_number(rules, ban.clause),
    )


def _outcome(ruling: Ruling, words: Language) -> str:
    """The sentence on what ended the game, and how."""
    first, last = ruling.window or (0, 0)
    parts = {
        "loser": "" if ruling.loser is None else words.sides[ruling.loser],
        "winner": "" if ruling.winner is None else words.sides[ruling.winner],
        "ordinal": words.ordinal(ruling.occurrences),
        "count": str((last - first) // 2 + 1),
    }
    if ruling.ending in _PLAIN_ENDINGS:
        return words.say(_PLAIN_ENDINGS[ruling.ending], **parts)
    if ruling.ending is Ending.REPETITION:
        return words.say(Text.REPETITION, **parts)
    if ruling.loser is None:
        return words.say(Text.BAN_STALEMATE_DRAW, **parts)
    if ruling.ledger is None or ruling.ending is Ending.BAN_STALEMATE:
        return words.say(Text.BAN_STALEMATE, **parts)
    deed = _sentence(deed_of(ruling.ledger, ruling.loser), ruling.loser, words)
    return words.say(Text.PERPETUAL, deed=deed, **parts)


def _state(warning: RepetitionWarning, reader: Side | None, words: Language) -> str:
    """Where the repetition stands, as this side or (None) a spectator sees it."""
    red, black = (side.deed for side in warning.sides)
    if red is None or black is None:
        return ""
    parts = {
        "times": words.ordinal(warning.occurrences),
        "ordinal": words.ordinal(warning.occurrences + warning.left),
    }
    at_fault = [side for side in Side if warning.sides[side].at_fault]
    if not at_fault:
        return words.say(Text.WARN_DRAW, **parts)
    culprit = at_fault[0]
    deed = _sentence(red if culprit is Side.RED else black, culprit, words)
    if culprit is reader:
        text = _by_time(warning, culprit, Text.WARN_BAN, Text.WARN_BAN_NOW, Text.WARN_LOSS)
        return words.say(text, deed=deed, **parts)
    text = _by_time(warning, culprit, Text.NOTICE_BAN, Text.NOTICE_BAN_NOW, Text.NOTICE_LOSS)
    notice = words.say(text, deed=deed, side=words.sides[culprit], **parts)
    return notice if reader is None else words.gap.join((notice, words.texts[Text.NEED_NOT]))


def _by_time(
    warning: RepetitionWarning, culprit: Side, ban: Text, ban_now: Text, loss: Text
) -> Text:
    """Which sentence fits: the side at fault will be banned, is banned now, or will lose."""
    if not warning.bans:
        return loss
    is_now = bool(warning.sides[culprit].banned) or warning.left == 0
    return ban_now if is_now else ban


def _moves(mine: SideWarning, position: Position, words: Language) -> list[str]:
    """The moves to keep from, and how many leave the cycle."""
    at_once = [item.move for item in mine.losing if not item.after_reply]
    after_reply = [item.move for item in mine.losing if item.after_reply]
    sentences = [
        words.say(text, moves=_listed(moves, position, words))
        for text, moves in (
            (Text.MOVES_LOSE, at_once),
            (Text.MOVES_LOSE_AFTER_REPLY, after_reply),
            (Text.MOVES_RESTRICTING, [ban.move for ban in mine.restricting]),
        )
        if moves
    ]
    for text, bans in ((Text.MOVES_BANNED, mine.banned), (Text.MOVES_BANNED_SOON, mine.soon)):
        sentences += _bans(text, bans, position, words)
    if mine.at_fault and mine.breaking and mine.deed is not None:
        sentences.append(words.say(Text.MOVES_BREAK, count=len(mine.breaking)))
    return sentences


def _bans(
    text: Text, bans: tuple[BannedMove, ...], position: Position, words: Language, side: str = ""
) -> list[str]:
    """One sentence for each reason, with the moves banned for it."""
    reasons: dict[BanReason, list[Move]] = {}
    for ban in bans:
        reasons.setdefault(ban.reason, []).append(ban.move)
    return [
        words.say(
            text,
            side=side,
            moves=_listed(moves, position, words),
            reason=_reason(reason, words),
        )
        for reason, moves in reasons.items()
    ]


def _listed(moves: list[Move], position: Position, words: Language) -> str:
    """Moves of one side as a list."""
    return words.listed([words.move(position, move) for move in moves])


def _reason(reason: BanReason, words: Language) -> str:
    """The reason of a ban."""
    by_value = {
        "perpetual_check": Text.BAN_PERPETUAL_CHECK,
        "perpetual_chase": Text.BAN_PERPETUAL_CHASE,
        "perpetual_attack": Text.BAN_PERPETUAL_ATTACK,
        "check_count": Text.BAN_CHECK_COUNT,
    }
    return words.texts[by_value.get(reason.value) or Text(reason.value)]


def _sentence(deed: Deed, side: Side, words: Language) -> str:
    """What a side did, with its name if nothing else names it; without a full stop."""
    told = _deed(deed, words)
    if deed.kind not in _PLAIN_DEEDS:
        return told
    return words.say(Text.SIDE_DID, side=words.sides[side], deed=told).rstrip(".。")


def _deed(deed: Deed, words: Language) -> str:
    """What a side did, without a full stop."""
    if deed.kind in _PLAIN_DEEDS:
        return words.texts[_PLAIN_DEEDS[deed.kind]]
    pieces = words.listed(list(dict.fromkeys(piece_name(doer.piece, words) for doer in deed.doers)))
    where = _where(deed.doers[0], words) if len(deed.doers) == 1 else ""
    if deed.victim is None:
        return words.say(Text.DEED_CHECK, pieces=pieces, where=where)
    victim = _victim(deed, deed.victim, words)
    text = Text.DEED_UNROOT if deed.kind is DeedKind.UNROOT else Text.DEED_CHASE
    return words.say(text, pieces=pieces, where=where, victim=victim)


def _victim(deed: Deed, victim: Prey, words: Language) -> str:
    """The chased piece, and why it counts as unprotected."""
    names = {"piece": piece_name(victim.piece, words), "role": role_name(victim.piece, words)}
    if deed.kind is DeedKind.UNROOT:
        return words.say(Text.VICTIM, **names)
    match deed.why:
        case Why.HORSE_TAKES_CHARIOT:
            return words.say(Text.VICTIM, **names) + words.texts[Text.WHY_HORSE_TAKES_CHARIOT]
        case Why.CANNON_TAKES_CHARIOT:
            return words.say(Text.VICTIM, **names) + words.texts[Text.WHY_CANNON_TAKES_CHARIOT]
        case Why.FALSE_ROOT if deed.root is not None and deed.bar is not None:
            root, bar = placed_name(deed.root, words), placed_name(deed.bar, words)
            why = words.say(Text.WHY_FALSE_ROOT, root=root, bar=bar)
            return words.say(Text.VICTIM_FALSE_ROOT, **names) + why
        case Why.UNPROTECTED | None:
            return words.say(Text.VICTIM_UNPROTECTED, **names)
        case _:
            return words.say(Text.VICTIM, **names)


def _where(doer: Prey, words: Language) -> str:
    """Between which files a piece went, or on which it stayed."""
    side = side_of(doer.piece)
    files = list(dict.fromkeys(file_name(square, side, words) for square in doer.squares))
    if len(files) == 1:
        return words.say(Text.ON_FILE, file=files[0])
    return words.say(Text.BETWEEN_FILES, files=words.listed(files))


def _clause(name: str, version: int, clause: str, language: str) -> str:
    """The clause that decides, with its text."""
    words = CATALOGUE[language]
    texts = rule_set(RuleTerms(name, version)).clauses
    return words.say(
        Text.BY_CLAUSE,
        rules=words.rule_sets[name],
        clause=clause_number(name, clause),
        text=texts[clause][language],
    )
