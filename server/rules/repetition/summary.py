"""What one side did in a repeated cycle, summed up for a sentence.

It says which pieces did it and where they stood, to which piece, and why that one counts as
unprotected.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from server.rules.board.encoding import Piece, Side, Square, target_of
from server.rules.repetition.evidence import (
    Chase,
    ChaseKind,
    CyclePiece,
    Evidence,
    Level,
    Placed,
    PlyEvidence,
    PlyKind,
    Why,
)


class DeedKind(StrEnum):
    """What all the plies of a side have in common."""

    CHECK = "check"
    CHASE = "chase"
    UNROOT = "unroot"
    CHECKS_AND_CHASES = "checks_and_chases"
    SOME_CHECKS = "some_checks"
    CHASES_SEVERAL = "chases_several"
    SOME_CHASES = "some_chases"
    KILL = "kill"
    ATTACKS = "attacks"
    """Checks, kills and chases on every move, in a mixture."""
    SOME_ATTACKS = "some_attacks"
    IDLE = "idle"


@dataclass(frozen=True, slots=True)
class Deed:
    """What a side did.

    Fields:
        doers: for CHECK, CHASE and UNROOT, the pieces that did it and where they stood.
        victim: for CHASE and UNROOT, the piece that was chased throughout.
        why: why it counts as unprotected, the reason most in need of an explanation.
        root, bar: with FALSE_ROOT, the seeming protector, and what it would expose its
            general to.
        openers: for CHECK, the pieces whose moves opened the lines of those that checked.
    """

    kind: DeedKind
    doers: tuple[CyclePiece, ...] = ()
    victim: CyclePiece | None = None
    why: Why | None = None
    root: Placed | None = None
    bar: Placed | None = None
    openers: tuple[CyclePiece, ...] = ()


def deed_of(evidence: Evidence, side: Side) -> Deed:
    """What `side` did in the cycle."""
    plies, whole = evidence.plies_of(side), evidence.sides[side]
    if whole.level is Level.PERPETUAL_CHECK:
        return Deed(DeedKind.CHECK, _checkers(plies), openers=_openers(plies))
    if whole.level is Level.NONE or not whole.victims:
        return Deed(_kind(plies))
    victim = whole.victims[0]
    chases = [chase for ply in plies for chase in ply.chases if chase.victim_id == victim.identity]
    unroots = whole.level is Level.ROOT_CHASE and takes_protection_throughout(chases)
    telling = max(chases, key=_needs_explaining)
    return Deed(
        DeedKind.UNROOT if unroots else DeedKind.CHASE,
        _chasers(chases),
        victim,
        telling.why,
        telling.root,
        telling.bar,
    )


def takes_protection_throughout(chases: Iterable[Chase]) -> bool:
    """Whether every one of the chases of a piece only took its protection away."""
    return all(chase.kind is ChaseKind.ROOT for chase in chases)


def _needs_explaining(chase: Chase) -> int:
    """How much a reader wonders why the victim counts as unprotected."""
    return (
        Why.UNPROTECTED,
        Why.GAINS,
        Why.EQUAL,
        Why.BY_CHECK,
        Why.HORSE_TAKES_CHARIOT,
        Why.CANNON_TAKES_CHARIOT,
        Why.FALSE_ROOT,
    ).index(chase.why)


_NOTHING_DONE: Final = frozenset({PlyKind.IDLE, PlyKind.EXCHANGE, PlyKind.UNCLEAR})


def _kind(plies: tuple[PlyEvidence, ...]) -> DeedKind:
    """What the plies of a side that is not to blame look like."""
    kinds = {PlyKind.IDLE if ply.kind in _NOTHING_DONE else ply.kind for ply in plies}
    if PlyKind.KILL in kinds:
        only = DeedKind.KILL if kinds == {PlyKind.KILL} else DeedKind.ATTACKS
        return DeedKind.SOME_ATTACKS if PlyKind.IDLE in kinds else only
    match sorted(kinds):
        case [PlyKind.CHASE]:
            return DeedKind.CHASES_SEVERAL
        case [PlyKind.CHASE, PlyKind.CHECK]:
            return DeedKind.CHECKS_AND_CHASES
        case [PlyKind.CHASE, PlyKind.IDLE]:
            return DeedKind.SOME_CHASES
        case [PlyKind.IDLE]:
            return DeedKind.IDLE
        case _:
            return DeedKind.SOME_CHECKS


def _checkers(plies: tuple[PlyEvidence, ...]) -> tuple[CyclePiece, ...]:
    """The pieces that checked, in the order in which they did; like pieces count as one."""
    return _alike(checker for ply in plies for checker in ply.checkers)


def _openers(plies: tuple[PlyEvidence, ...]) -> tuple[CyclePiece, ...]:
    """The pieces that moved and did not check themselves."""
    return _alike(
        Placed(ply.piece, target_of(ply.move))
        for ply in plies
        if target_of(ply.move) not in {checker.square for checker in ply.checkers}
    )


def _alike(pieces: Iterable[Placed]) -> tuple[CyclePiece, ...]:
    """Pieces with the squares they stood on; like pieces count as one."""
    squares: dict[Piece, dict[Square, None]] = {}
    for placed in pieces:
        squares.setdefault(placed.piece, {})[placed.square] = None
    return tuple(CyclePiece(piece, next(iter(at)), tuple(at)) for piece, at in squares.items())


def _chasers(chases: list[Chase]) -> tuple[CyclePiece, ...]:
    """The pieces that chased, in the order in which they did."""
    squares: dict[Square, dict[Square, None]] = {}
    pieces = {}
    for chase in chases:
        squares.setdefault(chase.attacker_id, {})[chase.attacker.square] = None
        pieces[chase.attacker_id] = chase.attacker.piece
    return tuple(CyclePiece(pieces[key], key, tuple(at)) for key, at in squares.items())
