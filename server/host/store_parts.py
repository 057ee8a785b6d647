"""Which parts of a store of several servers are away, and for whom that was an outage.

Theory of operation. A primary that dies or is cut off takes its shards along until another one
has its place, and no other shard. So twice a second something small is written at each primary. The
shards of one that does not take it are away: nothing is decided about what lies there, and all
else goes on. When they are back, the time since they were last seen to work is an outage for
the aggregates that lie there, and for no others; an aggregate takes a time out of its turn once,
whichever nodes offer it.

A store in one piece is there or away as a whole: see `availability`.
"""

import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

from server.faults import Faults
from server.host.hooks import Hook
from server.host.timebase import monotonic_s
from server.store.port import Store, StoreUnavailable
from server.store.values import KEPT_OUTAGES, AggregateId, Outage

FRESH_S: Final = 2.0
"""What was seen longer ago says nothing about now."""

log = logging.getLogger(__name__)


class StoreParts:
    """Of one store, as one node sees them. Made by the host; `look` is called twice a second.

    Args:
        now_ms: the store's time as this node knows it.

    Attributes:
        on_away: told which shards are away from now on.
        on_back: told which shards are there again.
        away: since when each shard is away that is.
    """

    def __init__(self, store: Store, now_ms: Callable[[], int], faults: Faults) -> None:
        self.on_away: Hook[frozenset[int], None] = Hook(faults, "away")
        self.on_back: Hook[frozenset[int], None] = Hook(faults, "back")
        self.away: dict[int, int] = {}
        self._store = store
        self._now_ms = now_ms
        self._worked_ms: list[int] = []
        self._looked_s = -FRESH_S
        self._outages: dict[int, tuple[Outage, ...]] = {}
        self._merged: dict[int, tuple[Outage, ...]] = {}
        self._common: tuple[Outage, ...] = ()

    @property
    def are_many(self) -> bool:
        """The store has parts that fail on their own."""
        return bool(self._worked_ms)

    @property
    def is_any_there(self) -> bool:
        """Some part was seen to work just now, so the store is not away as a whole."""
        is_fresh = monotonic_s() - self._looked_s <= FRESH_S
        return is_fresh and len(self.away) < len(self._worked_ms)

    def is_away(self, aggregate: AggregateId) -> bool:
        """Whether nothing can be decided about an aggregate, for its part of the store is away."""
        return bool(self.away) and self._store.shard_of(aggregate) in self.away

    def lost(self, aggregate: AggregateId) -> None:
        """The part of an aggregate did not answer: it is away until it is seen to work."""
        self._begin_outage({self._store.shard_of(aggregate)})

    def are_in(self, aggregates: Iterable[AggregateId], shards: frozenset[int]) -> bool:
        """Whether one of these aggregates lies in one of these shards."""
        return any(self._store.shard_of(aggregate) in shards for aggregate in aggregates)

    def outages_for(self, aggregate: AggregateId, common: tuple[Outage, ...]) -> tuple[Outage, ...]:
        """The outages that concern an aggregate, with those of the whole store, oldest first.

        The same object until there is a new one.
        """
        if not self._outages:
            return common
        if self._common is not common:
            self._common = common
            self._merged.clear()
        shard = self._store.shard_of(aggregate)
        own = self._outages.get(shard)
        if own is None:
            return common
        merged = self._merged.get(shard)
        if merged is None:
            merged = self._merged[shard] = tuple(sorted((*common, *own), key=lambda o: o.from_ms))
        return merged

    async def look(self) -> None:
        """See which parts work.

        Raises:
            StoreUnavailable: all that was in parts is at one server by now, which does not answer.
        """
        began_ms = self._now_ms()
        found = await self._store.writable_shards()
        if found is None:
            if not self.away:
                return
            await self._store.time_ms()
            found = [True] * len(self._worked_ms)  # what was in parts is at one server by now
        self._looked_s = monotonic_s()
        if not self._worked_ms:
            self._worked_ms = [began_ms] * len(found)
        self._begin_outage({shard for shard, works in enumerate(found) if not works})
        back = frozenset(shard for shard in self.away if found[shard])
        to_ms = await self._time_ms() if back else 0
        for shard in back:
            self._end_outage(shard, to_ms)
        for shard, works in enumerate(found):
            if works:
                self._worked_ms[shard] = began_ms
        if back:
            log.warning("part of the store available again", extra={"shards": len(back)})
            self.on_back.tell(back)

    def _begin_outage(self, shards: set[int]) -> None:
        new = frozenset(shards - self.away.keys())
        for shard in new:
            self.away[shard] = self._worked_ms[shard]
        if new:
            log.warning("part of the store unavailable", extra={"shards": len(new)})
            self.on_away.tell(new)

    async def _time_ms(self) -> int:
        """The store's time, asked now: another clock may tell it since a replica was promoted.

        What it is ahead would else be taken for a player's thinking.
        """
        with suppress(StoreUnavailable):
            return max(self._now_ms(), await self._store.time_ms())
        return self._now_ms()

    def _end_outage(self, shard: int, to_ms: int) -> None:
        outage = Outage(self.away.pop(shard), to_ms)
        self._outages[shard] = (*self._outages.get(shard, ()), outage)[-KEPT_OUTAGES:]
        self._merged.pop(shard, None)
