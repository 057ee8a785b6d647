"""Parts of messages about the rules: warnings, rulings with their evidence, how a game ended."""

from msgspec import UNSET, Struct, UnsetType

from xiangqi_server.wire.terms import (
    BanReason,
    ChaseKind,
    ChaseReason,
    DeclineName,
    DeedKind,
    GameResultName,
    LevelName,
    PlyKind,
    RejectionReason,
    SideName,
    VerdictName,
)


class PlacedPiece(Struct, frozen=True):
    """A piece where it stands after a ply.

    Fields:
        piece: a FEN letter.
        square: as in a move, "e4".
    """

    piece: str
    square: str


class CyclePiece(Struct, frozen=True):
    """A piece with the squares it stood on in a cycle.

    Fields:
        piece: a FEN letter.
        id: the square where it stood when the cycle began.
        squares: where it stood when this was done by it, or to it.
    """

    piece: str
    id: str
    squares: list[str]


class Doubt(Struct, frozen=True, omit_defaults=True):
    """Of `cxa`: a more cautious reading of the rules that rules otherwise.

    Fields:
        reading: what is read otherwise.
        loser: the side it blames; without it a draw.
    """

    reading: str
    loser: SideName | UnsetType = UNSET


class LosingMove(Struct, frozen=True):
    """A move that loses by a ruling.

    Fields:
        move: four characters.
        piece: that moves, a FEN letter.
        after_reply: it loses after some reply, not at once.
        ending: how; see *Endings*.
        clause: of the rule set.
    """

    move: str
    piece: str
    after_reply: bool
    ending: str
    clause: str


class BannedMove(Struct, frozen=True):
    """A move that the rules do not allow.

    Fields:
        move: four characters.
        piece: that moves, a FEN letter.
        reason: what it would be.
        clause: of the rule set.
    """

    move: str
    piece: str
    reason: BanReason
    clause: str


class Deed(Struct, frozen=True, omit_defaults=True):
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
    doers: list[CyclePiece]
    victim: CyclePiece | UnsetType = UNSET
    why: ChaseReason | UnsetType = UNSET
    root: PlacedPiece | UnsetType = UNSET
    bar: PlacedPiece | UnsetType = UNSET
    openers: list[CyclePiece] = []
    acts: list[PlyKind] = []


class SideWarning(Struct, frozen=True, omit_defaults=True):
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

    level: LevelName
    at_fault: bool
    clause: str
    losing: list[LosingMove]
    banned: list[BannedMove]
    breaking: list[str]
    soon: list[BannedMove] = []
    restricting: list[BannedMove] = []
    ending: str | UnsetType = UNSET
    deed: Deed | UnsetType = UNSET


class WarningDetail(Struct, frozen=True, omit_defaults=True):
    """Everything the rules know of a repetition that is on its way to a ruling.

    Fields:
        rule_set, version: by which rules.
        to_move: the side to move.
        occurrences: of the present position.
        left: occurrences still to come until a ruling, if the last lap is run again and again. It
            is 0 where the warning tells only of a ban that depends on no occurrence. With `rounds`,
            it counts rounds still to come.
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
    to_move: SideName
    occurrences: int
    left: int
    bans: bool
    sides: dict[SideName, SideWarning]
    window: tuple[int, int] | UnsetType = UNSET
    doubts: list[Doubt] = []
    full_reading: SideName | UnsetType = UNSET
    rounds: int = 0


class RepetitionWarning(Struct, frozen=True):
    """A repetition on its way to a ruling; spectators get it too.

    Fields:
        text: in the language of `hello`, as it concerns the reader.
        occurrences: how often the present position has stood.
        rule_at: the occurrence at which the rule set rules if the loop goes on as it does. It is
            null for a warning that depends on no occurrence, such as a ban on a fourth check.
        side: the side that the rules are about to turn against, null if it would be a draw.
        cycle: the moves of the loop, four characters each, oldest first; may be empty.
        detail: everything the rules know of it.
    """

    text: str
    occurrences: int
    rule_at: int | None
    side: SideName | None
    cycle: list[str]
    detail: WarningDetail


class Chase(Struct, frozen=True, omit_defaults=True):
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

    attacker: PlacedPiece
    victim: PlacedPiece
    attacker_id: str
    victim_id: str
    kind: ChaseKind
    why: ChaseReason
    root: PlacedPiece | UnsetType = UNSET
    bar: PlacedPiece | UnsetType = UNSET
    line: list[str] = []


class RejectedChase(Struct, frozen=True, omit_defaults=True):
    """An attack that was looked at and not counted.

    Fields:
        attacker, victim: where they stand after the ply.
        reason: why it does not count.
        witness: the piece that makes it no chase: a protector, a pinner, or one to which the
            capture would expose the general.
        line: of `cxa`: the moves by which the capture comes to nothing.
    """

    attacker: PlacedPiece
    victim: PlacedPiece
    reason: RejectionReason
    witness: PlacedPiece | UnsetType = UNSET
    line: list[str] = []


class RuledPly(Struct, frozen=True, omit_defaults=True):
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
    side: SideName
    move: str
    piece: str
    kind: PlyKind
    chases: list[Chase]
    rejected: list[RejectedChase]
    article: str = ""
    line: list[str] = []
    joint: bool = False
    checkers: list[PlacedPiece] = []


class SideAccount(Struct, frozen=True, omit_defaults=True):
    """What the plies of one side amount to.

    Fields:
        level: how guilty it is; `perpetual_attack` is of `cxa`.
        victims: the pieces it chased throughout.
        driven: of `chessvariants`: the piece that it drove to and fro between two points.
        drivers: with `driven`: the pieces that did it.
    """

    level: LevelName
    victims: list[CyclePiece]
    driven: CyclePiece | UnsetType = UNSET
    drivers: list[CyclePiece] = []


class ToldPlies(Struct, frozen=True):
    """Of `cxa`: what is said of plies that are alike.

    Fields:
        plies: their numbers.
        text: in the language of `hello`.
    """

    plies: list[int]
    text: str


class Ruling(Struct, frozen=True, omit_defaults=True):
    """Why the rules ended a game, with the evidence.

    Fields:
        rule_set, version: by which rules.
        verdict: the side that loses, or a draw.
        ending: how; see *Endings*.
        clause: of the rule set.
        occurrences: of the last position.
        winner: the side that wins; without it a draw.
        window: first and last ply on which it rests, if not on the position alone.
        plies: every ply of the window, oldest first.
        sides: what the plies of each side amount to.
        doubts: of `cxa`, where an arbiter would decide: the readings that rule otherwise.
        full_reading: of `cxa`, with `doubts`: the side that the full reading blames; without it a
            draw.
        told: of `cxa`: what is said of each ply.
    """

    rule_set: str
    version: int
    verdict: VerdictName
    ending: str
    clause: str
    occurrences: int
    winner: SideName | UnsetType = UNSET
    window: tuple[int, int] | UnsetType = UNSET
    plies: list[RuledPly] = []
    sides: dict[SideName, SideAccount] | UnsetType = UNSET
    doubts: list[Doubt] = []
    full_reading: SideName | UnsetType = UNSET
    told: list[ToldPlies] = []


class Outcome(Struct, frozen=True):
    """How a game ended.

    Fields:
        winner: null for a draw or a game without result; `ending` tells which.
        ending: for programs; see *Endings*.
        text: in the language of `hello`.
        ruling: the evidence, where the rules of the game ended it, else null.
        reason: why a challenge was declined, else null; see *Challenges*.
        result: what came of it; `none`: nothing counts.
    """

    winner: SideName | None
    ending: str
    text: str
    ruling: Ruling | None = None
    reason: DeclineName | None = None
    result: GameResultName = "none"


class MarkedMove(Struct, frozen=True):
    """A move that a rule speaks about.

    Fields:
        move: four characters.
        text: what the rule says, in the language of `hello`.
    """

    move: str
    text: str
