"""Which notices a player wishes for outside of the page, and when not."""

from typing import Final

from msgspec import Struct

from xiangqi_server.aggregates.notices.news import Topic
from xiangqi_server.kernel.aggregate.spans import DAY_MS, MINUTE_MS

DAY_MINUTES: Final = 24 * 60


class Wishes(Struct, frozen=True):
    """What was chosen.

    Fields:
        off: the topics that the player does not wish for.
        quiet_from, quiet_to: minutes of the player's day between which nothing is sent; the same
            twice for no quiet hours.
        offset_minutes: by how much the player's clock is ahead of UTC.
    """

    off: tuple[Topic, ...] = ()
    quiet_from: int = 0
    quiet_to: int = 0
    offset_minutes: int = 0

    def wants(self, topic: Topic) -> bool:
        """Whether the player wishes for notices about it."""
        return topic not in self.off

    def after_quiet(self, at_ms: int) -> int:
        """The first moment from `at_ms` on that is not in the quiet hours."""
        length = (self.quiet_to - self.quiet_from) % DAY_MINUTES * MINUTE_MS
        began_ms = (self.quiet_from - self.offset_minutes) * MINUTE_MS
        inside_ms = (at_ms - began_ms) % DAY_MS
        return at_ms + length - inside_ms if inside_ms < length else at_ms
