"""Rulings and warnings told in the players' languages.

What is said, in which order, and how much of it stands here. Each language has its own wording.
Squares are files counted from the right of the side whose piece it is, as players count them.
"""

from collections.abc import Callable
from functools import cache
from typing import Final

from xiangqi_server.game.rules.board.encoding import Board, Move, Side, side_of
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.cxa.articles import CxaClause
from xiangqi_server.game.rules.cxa.cycle import UNBOUNDED
from xiangqi_server.game.rules.repetition.evidence import CyclePiece, Doubt, Evidence, PlyKind, Why
from xiangqi_server.game.rules.repetition.ruling import (
    BannedMove,
    BanReason,
    Ending,
    LosingMove,
    RepetitionWarning,
    Ruling,
    SideWarning,
)
from xiangqi_server.game.rules.repetition.summary import Deed, DeedKind, deed_of
from xiangqi_server.texts.clauses import RULE_SETS, clause_number, clause_text
from xiangqi_server.texts.rulings import sentences as said
from xiangqi_server.texts.rulings.en import ENGLISH
from xiangqi_server.texts.rulings.grammar import Grammar
from xiangqi_server.texts.rulings.naming import (
    file_name,
    piece_name,
    pieces_named,
    placed_name,
    role_name,
)
from xiangqi_server.texts.rulings.plies import told_doubts, told_plies
from xiangqi_server.texts.rulings.vi import VIETNAMESE
from xiangqi_server.texts.rulings.zh import SIMPLIFIED_CHINESE, TRADITIONAL_CHINESE
from xiangqi_server.texts.worded import Worded
from xiangqi_server.wire.parts import ToldPlies
from xiangqi_server.wire.terms import Language

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
    DeedKind.IDLE: said.DEED_IDLE,
}
_MIXED_DEEDS: Final = {
    DeedKind.ATTACKS: said.DEED_ATTACKS,
    DeedKind.SOME_ATTACKS: said.DEED_SOME_ATTACKS,
}
_ANY_ACTS: Final = (PlyKind.CHECK, PlyKind.KILL, PlyKind.CHASE)
"""Of deeds that were stored before they said what occurred."""

_NOT_ALWAYS: Final = frozenset(
    {DeedKind.SOME_CHECKS, DeedKind.SOME_CHASES, DeedKind.SOME_ATTACKS, DeedKind.IDLE}
)
"""The deeds of a side that does not attack on every move."""

_JOINTLY: Final = (CxaClause.CHARIOT_AGAINST_JOINT, CxaClause.JOINT)
_ENDING_NAMES: Final = {
    Ending.PERPETUAL_CHECK: said.NAME_PERPETUAL_CHECK,
    Ending.PERPETUAL_CHASE: said.NAME_PERPETUAL_CHASE,
    Ending.PERPETUAL_ATTACK: said.NAME_PERPETUAL_ATTACK,
    Ending.CHECK_COUNT: said.NAME_CHECK_COUNT,
}

_BY_REPETITION: Final = frozenset({Ending.REPETITION, Ending.BAN_STALEMATE, *_ENDING_NAMES})
"""The endings that rest on what moves did: where that is missing it is said."""
_COMPARED: Final = (Ending.PERPETUAL_CHECK, Ending.PERPETUAL_CHASE, Ending.PERPETUAL_ATTACK)
"""The endings by which the guiltier of both sides has lost."""


def tell_ruling(ruling: Ruling, language: Language) -> str:
    """The ruling in one of `LANGUAGES`: side, deed, victim, clause, and what follows."""
    words = GRAMMARS[language]
    sentences = [_outcome(ruling, words)]
    if ruling.evidence is not None:
        sentences += _conduct(ruling, ruling.evidence, words)
        sentences += told_doubts(ruling.evidence.doubts, ruling.evidence.full_reading, words)
    elif ruling.ending in _BY_REPETITION:
        sentences.append(words.say(said.NOT_WORKED_OUT))
    is_draw = ruling.loser is None
    sentences.append(_clause(ruling.rule_set, ruling.clause, language, is_draw=is_draw))
    return words.gap.join(sentence for sentence in sentences if sentence)


def tell_plies(
    ruling: Ruling, board_at: Callable[[int], Board], language: Language
) -> tuple[ToldPlies, ...]:
    """What is to be said of each ply the ruling rests on; `board_at` gives the board before it.

    Only the Chinese rules class every ply by an article; of others nothing is said.
    """
    if ruling.evidence is None:
        return ()
    return told_plies(ruling.evidence, board_at, GRAMMARS[language])


def tell_warning(
    warning: RepetitionWarning, position: Position, language: Language, for_side: Side | None
) -> str:
    """The warning for one side; for spectators (None) what both sides read.

    `position` is the one warned of. The moves of the side that is not to move are named by it as
    well, because its own pieces will stand so when it plays them.
    """
    words = GRAMMARS[language]
    side = warning.to_move if for_side is None else for_side
    mine, theirs = warning.sides[side], warning.sides[side.opponent]
    state = _state(warning, for_side, words)
    sentences = [
        state,
        words.say(said.NOT_WORKED_OUT) if warning.window is not None and not state else "",
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
    is_draw = not any(part.at_fault for part in warning.sides)
    sentences.append(_clause(warning.rule_set, clause, language, is_draw=is_draw))
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
    number = clause_number(rules, ban.clause)
    return words.say(
        said.BAN_SENTENCE if number else said.BAN_BY_RULES,
        move=words.move(position, ban.move),
        reason=_reason(ban.reason, words),
        clause=number,
        rules=words.say(RULE_SETS[rules]),
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
    if ruling.ending is Ending.BAN_STALEMATE or ruling.loser is None:
        is_draw = ruling.loser is None
        return words.say(said.BAN_STALEMATE_DRAW if is_draw else said.BAN_STALEMATE, **parts)
    if ruling.clause == CxaClause.NINE_ROUNDS:
        return words.say(said.NINE_ROUNDS, **parts)
    if ruling.evidence is None:
        name = words.say(_ENDING_NAMES[ruling.ending])
        return words.say(said.PERPETUAL_UNSEEN, name=name, **parts)
    deed = _sentence(deed_of(ruling.evidence, ruling.loser), ruling.loser, words)
    return words.say(said.PERPETUAL, deed=deed, **parts)


def _lighter(ruling: Ruling, evidence: Evidence, loser: Side, words: Grammar) -> str:
    """Why the winner is less to blame, if it attacked on every move too."""
    winner = loser.opponent
    deed = deed_of(evidence, winner)
    if deed.kind in _NOT_ALWAYS:
        return ""
    if ruling.clause not in _JOINTLY:
        return words.say(said.LIGHTER, deed=_sentence(deed, winner, words))
    mine, others = evidence.plies_of(winner), evidence.plies_of(loser)
    return words.say(
        said.LIGHTER_JOINTLY,
        winner=words.sides[winner],
        loser=words.sides[loser],
        more=sum(ply.joint for ply in mine),
        total=len(mine),
        fewer=sum(ply.joint for ply in others),
        others=len(others),
    )


def _conduct(ruling: Ruling, evidence: Evidence, words: Grammar) -> list[str]:
    """What the sides did, beside what the sentence on the outcome tells."""
    deeds = {side: deed_of(evidence, side) for side in Side}
    classed = [side for side in Side if _is_classed(evidence, side)]
    told = classed if ruling.ending is Ending.REPETITION else []
    if ruling.ending is Ending.BAN_STALEMATE:
        told = [side for side in Side if deeds[side].doers]
    sentences = [
        words.say(said.FULL_STOP, text=_sentence(deeds[side], side, words)) for side in told
    ]
    is_compared = ruling.ending in _COMPARED and ruling.clause != CxaClause.NINE_ROUNDS
    if is_compared and ruling.loser is not None:
        sentences.append(_lighter(ruling, evidence, ruling.loser, words))
    return sentences


def _is_classed(evidence: Evidence, side: Side) -> bool:
    """Whether the search has found out what every move of a side did."""
    return all(ply.kind is not PlyKind.UNCLEAR for ply in evidence.plies_of(side))


_REPETITION: Final = said.REPETITION, said.REPETITION_IN_DOUBT, said.REPETITION_UNSEARCHED
_WARNED: Final = said.WARN_DRAW, said.WARN_IN_DOUBT, said.WARN_UNSEARCHED
_LOST_LATER: Final = said.WARN_LOSS, said.NOTICE_LOSS
_LOST_NEXT: Final = said.WARN_LOSS_NEXT, said.NOTICE_LOSS_NEXT
_WARNED_NEXT: Final = said.WARN_DRAW_NEXT, said.WARN_IN_DOUBT_NEXT, said.WARN_UNSEARCHED_NEXT


def _drawn(clause: str, doubts: tuple[Doubt, ...], texts: tuple[Worded, Worded, Worded]) -> Worded:
    """Which sentence fits a draw: the rules say so, it is in doubt, or it was not searched out."""
    plain, in_doubt, unsearched = texts
    if clause != CxaClause.ARBITER:
        return plain
    is_given_up = bool(doubts) and all(doubt.reading == UNBOUNDED for doubt in doubts)
    return unsearched if is_given_up else in_doubt


def _state(warning: RepetitionWarning, reader: Side | None, words: Grammar) -> str:
    """Where the repetition stands, as this side or (None) a spectator sees it.

    A side may be at fault for other moves than those of the last lap. It is blamed for what it did
    in that one only, and those moves stand apart.
    """
    red, black = (side.deed for side in warning.sides)
    if red is None or black is None:
        return ""
    parts = {
        "times": words.ordinal(warning.occurrences),
        "ordinal": words.ordinal(warning.occurrences + warning.left),
    }
    deeds = {Side.RED: red, Side.BLACK: black}
    at_fault = [
        side
        for side in Side
        if warning.sides[side].at_fault and deeds[side].kind not in _NOT_ALWAYS
    ]
    if not at_fault:
        texts = _WARNED if warning.left else _WARNED_NEXT
        return words.say(_drawn(warning.sides[0].clause, warning.doubts, texts), **parts)
    faulty = at_fault[0]
    if warning.rounds:
        return _rounds(warning.rounds, faulty, reader, words)
    deed = _sentence(deeds[faulty], faulty, words)
    warned, noticed = _LOST_LATER if warning.left else _LOST_NEXT
    if faulty is reader:
        text = _by_time(warning, faulty, said.WARN_BAN, said.WARN_BAN_NOW, warned)
        return words.say(text, deed=deed, **parts)
    text = _by_time(warning, faulty, said.NOTICE_BAN, said.NOTICE_BAN_NOW, noticed)
    notice = words.say(text, deed=deed, side=words.sides[faulty], **parts)
    return notice if reader is None else words.gap.join((notice, words.say(said.NEED_NOT)))


def _rounds(rounds: int, faulty: Side, reader: Side | None, words: Grammar) -> str:
    """How long a side has attacked without a repetition, in the words for this reader."""
    if faulty is reader:
        return words.say(said.WARN_ROUNDS, count=rounds)
    notice = words.say(said.NOTICE_ROUNDS, count=rounds, side=words.sides[faulty])
    return notice if reader is None else words.gap.join((notice, words.say(said.NEED_NOT)))


def _by_time(
    warning: RepetitionWarning, faulty: Side, ban: Worded, ban_now: Worded, loss: Worded
) -> Worded:
    """Which sentence fits: the side at fault will be banned, is banned now, or will lose."""
    if not warning.bans:
        return loss
    is_now = bool(warning.sides[faulty].banned) or warning.left == 0
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
    """The moves that lose; with the name of their `side` for other readers."""
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
    if deed.doers:
        return told[:1].upper() + told[1:]
    return words.say(said.SIDE_DID, side=words.sides[side], deed=told)


def _deed(deed: Deed, words: Grammar) -> str:
    """What a side did, without a full stop."""
    if deed.kind in _PLAIN_DEEDS:
        return words.say(_PLAIN_DEEDS[deed.kind])
    if deed.kind in _MIXED_DEEDS:
        return words.say(_MIXED_DEEDS[deed.kind][deed.acts or _ANY_ACTS])
    pieces = _named(deed.doers, words)
    where = _where(deed.doers[0], words) if len(deed.doers) == 1 else ""
    if deed.victim is None:
        text = said.DEED_CHECK_OPENED if deed.openers else said.DEED_CHECK
        openers = _named(deed.openers, words)
        return words.say(text, pieces=pieces, where=where, openers=openers)
    if deed.kind is DeedKind.DRIVES:
        return _driving(deed, deed.victim, words)
    victim = _victim(deed, deed.victim, words)
    text = said.DEED_UNROOT if deed.kind is DeedKind.UNROOT else said.DEED_CHASE
    return words.say(text, pieces=pieces, where=where, victim=victim)


def _driving(deed: Deed, victim: CyclePiece, words: Grammar) -> str:
    """Which piece drives which to and fro, and between which files."""
    files = _files(victim, words)
    text = said.TO_AND_FRO_ON if len(files) == 1 else said.TO_AND_FRO_BETWEEN
    return words.say(
        said.DEED_DRIVES if len(deed.doers) == 1 else said.DEED_DRIVE,
        pieces=_named(deed.doers, words),
        victim=piece_name(victim.piece, words),
        where=words.say(text, files=words.listed(files)),
    )


def _named(pieces: tuple[CyclePiece, ...], words: Grammar) -> str:
    """Pieces of a cycle as a list."""
    return pieces_named((piece.piece for piece in pieces), words)


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
    files = _files(doer, words)
    if len(files) == 1:
        return words.say(said.ON_FILE, file=files[0])
    return words.say(said.BETWEEN_FILES, files=words.listed(files))


def _files(piece: CyclePiece, words: Grammar) -> list[str]:
    """The files on which a piece stood, each once."""
    side = side_of(piece.piece)
    return list(dict.fromkeys(file_name(square, side, words) for square in piece.squares))


@cache
def _clause(name: str, clause: str, language: Language, *, is_draw: bool = False) -> str:
    """The clause that decides, with its text; there are few, so all are kept."""
    words, number = GRAMMARS[language], clause_number(name, clause)
    return words.say(
        said.BY_CLAUSE if number else said.BY_RULES,
        rules=words.say(RULE_SETS[name]),
        clause=number,
        text=clause_text(name, clause, is_draw=is_draw).in_language(language),
    )
