"""The evidence of a repeated cycle: what every ply did, and what was not held against it.

It is what `evidence_builder` finds and a person may dispute. For each ply it names the chases
with the reason why the victim counts as unprotected, and every attack that was *rejected*, with
its reason. For each side it names the level and the pieces chased throughout. It decides nothing
itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import NamedTuple

from xiangqi_server.game.rules.board.attackers import attackers_of
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.check import general_square
from xiangqi_server.game.rules.board.encoding import Board, Move, Piece, Side, Square


class ChaseKind(StrEnum):
    """How a threat came about."""

    DIRECT = "direct"
    """The capture was not possible before the ply."""
    ROOT = "root"
    """It was possible, but protected or an exchange, until the ply."""


class Level(IntEnum):
    """How guilty a side is; the higher loses, equals draw."""

    NONE = 0
    ROOT_CHASE = 1
    DIRECT_CHASE = 2
    PERPETUAL_ATTACK = 3
    """Chinese rules: every ply checks, threatens mate or chases, whatever it chases."""
    PERPETUAL_CHECK = 4


class PlyKind(StrEnum):
    """The class of a ply; a check that also chases is a check and lists its chases.

    The Asian rules know check, chase and idle. The Chinese rules know kills and exchanges
    too, and of a ply that could not be searched through the class is unclear.
    """

    CHECK = "check"
    KILL = "kill"
    CHASE = "chase"
    EXCHANGE = "exchange"
    IDLE = "idle"
    UNCLEAR = "unclear"


class Why(StrEnum):
    """Why a chased piece counts as unprotected, or (Chinese rules) is won anyway."""

    UNPROTECTED = "unprotected"
    FALSE_ROOT = "false_root"
    HORSE_TAKES_CHARIOT = "horse_takes_chariot"
    CANNON_TAKES_CHARIOT = "cannon_takes_chariot"
    GAINS = "gains"
    """Protected, but ahead after the series of captures."""
    EQUAL = "equal"
    """Equal after the series of captures, each taking his own (26.5)."""
    BY_CHECK = "by_check"
    """Won by beginning with a check."""


class Rejection(StrEnum):
    """Why an attack is not held against the side that makes it."""

    PROTECTED = "protected"
    EXEMPT_ATTACKER = "exempt_attacker"
    UNCROSSED_SOLDIER = "uncrossed_soldier"
    EXISTED_BEFORE = "existed_before"
    EXCHANGE = "exchange"
    PINNED_ATTACKER = "pinned_attacker"
    EXPOSES_GENERAL = "exposes_general"
    NO_GAIN = "no_gain"
    """Chinese rules: it loses more than it wins."""
    MATED_AT_ONCE = "mated_at_once"
    """Chinese rules: the side that takes is mated by the very next move (24.3)."""
    TAKEN_BACK = "taken_back"
    """Chinese rules: equal by simply taking back (26.5)."""
    ANSWERS_CHECK = "answers_check"
    """Chinese rules: a general that answers a check is idle whatever comes of it (26.1.3)."""
    HOLDS_DRAW = "holds_draw"
    """Chinese rules: the last attacking piece only holds the draw (26.2)."""


class Placed(NamedTuple):
    """A piece where it stands after a ply.

    Fields:
        piece: a FEN letter.
        square: as in a move, "e4".
    """

    piece: Piece
    square: Square


def placed(board: Board, square: Square) -> Placed:
    """The piece on a square, with the square."""
    return Placed(board[square], square)


def checkers_on(board: Board, side: Side) -> tuple[Placed, ...]:
    """The pieces of `side` that attack the enemy general."""
    general = general_square(board, side.opponent)
    return tuple(placed(board, square) for square in attackers_of(board, general, side))


class Chase(NamedTuple):
    """What a ply attacks against the rules.

    Fields:
        attacker, victim: where they stand after the ply.
        attacker_id, victim_id: the squares where they stood when the cycle began.
        kind: `direct` if the capture is new, `root` if its protection was taken away.
        why: the victim counts as unprotected.
        root: with `false_root`, the piece that only seems to protect.
        bar: with `false_root`, to what its taking back would expose the general.
        line: of `cxa`: the moves that win it, the mover first.
    """

    attacker: Placed
    victim: Placed
    attacker_id: Square
    victim_id: Square
    kind: ChaseKind
    why: Why
    root: Placed | None = None
    bar: Placed | None = None
    line: tuple[Move, ...] = ()

    def identified(self, ids: Sequence[Square]) -> "Chase":
        """The same in another lap: `ids` has for each square where its piece stood at first."""
        return self._replace(
            attacker_id=ids[self.attacker.square], victim_id=ids[self.victim.square]
        )


class RejectedChase(NamedTuple):
    """An attack that was looked at and not counted.

    Fields:
        attacker, victim: where they stand after the ply.
        reason: why it does not count.
        witness: the piece that makes it no chase: a protector, a pinner, or one to which the
            capture would expose the general.
        line: of `cxa`: the moves by which the capture comes to nothing.
    """

    attacker: Placed
    victim: Placed
    reason: Rejection
    witness: Placed | None = None
    line: tuple[Move, ...] = ()


class PlyEvidence(NamedTuple):
    """What a ply of a repetition does.

    Fields:
        ply: its number, from 0.
        side: that played it.
        move: four characters.
        piece: that moved, a FEN letter.
        kind: `kill` (a threat of mate), `exchange` and `unclear` (too many lines to look at)
            are of `cxa`.
        chases: what it attacks against the rules.
        rejected: attacks that are not counted.
        article: of `cxa`: the paragraph its class rests on.
        line: of `cxa`: the moves that mate or win, the mover first.
        joint: of `cxa`: a joint chase, or one of an under-rooted piece; only found out where it
            decides.
        checkers: of a check: the pieces that attack the general.
    """

    ply: int
    side: Side
    move: Move
    piece: Piece
    kind: PlyKind
    chases: tuple[Chase, ...]
    rejected: tuple[RejectedChase, ...]
    article: str = ""
    line: tuple[Move, ...] = ()
    joint: bool = False
    checkers: tuple[Placed, ...] = ()

    def renumbered(self, ply: int, ids: Sequence[Square]) -> "PlyEvidence":
        """The same in another lap: its number there, and `ids` as for `Chase.identified`."""
        chases = tuple(chase.identified(ids) for chase in self.chases) if self.chases else ()
        return PlyEvidence._make((ply, *self[1:5], chases, *self[6:]))


@dataclass(frozen=True, slots=True)
class CyclePiece:
    """A piece with the squares it stood on in a cycle.

    Fields:
        piece: a FEN letter.
        id: the square where it stood when the cycle began.
        squares: where it stood when this was done by it, or to it.
    """

    piece: Piece
    id: Square
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class SideEvidence:
    """What the plies of one side amount to.

    Fields:
        level: how guilty it is; `perpetual_attack` is of `cxa`.
        victims: the pieces it chased throughout.
        driven: of `chessvariants`: the piece that it drove to and fro between two points.
        drivers: with `driven`: the pieces that did it.
    """

    level: Level
    victims: tuple[CyclePiece, ...]
    driven: CyclePiece | None = None
    drivers: tuple[CyclePiece, ...] = ()


@dataclass(frozen=True, slots=True)
class Doubt:
    """Of `cxa`: a more cautious reading of the rules that rules otherwise.

    Fields:
        reading: what is read otherwise.
        loser: the side it blames; without it a draw.
    """

    reading: str
    loser: Side | None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Every ply of the window, and what they amount to for each side.

    `doubts` tell why an arbiter would have to decide, and `full_reading` which side loses there by
    the full reading of the rules. Under most rule sets there are no doubts.
    """

    plies: tuple[PlyEvidence, ...]
    sides: BySide[SideEvidence]
    doubts: tuple[Doubt, ...] = ()
    full_reading: Side | None = None

    def plies_of(self, side: Side) -> tuple[PlyEvidence, ...]:
        """The plies that one side played."""
        return tuple(ply for ply in self.plies if ply.side is side)
