"""Parts of messages about the rules: warnings, rulings with their evidence, how a game ended."""

from msgspec import UNSET, Struct, UnsetType

from xiangqi_server.game.rules.repetition import evidence, ruling, summary
from xiangqi_server.wire.recorded import Recorded
from xiangqi_server.wire.terms import DeclineName, GameResultName, SideName, VerdictName

PlacedPiece = Recorded[evidence.Placed]
CyclePiece = Recorded[evidence.CyclePiece]
Doubt = Recorded[evidence.Doubt]
LosingMove = Recorded[ruling.LosingMove]
BannedMove = Recorded[ruling.BannedMove]
Deed = Recorded[summary.Deed]
SideWarning = Recorded[ruling.SideWarning]
WarningDetail = Recorded[ruling.RepetitionWarning]
Chase = Recorded[evidence.Chase]
RejectedChase = Recorded[evidence.RejectedChase]
RuledPly = Recorded[evidence.PlyEvidence]
SideAccount = Recorded[evidence.SideEvidence]


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
