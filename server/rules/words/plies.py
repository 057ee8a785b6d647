"""The plies of a ruling under the Chinese rules, told one by one.

This module hides what is said of a ply and in which order: the class with its article, the
line that mates or wins, and every attack that is not counted with the reason.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from server.rules.board import Board, Side
from server.rules.ledger import Chase, Ledger, LedgerPly, PlyKind, Rejected, Why
from server.rules.moves import board_after
from server.rules.position import Position
from server.rules.words.keys import Text
from server.rules.words.language import Language
from server.rules.words.naming import line_told, placed_name

_KINDS: Final = {
    PlyKind.CHECK: Text.PLY_CHECK,
    PlyKind.KILL: Text.PLY_KILL,
    PlyKind.EXCHANGE: Text.PLY_EXCHANGE,
    PlyKind.IDLE: Text.PLY_IDLE,
    PlyKind.UNCLEAR: Text.PLY_UNCLEAR,
}
_WON: Final = {
    Why.UNPROTECTED: Text.WON_UNPROTECTED,
    Why.FALSE_ROOT: Text.WON_FALSE_ROOT,
    Why.GAINS: Text.WON_GAINS,
    Why.EQUAL: Text.WON_EQUAL,
    Why.BY_CHECK: Text.WON_BY_CHECK,
}


@dataclass(frozen=True, slots=True)
class ToldPly:
    """The plies that are alike in a cycle, by number, and what is said of them."""

    plies: tuple[int, ...]
    text: str


def told_plies(
    ledger: Ledger, board_at: Callable[[int], Board], words: Language
) -> tuple[ToldPly, ...]:
    """The different plies of a ledger told in a language; `board_at` gives the board before one.

    Only the Chinese rules have an article for each ply; of others nothing is told.
    """
    alike: dict[tuple[Board, int], list[LedgerPly]] = {}
    for ply in ledger.plies:
        if ply.article:
            alike.setdefault((board_at(ply.ply), ply.move), []).append(ply)
    return tuple(
        ToldPly(tuple(ply.ply for ply in plies), _told(board, plies[0], words))
        for (board, _), plies in alike.items()
    )


def told_doubts(ledger: Ledger, words: Language) -> list[str]:
    """Why an arbiter would have to decide: what the full reading says, and who differs."""
    if not ledger.doubts:
        return []
    told = [words.say(Text.FULL_READING, verdict=_verdict(ledger.full_reading, words))]
    told += [
        words.say(
            Text.DOUBT,
            reading=words.texts[Text(doubt.reading)],
            verdict=_verdict(doubt.loser, words),
        )
        for doubt in ledger.doubts
    ]
    return told


def _verdict(loser: Side | None, words: Language) -> str:
    if loser is None:
        return words.texts[Text.WOULD_DRAW]
    return words.say(Text.MUST_CHANGE, side=words.sides[loser])


def _told(before: Board, ply: LedgerPly, words: Language) -> str:
    """Everything there is to say about one ply."""
    after = Position(board_after(before, ply.move), ply.side)
    move = words.move(Position(before, ply.side), ply.move)
    sentences = [words.say(Text.PLY, move=move, what=_what(ply, words), article=ply.article)]
    if ply.line:
        sentences.append(words.say(Text.PLY_LINE, line=line_told(after, ply.line, words)))
    sentences += [_rejected(after, rejected, words) for rejected in ply.rejected]
    return words.gap.join(sentences)


def _what(ply: LedgerPly, words: Language) -> str:
    """The class of a ply, and of a chase all that it chases."""
    if ply.kind is not PlyKind.CHASE:
        return words.texts[_KINDS[ply.kind]]
    parts = [_chase(chase, words) for chase in ply.chases]
    if ply.joint:
        parts.append(words.texts[Text.PLY_JOINT])
    return words.comma.join(parts)


def _chase(chase: Chase, words: Language) -> str:
    return words.say(
        Text.PLY_CHASE,
        attacker=placed_name(chase.attacker, words),
        victim=placed_name(chase.victim, words),
        why=words.texts[_WON[chase.why]],
    )


def _rejected(after: Position, rejected: Rejected, words: Language) -> str:
    """One attack that does not count, and the line by which it comes to nothing."""
    told = words.say(
        Text.PLY_NOT,
        attacker=placed_name(rejected.attacker, words),
        victim=placed_name(rejected.victim, words),
        reason=words.texts[Text(f"not_{rejected.reason.value}")],
    )
    if not rejected.line:
        return told
    line = words.say(Text.PLY_REFUTED, line=line_told(after, rejected.line, words))
    return words.gap.join((told, line))
