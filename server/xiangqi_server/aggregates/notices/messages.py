"""What the notices of a player take, and what becomes of it. Moments are in store time, in ms."""

from msgspec import Struct

from xiangqi_server.aggregates.room.messages import NotYours, YourMove


class CloseNotices(Struct, frozen=True, tag="close"):
    """Forget everything, because the player is gone for good: an effect of the player."""


NoticesCommand = YourMove | NotYours | CloseNotices


class TurnCame(Struct, frozen=True, gc=False, tag="came"):
    """A game by days waits for the player's move; the fields are those of `YourMove`."""

    room: str
    at_ms: int
    version: int
    ply: int
    flag_at_ms: int


class TurnPassed(Struct, frozen=True, gc=False, tag="passed"):
    """It does not, or not any more; the fields are those of `NotYours`."""

    room: str
    at_ms: int
    version: int


class NoticesClosed(Struct, frozen=True, tag="closed"):
    """Everything is gone, and nothing is taken any more."""


NoticesEvent = TurnCame | TurnPassed | NoticesClosed
