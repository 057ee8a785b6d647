"""The outages of one shard: the clock it goes by, and when it was away for the players there."""

from collections.abc import Iterable, Sequence
from typing import Final

from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.store.values import Outage, kept_outages

APART_MS: Final = 250
"""Two nodes may differ by less than this about when one outage began."""
AHEAD_MS: Final = 50
"""How far ahead of the one before it the clock of a shard may be, as far as samples tell."""


class ShardOutages:
    """The outages of one shard, as this node knows them. Made by `StoreParts`.

    Attributes:
        clock: the clock that stamps there.
        worked_ms: when the shard was last seen to work, in its own time; 0 for never.
        outages: the latest, oldest first; the same object until there is a new one.
    """

    __slots__ = ("clock", "outages", "worked_ms")

    def __init__(self, clock: StoreClock, outages: tuple[Outage, ...]) -> None:
        self.clock = clock
        self.worked_ms = 0
        self.outages = outages

    def keep_time(self, clock: StoreClock, set_ms: int) -> None:
        """Go by a clock that has just been set forward by `set_ms`; a jump ahead is an outage."""
        now_ms = clock.now_ms()
        ahead_ms = set_ms if clock is self.clock else now_ms - self.clock.now_ms()
        self.clock = clock
        if self.worked_ms and ahead_ms > AHEAD_MS:
            self.learn((Outage(now_ms - ahead_ms, now_ms),))

    def learn(self, outages: Iterable[Outage]) -> None:
        """Take outages that this node or others have seen."""
        for outage in outages:
            if not any(_is_within(outage, known) for known in self.outages):
                joined = _joined(self.outages, outage)
                self.outages = kept_outages(joined, joined[-1].to_ms)


def _is_within(outage: Outage, known: Outage) -> bool:
    """Whether an outage tells nothing new: it is empty, or a known one as another node saw it.

    An outage ends for each node when that node decides again. So one that ends later than the
    known one does tell something new: the players of this node have waited for longer.
    """
    return outage.to_ms <= outage.from_ms or (
        outage.from_ms >= known.from_ms - APART_MS and outage.to_ms <= known.to_ms + AHEAD_MS
    )


def _joined(known: Sequence[Outage], new: Outage) -> tuple[Outage, ...]:
    """The outages with one more; those it overlaps become one with it."""
    apart = [outage for outage in known if outage.to_ms < new.from_ms or new.to_ms < outage.from_ms]
    over = [outage for outage in known if outage not in apart]
    from_ms = min(outage.from_ms for outage in (*over, new))
    return tuple(sorted((*apart, Outage(from_ms, max(outage.to_ms for outage in (*over, new))))))
