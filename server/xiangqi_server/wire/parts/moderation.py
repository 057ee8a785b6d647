"""Parts of messages for operators."""

from msgspec import Struct

from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.parts.players import PlayerRef
from xiangqi_server.wire.terms import ReasonName, SanctionName


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
