"""Rulings and warnings told in the players' languages.

What is said, in which order, and how much of it stands here; how it is worded is each
language's; squares are files counted from the right of the side whose piece it is, as players
count them.
"""

from collections.abc import Callable
from functools import cache
from typing import Final

from server.rules.board.encoding import Board, Move, Side, side_of
from server.rules.board.position import Position
from server.rules.cxa.articles import CxaClause
from server.rules.cxa.cycle import UNBOUNDED
from server.rules.repetition.evidence import CyclePiece, Doubt, PlyKind, Why
from server.rules.repetition.ruling import (
    BannedMove,
    BanReason,
    Ending,
    LosingMove,
    RepetitionWarning,
    Ruling,
    SideWarning,
)
from server.rules.repetition.summary import Deed, DeedKind, deed_of
from server.texts.clauses import CLAUSE_TEXTS, RULE_SETS, clause_number
from server.texts.rulings import sentences as said
from server.texts.rulings.en import ENGLISH
from server.texts.rulings.grammar import Grammar
from server.texts.rulings.naming import file_name, piece_name, placed_name, role_name
from server.texts.rulings.plies import ToldPly, told_doubts, told_plies
from server.texts.rulings.vi import VIETNAMESE
from server.texts.rulings.zh import SIMPLIFIED_CHINESE, TRADITIONAL_CHINESE
from server.texts.worded import Worded
from server.wire.terms import Language

GRAMMARS: Final[dict[Language, Grammar]] = {
    "en": ENGLISH,
    "zh-Hans": SIMPLIFIED_CHINESE,
    "zh-Hant": TRADITIONAL_CHINESE,
    "vi": VIETNAMESE,
}

_PLAIN_ENDINGS: Final = {
    Ending.CHECKMATE: said.CHECKMATE,
    Ending.STALEMATE: said.STALEMATE,
    Ending.BARE_MATERIAL: said.BARE_MATERIAL,
    Ending.NATURAL_LIMIT: said.NATURAL_LIMIT,
    Ending.CHECK_COUNT: said.CHECK_COUNT,
}
_PLAIN_DEEDS: Final = {
    DeedKind.CHECKS_AND_CHASES: said.DEED_CHECKS_AND_CHASES,
    DeedKind.SOME_CHECKS: said.DEED_SOME_CHECKS,
    DeedKind.CHASES_SEVERAL: said.DEED_CHASES_SEVERAL,
    DeedKind.SOME_CHASES: said.DEED_SOME_CHASES,
    DeedKind.KILL: said.DEED_KILL,
    DeedKind.ATTACKS: said.DEED_ATTACKS,
    DeedKind.SOME_ATTACKS: said.DEED_SOME_ATTACKS,
    DeedKind.IDLE: said.DEED_IDLE,
}
_ENDING_NAMES: Final = {
    Ending.PERPETUAL_CHECK: said.NAME_PERPETUAL_CHECK,
    Ending.PERPETUAL_CHASE: said.NAME_PERPETUAL_CHASE,
    Ending.PERPETUAL_ATTACK: said.NAME_PERPETUAL_ATTACK,
    Ending.CHECK_COUNT: said.NAME_CHECK_COUNT,
}


def tell_ruling(ruling: Ruling, language: Language) -> str:
    """The ruling in one of `LANGUAGES`: who, what, to whom, by which clause, what follows."""
    words = GRAMMARS[language]
    sentences = [_outcome(ruling, words)]
    if ruling.ending is Ending.REPETITION and ruling.evidence is not None:
        for side in Side:
            if any(ply.kind is PlyKind.UNCLEAR for ply in ruling.evidence.plies_of(side)):
                continue
            deed = _deed(deed_of(ruling.evidence, side), words)
            sentences.append(words.say(said.SIDE_DID, side=words.sides[side], deed=deed))
    if ruling.evidence is not None:
        sentences += told_doubts(ruling.evidence.doubts, ruling.evidence.full_reading, words)
    sentences.append(_clause(ruling.rule_set, ruling.clause, language))
    return words.gap.join(sentence for sentence in sentences if sentence)


def tell_plies(
    ruling: Ruling, board_at: Callable[[int], Board], language: Language
) -> tuple[ToldPly, ...]:
    """What is to be said of each ply the ruling rests on; `board_at` gives the board before it.

    Only the Chinese rules class every ply by an article; of others nothing is told.
    """
    if ruling.evidence is None:
        return ()
    return told_plies(ruling.evidence, board_at, GRAMMARS[language])


def tell_warning(
    warning: RepetitionWarning, position: Position, language: Language, for_side: Side | None
) -> str:
    """The warning for one side; for spectators (None) what both sides are told.

    `position` is the one warned of; the moves of the side that is not to move are named by
    it as well, because its own pieces will stand so when it plays them.
    """
    words = GRAMMARS[language]
    side = warning.to_move if for_side is None else for_side
    mine, theirs = warning.sides[side], warning.sides[side.opponent]
    state = _state(warning, for_side, words)
    sentences = [
        state,
        *told_doubts(warning.doubts, warning.full_reading, words),
    ]
    if for_side is not None:
        sentences += _moves(mine, Position(position.board, for_side), words)
    for about in (side, side.opponent):
        if about is not for_side:
            bans, name = warning.sides[about].banned, words.sides[about]
            if not state:
                sentences += _losing(warning.sides[about], position, words, name)
            sentences += _bans(said.OPPONENT_RESTRAINED, bans, position, words, name)
    clause = mine.clause or theirs.clause
    sentences.append(_clause(warning.rule_set, clause, language))
    return words.gap.join(sentence for sentence in sentences if sentence)


def tell_losing(losing: LosingMove, language: Language) -> str:
    """Why a move on the list of a warning loses."""
    words = GRAMMARS[language]
    text = said.LOSES_AFTER_REPLY if losing.after_reply else said.LOSES_AT_ONCE
    name = _ENDING_NAMES.get(losing.ending, said.NAME_REPETITION)
    return words.say(text, ending=words.say(name))


def tell_ban(ban: BannedMove, position: Position, rules: str, language: Language) -> str:
    """Why a move may not be played in a position, under the rule set of that name."""
    words = GRAMMARS[language]
    return words.say(
        said.BAN_SENTENCE,
        move=words.move(position, ban.move),
        reason=_reason(ban.reason, words),
        clause=clause_number(rules, ban.clause),
    )


def _outcome(ruling: Ruling, words: Grammar) -> str:
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
        doubts = ruling.evidence.doubts if ruling.evidence else ()
        return words.say(_drawn(ruling.clause, doubts, _REPETITION), **parts)
    if ruling.loser is None:
        return words.say(said.BAN_STALEMATE_DRAW, **parts)
    if ruling.evidence is None or ruling.ending is Ending.BAN_STALEMATE:
        return words.say(said.BAN_STALEMATE, **parts)
    if ruling.clause == CxaClause.NINE_ROUNDS:
        return words.say(said.NINE_ROUNDS, **parts)
    deed = _sentence(deed_of(ruling.evidence, ruling.loser), ruling.loser, words)
    return words.say(said.PERPETUAL, deed=deed, **parts)


_REPETITION: Final = said.REPETITION, said.REPETITION_IN_DOUBT, said.REPETITION_UNSEARCHED
_WARNED: Final = said.WARN_DRAW, said.WARN_IN_DOUBT, said.WARN_UNSEARCHED


def _drawn(clause: str, doubts: tuple[Doubt, ...], texts: tuple[Worded, Worded, Worded]) -> Worded:
    """Which sentence fits a draw: the rules say so, it is in doubt, or it was not searched out."""
    plain, in_doubt, unsearched = texts
    if clause != CxaClause.ARBITER:
        return plain
    is_given_up = bool(doubts) and all(doubt.reading == UNBOUNDED for doubt in doubts)
    return unsearched if is_given_up else in_doubt


def _state(warning: RepetitionWarning, reader: Side | None, words: Grammar) -> str:
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
        return words.say(_drawn(warning.sides[0].clause, warning.doubts, _WARNED), **parts)
    culprit = at_fault[0]
    if warning.rounds:
        return _rounds(warning.rounds, culprit, reader, words)
    deed = _sentence(red if culprit is Side.RED else black, culprit, words)
    if culprit is reader:
        text = _by_time(warning, culprit, said.WARN_BAN, said.WARN_BAN_NOW, said.WARN_LOSS)
        return words.say(text, deed=deed, **parts)
    text = _by_time(warning, culprit, said.NOTICE_BAN, said.NOTICE_BAN_NOW, said.NOTICE_LOSS)
    notice = words.say(text, deed=deed, side=words.sides[culprit], **parts)
    return notice if reader is None else words.gap.join((notice, words.say(said.NEED_NOT)))


def _rounds(rounds: int, culprit: Side, reader: Side | None, words: Grammar) -> str:
    """How long a side has attacked without a repetition, as this reader is told."""
    if culprit is reader:
        return words.say(said.WARN_ROUNDS, count=rounds)
    notice = words.say(said.NOTICE_ROUNDS, count=rounds, side=words.sides[culprit])
    return notice if reader is None else words.gap.join((notice, words.say(said.NEED_NOT)))


def _by_time(
    warning: RepetitionWarning, culprit: Side, ban: Worded, ban_now: Worded, loss: Worded
) -> Worded:
    """Which sentence fits: the side at fault will be banned, is banned now, or will lose."""
    if not warning.bans:
        return loss
    is_now = bool(warning.sides[culprit].banned) or warning.left == 0
    return ban_now if is_now else ban


def _moves(mine: SideWarning, position: Position, words: Grammar) -> list[str]:
    """The moves to keep from, and how many leave the cycle."""
    sentences = _losing(mine, position, words)
    restricting = [ban.move for ban in mine.restricting]
    if restricting:
        moves = _listed(restricting, position, words)
        sentences.append(words.say(said.MOVES_RESTRICTING, moves=moves))
    for text, bans in (
        (said.MOVES_BANNED, mine.banned),
        (said.MOVES_BANNED_SOON, mine.soon),
    ):
        sentences += _bans(text, bans, position, words)
    if mine.at_fault and mine.breaking and mine.deed is not None:
        sentences.append(words.say(said.MOVES_BREAK, count=len(mine.breaking)))
    return sentences


def _losing(part: SideWarning, position: Position, words: Grammar, side: str = "") -> list[str]:
    """The moves that lose; with the name of their `side` as others are told of them."""
    at_once = said.OTHERS_MOVES_LOSE if side else said.MOVES_LOSE
    after_reply = said.OTHERS_MOVES_LOSE_AFTER_REPLY if side else said.MOVES_LOSE_AFTER_REPLY
    sentences = []
    for text, is_after_reply in ((at_once, False), (after_reply, True)):
        moves = [item.move for item in part.losing if item.after_reply is is_after_reply]
        if moves:
            sentences.append(words.say(text, moves=_listed(moves, position, words), side=side))
    return sentences


def _bans(
    text: Worded, bans: tuple[BannedMove, ...], position: Position, words: Grammar, side: str = ""
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


def _listed(moves: list[Move], position: Position, words: Grammar) -> str:
    """Moves of one side as a list."""
    return words.listed([words.move(position, move) for move in moves])


def _reason(reason: BanReason, words: Grammar) -> str:
    """The reason of a ban."""
    return words.say(said.BANS[reason])


def _sentence(deed: Deed, side: Side, words: Grammar) -> str:
    """What a side did, with its name if nothing else names it; without a full stop."""
    told = _deed(deed, words)
    if deed.kind not in _PLAIN_DEEDS:
        return told
    return words.say(said.SIDE_DID, side=words.sides[side], deed=told).rstrip(".。")


def _deed(deed: Deed, words: Grammar) -> str:
    """What a side did, without a full stop."""
    if deed.kind in _PLAIN_DEEDS:
        return words.say(_PLAIN_DEEDS[deed.kind])
    pieces = words.listed(list(dict.fromkeys(piece_name(doer.piece, words) for doer in deed.doers)))
    where = _where(deed.doers[0], words) if len(deed.doers) == 1 else ""
    if deed.victim is None:
        openers = dict.fromkeys(piece_name(opener.piece, words) for opener in deed.openers)
        text = said.DEED_CHECK_OPENED if openers else said.DEED_CHECK
        return words.say(text, pieces=pieces, where=where, openers=words.listed(list(openers)))
    victim = _victim(deed, deed.victim, words)
    text = said.DEED_UNROOT if deed.kind is DeedKind.UNROOT else said.DEED_CHASE
    return words.say(text, pieces=pieces, where=where, victim=victim)


def _victim(deed: Deed, victim: CyclePiece, words: Grammar) -> str:
    """The chased piece, and why it counts as unprotected."""
    names = {"piece": piece_name(victim.piece, words), "role": role_name(victim.piece, words)}
    if deed.kind is DeedKind.UNROOT:
        return words.say(said.VICTIM, **names)
    match deed.why:
        case Why.HORSE_TAKES_CHARIOT:
            return words.say(said.VICTIM, **names) + words.say(said.WHY_HORSE_TAKES_CHARIOT)
        case Why.CANNON_TAKES_CHARIOT:
            return words.say(said.VICTIM, **names) + words.say(said.WHY_CANNON_TAKES_CHARIOT)
        case Why.FALSE_ROOT if deed.root is not None and deed.bar is not None:
            root, bar = placed_name(deed.root, words), placed_name(deed.bar, words)
            why = words.say(said.WHY_FALSE_ROOT, root=root, bar=bar)
            return words.say(said.VICTIM_FALSE_ROOT, **names) + why
        case Why.UNPROTECTED | None:
            return words.say(said.VICTIM_UNPROTECTED, **names)
        case _:
            return words.say(said.VICTIM, **names)


def _where(doer: CyclePiece, words: Grammar) -> str:
    """Between which files a piece went, or on which it stayed."""
    side = side_of(doer.piece)
    files = list(dict.fromkeys(file_name(square, side, words) for square in doer.squares))
    if len(files) == 1:
        return words.say(said.ON_FILE, file=files[0])
    return words.say(said.BETWEEN_FILES, files=words.listed(files))


@cache
def _clause(name: str, clause: str, language: Language) -> str:
    """The clause that decides, with its text; there are few, so all are kept."""
    words = GRAMMARS[language]
    return words.say(
        said.BY_CLAUSE,
        rules=words.say(RULE_SETS[name]),
        clause=clause_number(name, clause),
        text=CLAUSE_TEXTS[name][clause].in_language(language),
    )
