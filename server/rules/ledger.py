"""The account of a repeated cycle: what every ply did, and what was not held against it.

This module hides nothing; it is what `bookkeeping` writes and a person may dispute. For
each ply it names the chases with the reason why the victim counts as unprotected, and
every attack that was *rejected*, with the reason it was; for each side the level and the
pieces chased throughout. It decides nothing itself.
"""

from dataclasses import dataclass
from enum import StrEnum

from server.rules.board import Move, Piece, Side, Square
from server.rules.repetition import ChaseKind, Level


class PlyKind(StrEnum):
    """The class of a ply; a check that also chases is a check and lists its chases."""

    CHECK = "check"
    CHASE = "chase"
    IDLE = "idle"


class Why(StrEnum):
    """Why a chased piece counts as unprotected."""

    UNPROTECTED = "unprotected"
    FALSE_ROOT = "false_root"
    HORSE_TAKES_CHARIOT = "horse_takes_chariot"
    CANNON_TAKES_CHARIOT = "cannon_takes_chariot"


class Rejection(StrEnum):
    """Why an attack is not held against the side that makes it."""

    PROTECTED = "protected"
    EXEMPT_ATTACKER = "exempt_attacker"
    UNCROSSED_SOLDIER = "uncrossed_soldier"
    EXISTED_BEFORE = "existed_before"
    EXCHANGE = "exchange"
    PINNED_ATTACKER = "pinned_attacker"
    EXPOSES_GENERAL = "exposes_general"


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece and where it stands."""

    piece: Piece
    square: Square


@dataclass(frozen=True, slots=True)
class Chase:
    """A threat that a ply made or renewed.

    Fields:
        attacker, victim: the pair, where they stand after the ply.
        attacker_id, victim_id: the squares on which they stood when the window began.
        kind: whether the capture is new, or its root was removed.
        why: why the victim counts as unprotected.
        root: with FALSE_ROOT, the piece that only seems to protect.
        bar: with FALSE_ROOT, the piece its taking back would expose the general to.
    """

    attacker: Placed
    victim: Placed
    attacker_id: Square
    victim_id: Square
    kind: ChaseKind
    why: Why
    root: Placed | None = None
    bar: Placed | None = None


@dataclass(frozen=True, slots=True)
class Rejected:
    """An attack that is no chase.

    Fields:
        witness: the protector, the pinner, or the piece the capture would expose the
            general to; None for the reasons that need none.
    """

    attacker: Placed
    victim: Placed
    reason: Rejection
    witness: Placed | None = None


@dataclass(frozen=True, slots=True)
class LedgerPly:
    """What one ply did. `ply` is its number from the start of the game."""

    ply: int
    side: Side
    move: Move
    piece: Piece
    kind: PlyKind
    chases: tuple[Chase, ...]
    rejected: tuple[Rejected, ...]


@dataclass(frozen=True, slots=True)
class Prey:
    """A piece chased by every ply of a side: which, and the squares it visited."""

    piece: Piece
    identity: Square
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """What one side's plies amount to."""

    level: Level
    victims: tuple[Prey, ...]


@dataclass(frozen=True, slots=True)
class Ledger:
    """The whole account: every ply of the window, and both sides by number."""

    plies: tuple[LedgerPly, ...]
    accounts: tuple[Account, Account]

    def plies_of(self, side: Side) -> tuple[LedgerPly, ...]:
        """The plies that one side played."""
        return tuple(ply for ply in self.plies if ply.side is side)
