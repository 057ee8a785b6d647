"""What a ruling, a ban and a warning are.

It is the vocabulary between the rule sets, which find these
values, and all code that stores, sends or words them.
"""

from dataclasses import dataclass
from enum import StrEnum

from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Move, Piece, Side
from xiangqi_server.game.rules.repetition.evidence import Doubt, Evidence, Level
from xiangqi_server.game.rules.repetition.summary import Deed


class Ending(StrEnum):
    """How the rules end a game; resignation, agreement and time are the room's."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    BARE_MATERIAL = "bare_material"
    """Neither side can win with what is left."""
    NATURAL_LIMIT = "natural_limit"
    REPETITION = "repetition"
    """The position was repeated and neither side is guiltier: a draw."""
    PERPETUAL_CHECK = "perpetual_check"
    PERPETUAL_CHASE = "perpetual_chase"
    PERPETUAL_ATTACK = "perpetual_attack"
    """Checks, kills and chases on every move (Chinese rules)."""
    CHECK_COUNT = "check_count"
    """Too many checks in a row, repeated or not."""
    BAN_STALEMATE = "ban_stalemate"
    """Every legal move of the side to move is banned."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a rule set finds, before it is signed with the set's name.

    Fields:
        loser: None is a draw.
        clause: the key of the clause of the rule set that decides.
        window: first and last ply that the verdict rests on, unless the evidence tells it;
            None if it rests on the position alone.
    """

    loser: Side | None
    ending: Ending
    clause: str
    window: tuple[int, int] | None = None
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """Why a game is over: the rule, and its rule set.

    Fields:
        version: of the rule set; an old game keeps the version it was played under.
        occurrences: how often the last position occurred.
        winner: None is a draw.
        window: first and last ply that the ruling rests on; None if on the position alone.
        evidence: every ply of the window, for the endings that come of a repetition.
    """

    rule_set: str
    version: int
    ending: Ending
    clause: str
    occurrences: int
    winner: Side | None
    window: tuple[int, int] | None = None
    evidence: Evidence | None = None

    @property
    def loser(self) -> Side | None:
        """The side that lost; None is a draw."""
        return None if self.winner is None else self.winner.opponent

    @property
    def verdict(self) -> str:
        """``red_loses``, ``black_loses`` or ``draw``."""
        return "draw" if self.loser is None else f"{self.loser.name.lower()}_loses"


class BanReason(StrEnum):
    """Why a legal move may not be played."""

    FOURTH_CHECK = "fourth_check"
    """The same piece would check for the fourth turn in a row."""
    REPEATED_CHECK = "repeated_check"
    """The fourth check in a row by one piece, in a position of that series."""
    RETURN_CHASE = "return_chase"
    """The chaser would go back to its first point to chase on."""
    DRIVEN_PIECE = "driven_piece"
    """It would go on driving a piece between two points."""
    ENDLESS_LOOP = "endless_loop"
    """The attacker would go on with a loop that has run its course."""
    PERPETUAL_CHECK = "perpetual_check"
    PERPETUAL_CHASE = "perpetual_chase"
    PERPETUAL_ATTACK = "perpetual_attack"
    CHECK_COUNT = "check_count"
    """Forbid mode: the move would lose by that ruling."""


@dataclass(frozen=True, slots=True)
class Ban:
    """Why a move is banned, and by which clause."""

    reason: BanReason
    clause: str


@dataclass(frozen=True, slots=True)
class LosingMove:
    """A move that loses by a ruling.

    Fields:
        move: four characters.
        piece: that moves, a FEN letter.
        after_reply: it loses after some reply, not at once.
        ending: how; see *Endings*.
        clause: of the rule set.
    """

    move: Move
    piece: Piece
    after_reply: bool
    ending: Ending
    clause: str


@dataclass(frozen=True, slots=True)
class BannedMove:
    """A move that the rules do not allow.

    Fields:
        move: four characters.
        piece: that moves, a FEN letter.
        reason: what it would be.
        clause: of the rule set.
    """

    move: Move
    piece: Piece
    reason: BanReason
    clause: str


@dataclass(frozen=True, slots=True)
class SideWarning:
    """One side's part of a warning.

    Fields:
        level: how guilty it is of the cycle as it stands; `perpetual_attack` is of `cxa`: a
            check, kill or chase on every move.
        at_fault: the rules are about to turn against it.
        clause: by which the game would end.
        losing: moves to keep from, each once.
        banned: moves that are not allowed now.
        breaking: moves that leave the cycle.
        soon: with `forbid`: for the side not to move, what will be banned at its next turn if
            the other side goes on.
        restricting: with `forbid`: moves after which a reply within the cycle bans going on.
        ending: how the game would end; see *Endings*.
        deed: what it does in the cycle, where one recurs.
    """

    level: Level
    at_fault: bool
    clause: str
    losing: tuple[LosingMove, ...]
    banned: tuple[BannedMove, ...]
    breaking: tuple[Move, ...]
    soon: tuple[BannedMove, ...] = ()
    restricting: tuple[BannedMove, ...] = ()
    ending: Ending | None = None
    deed: Deed | None = None


@dataclass(frozen=True, slots=True)
class RepetitionWarning:
    """Everything the rules know of a repetition that is on its way to a ruling.

    Fields:
        rule_set, version: by which rules.
        to_move: the side to move.
        occurrences: of the present position.
        left: occurrences still to come until a ruling, if the last lap is run again and again. It
            is 0 where the ruling falls before this position occurs again, and where the warning
            tells only of a ban that depends on no occurrence. With `rounds`, it counts rounds
            still to come.
        bans: the side at fault will be banned from going on, instead of losing.
        sides: each side's part.
        window: first and last ply of the laps that count so far.
        doubts: of `cxa`, where an arbiter would decide: the readings that rule otherwise.
        full_reading: of `cxa`, with `doubts`: the side that the full reading blames; without it a
            draw.
        rounds: of `cxa` with `nine_rounds`, instead of a repetition. It counts the rounds in which
            the side at fault has done nothing but check, threaten mate or chase, in the plies of
            `window`.
    """

    rule_set: str
    version: int
    to_move: Side
    occurrences: int
    left: int
    bans: bool
    sides: BySide[SideWarning]
    window: tuple[int, int] | None = None
    doubts: tuple[Doubt, ...] = ()
    full_reading: Side | None = None
    rounds: int = 0
