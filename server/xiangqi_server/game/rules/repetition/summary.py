"""What one side did in a repeated cycle, summed up for a sentence.

It says which pieces did it and where they stood, to which piece, and why that one counts as
unprotected.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from xiangqi_server.game.rules.board.encoding import Side, Square, origin_of, target_of
from xiangqi_server.game.rules.repetition.evidence import (
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
    DRIVES = "drives"
    """Drives a piece to and fro between two points, protected or not (chessvariants.com)."""
    IDLE = "idle"


@dataclass(frozen=True, slots=True)
class Deed:
    """What the moves of a side in a cycle amount to.

    Fields:
        kind: what they have in common; `unroot` takes the protection of the victim away, and
            `drives`, of `chessvariants`, moves it to and fro between two points, protected or not.
        doers: of `check`, `chase`, `unroot` and `drives`: the pieces that do it.
        victim: the piece to which it is done throughout.
        why: it counts as unprotected.
        root: with `false_root`, the piece that only seems to protect.
        bar: with `false_root`, to what its taking back would expose the general.
        openers: of `check`: the pieces whose moves opened the lines of the doers.
        acts: of `attacks` and `some_attacks`: which of check, kill and chase occurred.
    """

    kind: DeedKind
    doers: tuple[CyclePiece, ...]
    victim: CyclePiece | None = None
    why: Why | None = None
    root: Placed | None = None
    bar: Placed | None = None
    openers: tuple[CyclePiece, ...] = ()
    acts: tuple[PlyKind, ...] = ()


def deed_of(evidence: Evidence, side: Side) -> Deed:
    """What `side` did in the cycle."""
    plies, whole = evidence.plies_of(side), evidence.sides[side]
    if whole.driven is not None:
        return Deed(DeedKind.DRIVES, whole.drivers, whole.driven)
    if whole.level is Level.PERPETUAL_CHECK:
        return _checking(evidence, side)
    if whole.level is Level.NONE or not whole.victims:
        return _unlike(plies)
    victim = whole.victims[0]
    chases = [chase for ply in plies for chase in ply.chases if chase.victim_id == victim.id]
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


_ACTS: Final = (PlyKind.CHECK, PlyKind.KILL, PlyKind.CHASE)


def _unlike(plies: tuple[PlyEvidence, ...]) -> Deed:
    """What the plies of a side have in common that did no one thing to one piece."""
    acts = tuple(act for act in _ACTS if any(ply.kind is act for ply in plies))
    kind = _kind_of(acts, is_steady=all(ply.kind in _ACTS for ply in plies))
    is_mixture = kind in (DeedKind.ATTACKS, DeedKind.SOME_ATTACKS)
    return Deed(kind, (), acts=acts if is_mixture else ())


def _kind_of(acts: tuple[PlyKind, ...], *, is_steady: bool) -> DeedKind:
    """What plies amount to that did these, every one of them or some."""
    match acts, is_steady:
        case (PlyKind.KILL,), True:
            return DeedKind.KILL
        case _ if PlyKind.KILL in acts:
            return DeedKind.ATTACKS if is_steady else DeedKind.SOME_ATTACKS
        case (PlyKind.CHASE,), True:
            return DeedKind.CHASES_SEVERAL
        case (PlyKind.CHECK, PlyKind.CHASE), True:
            return DeedKind.CHECKS_AND_CHASES
        case (PlyKind.CHASE,), False:
            return DeedKind.SOME_CHASES
        case (), _:
            return DeedKind.IDLE
        case _:
            return DeedKind.SOME_CHECKS


def _checking(evidence: Evidence, side: Side) -> Deed:
    """A check on every move: by which pieces, and which opened their lines without checking."""
    checkers: dict[Square, list[Placed]] = {}
    openers: dict[Square, list[Placed]] = {}
    came_from: dict[Square, Square] = {}
    for ply in evidence.plies:
        origin, target = origin_of(ply.move), target_of(ply.move)
        came_from[target] = came_from.pop(origin, origin)
        if ply.side is not side:
            continue
        for checker in ply.checkers:
            at_first = came_from.get(checker.square, checker.square)
            checkers.setdefault(at_first, []).append(checker)
        if target not in {checker.square for checker in ply.checkers}:
            openers.setdefault(came_from[target], []).append(Placed(ply.piece, target))
    return Deed(
        DeedKind.CHECK,
        _pieces((at[0].square, at) for at in checkers.values()),
        openers=_pieces((at[0].square, at) for at in openers.values()),
    )


def _pieces(stood: Iterable[tuple[Square, list[Placed]]]) -> tuple[CyclePiece, ...]:
    """Each of some pieces, by its identity, with the squares on which it did something."""
    return tuple(
        CyclePiece(at[0].piece, identity, tuple(dict.fromkeys(each.square for each in at)))
        for identity, at in stood
    )


def _chasers(chases: list[Chase]) -> tuple[CyclePiece, ...]:
    """The pieces that chased, in the order in which they did."""
    stood: dict[Square, list[Placed]] = {}
    for chase in chases:
        stood.setdefault(chase.attacker_id, []).append(chase.attacker)
    return _pieces(stood.items())
