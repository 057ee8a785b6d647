"""The plies of a ruling under the Chinese rules, told one by one.

The account of a ply has, in this order: the class with its article, the line that mates or wins,
and every attack that is not counted with the reason.
"""

from collections.abc import Callable
from functools import reduce
from typing import Final

from xiangqi_server.game.rules.board.encoding import Board, Side
from xiangqi_server.game.rules.board.moves import board_after
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.cxa.cycle import UNBOUNDED
from xiangqi_server.game.rules.repetition.evidence import (
    Chase,
    Doubt,
    Evidence,
    PlyEvidence,
    PlyKind,
    RejectedChase,
    Why,
)
from xiangqi_server.texts.rulings import sentences as said
from xiangqi_server.texts.rulings.grammar import Grammar
from xiangqi_server.texts.rulings.naming import line_told, placed_name
from xiangqi_server.wire.parts import ToldPlies

_KINDS: Final = {
    PlyKind.CHECK: said.PLY_CHECK,
    PlyKind.KILL: said.PLY_KILL,
    PlyKind.EXCHANGE: said.PLY_EXCHANGE,
    PlyKind.IDLE: said.PLY_IDLE,
    PlyKind.UNCLEAR: said.PLY_UNCLEAR,
}
_WON: Final = {
    Why.UNPROTECTED: said.WON_UNPROTECTED,
    Why.FALSE_ROOT: said.WON_FALSE_ROOT,
    Why.GAINS: said.WON_GAINS,
    Why.EQUAL: said.WON_EQUAL,
    Why.BY_CHECK: said.WON_BY_CHECK,
}


def told_plies(
    evidence: Evidence, board_at: Callable[[int], Board], words: Grammar
) -> tuple[ToldPlies, ...]:
    """The different plies of a cycle told in a language; `board_at` gives the board before one.

    Only the Chinese rules have an article for each ply; of others nothing is said.
    """
    alike: dict[tuple[Board, int], list[PlyEvidence]] = {}
    for ply in evidence.plies:
        if ply.article:
            alike.setdefault((board_at(ply.ply), ply.move), []).append(ply)
    return tuple(
        ToldPlies([ply.ply for ply in plies], _told(board, plies[0], words))
        for (board, _), plies in alike.items()
    )


def told_doubts(doubts: tuple[Doubt, ...], full_reading: Side | None, words: Grammar) -> list[str]:
    """Why an arbiter would have to decide: what the full reading says, and who differs.

    A search that was given up differs from nobody: it is told in the outcome.
    """
    differing = [doubt for doubt in doubts if doubt.reading != UNBOUNDED]
    if not differing and full_reading is None:
        return []
    told = [words.say(said.FULL_READING, verdict=_verdict(full_reading, words))]
    told += [
        words.say(
            said.DOUBT,
            reading=words.say(said.READINGS[doubt.reading]),
            verdict=_verdict(doubt.loser, words),
        )
        for doubt in differing
    ]
    return told


def _verdict(loser: Side | None, words: Grammar) -> str:
    if loser is None:
        return words.say(said.WOULD_DRAW)
    return words.say(said.MUST_CHANGE, side=words.sides[loser])


def _told(before: Board, ply: PlyEvidence, words: Grammar) -> str:
    """Everything there is to say about one ply."""
    after = Position(board_after(before, ply.move), ply.side)
    move = words.move(Position(before, ply.side), ply.move)
    sentences = [words.say(said.PLY, move=move, what=_what(ply, words), article=ply.article)]
    if ply.line:
        sentences.append(words.say(said.PLY_LINE, line=line_told(after, ply.line, words)))
    sentences += [_rejected(after, rejected, words) for rejected in ply.rejected]
    return words.gap.join(sentences)


def _what(ply: PlyEvidence, words: Grammar) -> str:
    """The class of a ply, and of a chase all that it chases."""
    if ply.kind is not PlyKind.CHASE:
        return words.say(_KINDS[ply.kind])
    attacks = reduce(
        lambda first, then: words.say(said.PLY_ATTACKS, first=first, then=then),
        (_attack(chase, words) for chase in ply.chases),
    )
    chase = words.say(said.PLY_CHASE, attacks=attacks)
    return words.comma.join((chase, words.say(said.PLY_JOINT))) if ply.joint else chase


def _attack(chase: Chase, words: Grammar) -> str:
    return words.say(
        said.PLY_ATTACK,
        attacker=placed_name(chase.attacker, words),
        victim=placed_name(chase.victim, words),
        why=words.say(_WON[chase.why]),
    )


def _rejected(after: Position, rejected: RejectedChase, words: Grammar) -> str:
    """One attack that does not count, and the line by which it comes to nothing."""
    told = words.say(
        said.PLY_NOT,
        attacker=placed_name(rejected.attacker, words),
        victim=placed_name(rejected.victim, words),
        reason=words.say(said.REJECTIONS[rejected.reason]),
    )
    if not rejected.line:
        return told
    line = words.say(said.PLY_REFUTED, line=line_told(after, rejected.line, words))
    return words.gap.join((told, line))
