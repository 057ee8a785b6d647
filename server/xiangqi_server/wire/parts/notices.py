"""Parts of messages about notices outside of the page."""

from typing import Annotated

from msgspec import Meta, Struct

from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.terms import NoticeTopic

_DAY_MINUTES = 1_439
_OFFSET_MINUTES = 14 * 60


class NoticeWishes(Struct, frozen=True, forbid_unknown_fields=True):
    """Which notices a player wishes for, and when not.

    Fields:
        off: the topics that are not wanted; `turns` are those of games by days.
        quiet_from, quiet_to: the minutes of the day between which nothing is sent; what came then
            is sent afterwards. The same twice for no quiet hours.
        offset_minutes: by how many minutes your clock is ahead of UTC.
    """

    off: Annotated[list[NoticeTopic], Meta(max_length=4)] = []
    quiet_from: Annotated[int, Meta(ge=0, le=_DAY_MINUTES)] = 0
    quiet_to: Annotated[int, Meta(ge=0, le=_DAY_MINUTES)] = 0
    offset_minutes: Annotated[int, Meta(ge=-_OFFSET_MINUTES, le=_OFFSET_MINUTES)] = 0


class NoticeChannel(Struct, frozen=True):
    """A browser that gets your notices.

    Fields:
        channel: its id, to send in `unsubscribe_notices`.
        renewed_ms: when it was last here, at most a week too early.
        this: it is on the device that asks.
    """

    channel: str
    renewed_ms: Moment
    this: bool
