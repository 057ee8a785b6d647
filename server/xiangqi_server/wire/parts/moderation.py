"""Parts of messages for operators."""

from msgspec import Struct

from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.parts.players import PlayerRef
from xiangqi_server.wire.terms import FigureName, ReasonName, ReviewState, SanctionName, SideName


class ReportInfo(Struct, frozen=True):
    """A report that waits for an operator.

    Fields:
        number: of the report.
        by, about: the reporter, and the player who is reported.
        reason: what for.
        room: the game it is about, or null.
        text: in the reporter's words; may be empty.
        at_ms: when.
    """

    number: int
    by: PlayerRef
    about: PlayerRef
    reason: ReasonName
    room: str | None
    text: str
    at_ms: Moment


class ActionInfo(Struct, frozen=True):
    """What an operator did.

    Fields:
        by, about: the operator, and the player it was done to.
        sanction: null if a report was closed without one.
        until_ms: when a mute or a ban ends, else 0.
        text: what the player read.
        at_ms: when.
    """

    by: PlayerRef
    about: PlayerRef
    sanction: SanctionName | None
    until_ms: Moment
    text: str
    at_ms: Moment


class FairPlayFigure(Struct, frozen=True):
    """What was measured of a player's moves in one game.

    Fields:
        name: what was measured. `time_spread` is how much the times of its moves differ, as their
            standard deviation divided by their mean; `fast_moves` the share of moves within half a
            second. Both leave out the first move and premoves. `best_moves` is the share of moves
            that the engine would have played, and `loss` the chance to win that a move lost on
            average, out of 2. Both are known if the game was reviewed, and leave out the opening
            and positions that were decided.
        value: in thousandths.
        percentile: of a hundred games of like strength, so many have a lower value; those with the
            same count half. null if there are too few.
        among: how many it was compared with. A review of the small engine is compared with such
            reviews alone.
    """

    name: FigureName
    value: int
    percentile: int | None
    among: int


class FairPlayGame(Struct, frozen=True):
    """A game of a player about whom an operator asks.

    Fields:
        side: the player's.
        opponent: the other player.
        ended_at_ms: when it was over.
        review: how its review stands.
        figures: what could be measured; a game of a few moves has none.
    """

    room: str
    side: SideName
    opponent: PlayerRef
    ended_at_ms: Moment
    review: ReviewState
    figures: list[FairPlayFigure]
