"""A store whose appends are counted and timed; everything else passes through.

Hides: what an operator is told of commits. The figures are ints, added to on the way of a
move; whoever shows them reads them when asked.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Final

from server.store.base import (
    AggregateId,
    Append,
    Appended,
    AppendResult,
    Conflict,
    Head,
    Listing,
    Loaded,
    Outage,
    PendingEffect,
    Store,
    StoredEvent,
    StoreUnavailable,
)
from server.store.feed import Feed, Listener

BOUNDS_S: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class MeasuredStore:
    """See `Store`; made by `app` around the store of the node.

    Args:
        local_s: a clock that is never set back, fine enough for commits.

    Attributes:
        waiting: appends that are not answered yet.
        conflicts: appends that another writer was ahead of.
        unavailable: appends without an answer.
        took: how many accepted appends took up to each of `BOUNDS_S`, and longer.
        took_s: what these took together.
    """

    def __init__(self, inner: Store, local_s: Callable[[], float]) -> None:
        self._inner = inner
        self._local_s = local_s
        self.waiting = 0
        self.conflicts = 0
        self.unavailable = 0
        self.took = [0] * (len(BOUNDS_S) + 1)
        self.took_s = 0.0

    def spread(self) -> tuple[list[int], float]:
        """What there is in `took` and `took_s`."""
        return self.took, self.took_s

    async def append(self, request: Append) -> AppendResult:
        """See `Store.append`."""
        began_s = self._local_s()
        self.waiting += 1
        try:
            result = await self._inner.append(request)
        except StoreUnavailable:
            self.unavailable += 1
            raise
        finally:
            self.waiting -= 1
        match result:
            case Appended():
                took_s = self._local_s() - began_s
                self.took[bisect_left(BOUNDS_S, took_s)] += 1
                self.took_s += took_s
            case Conflict():
                self.conflicts += 1
        return result

    async def load(self, aggregate: AggregateId) -> Loaded:
        """See `Store.load`."""
        return await self._inner.load(aggregate)

    async def pack(self, aggregate: AggregateId) -> None:
        """See `Store.pack`."""
        await self._inner.pack(aggregate)

    async def read(self, aggregate: AggregateId, after: int) -> tuple[StoredEvent, ...]:
        """See `Store.read`."""
        return await self._inner.read(aggregate, after)

    async def standings(self, aggregates: Sequence[AggregateId]) -> tuple[Head, ...]:
        """See `Store.standings`."""
        return await self._inner.standings(aggregates)

    async def listing(self, kind: str, after: str | None = None) -> Listing:
        """See `Store.listing`."""
        return await self._inner.listing(kind, after)

    def feed(self, listener: Listener) -> Feed:
        """See `Store.feed`."""
        return self._inner.feed(listener)

    async def due(self, limit: int) -> tuple[AggregateId, ...]:
        """See `Store.due`."""
        return await self._inner.due(limit)

    async def effects(self, limit: int) -> tuple[PendingEffect, ...]:
        """See `Store.effects`."""
        return await self._inner.effects(limit)

    async def finish(self, source: AggregateId, effect_id: str) -> None:
        """See `Store.finish`."""
        await self._inner.finish(source, effect_id)

    async def beat(self, hole_ms: int) -> tuple[Outage, ...]:
        """See `Store.beat`."""
        return await self._inner.beat(hole_ms)

    async def time_ms(self) -> int:
        """See `Store.time_ms`."""
        return await self._inner.time_ms()

    async def close(self) -> None:
        """See `Store.close`."""
        await self._inner.close()
