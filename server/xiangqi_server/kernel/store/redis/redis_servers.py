"""The servers of a store: which has what, since when, and the time that each of them tells."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from xiangqi_server.kernel.store.client.acknowledgement import Promise
from xiangqi_server.kernel.store.client.calls import Calls
from xiangqi_server.kernel.store.client.replies import as_int, as_list, as_number
from xiangqi_server.kernel.store.client.requests import Script
from xiangqi_server.kernel.store.port import StoreReplaced, StoreUnavailable
from xiangqi_server.kernel.store.redis.copies import read_outages
from xiangqi_server.kernel.store.redis.log_keys import LogKeys
from xiangqi_server.kernel.store.redis.metadata import StoreMetadata
from xiangqi_server.kernel.store.values import (
    KEPT_OUTAGES,
    LONG_OUTAGE_MS,
    MOST_OUTAGES,
    OUTAGE_AGE_MS,
    AggregateId,
    HeartbeatAnswer,
)

WRITE_BACK_MS: Final = 2_000
"""How long nodes write back what a promoted server lacks."""

_HEARTBEAT: Final = Script.named("heartbeat")
_TERM: Final = Script.named("term")


class RedisServers:
    """See `store.port.StoreServers`; part of the store.

    Attributes:
        promise: what stands behind what the store acknowledges.
        notice_ms: how much later than others a node may meet with a promotion: a call of before
            waits so long.
    """

    def __init__(
        self,
        commits: Calls,
        reads: Calls,
        log_keys: LogKeys,
        metadata: StoreMetadata,
        promise: Promise,
    ) -> None:
        self.promise = promise
        self.notice_ms = 0
        self._commits = commits
        self._reads = reads
        self._log_keys = log_keys
        self._keys = log_keys.keys
        self._metadata = metadata
        self._fences = [self._keys.fence(shard) for shard in range(self._keys.shards)]
        self._terms_at = 0
        self._terms = (0,) * self._keys.shards

    def shard_of(self, aggregate: AggregateId) -> int:
        """See `StoreServers.shard_of`."""
        return self._keys.shard_of(aggregate)

    def primaries(self) -> Sequence[str]:
        """See `StoreServers.primaries`."""
        return [self._commits.primary_of(fence) for fence in self._fences]

    def terms(self) -> tuple[int, ...]:
        """See `StoreServers.terms`."""
        if self._terms_at != self._commits.promotions:
            self._terms_at = self._commits.promotions
            self._terms = tuple(map(self._commits.promotions_of, self._fences))
        return self._terms

    @property
    def write_back_ms(self) -> int:
        """See `StoreServers.write_back_ms`."""
        return self.notice_ms + WRITE_BACK_MS if self.promise.may_lose else 0

    async def term_age_ms(self, shard: int = 0) -> int:
        """See `StoreServers.term_age_ms`."""
        return as_number(await self._commits.run(_TERM, (self._keys.term(shard),)))

    def part_of(self, aggregate: AggregateId) -> int:
        """See `StoreServers.part_of`."""
        return self._commits.part_of(self._log_keys.to_append(aggregate)[0])

    def note_part(self, error: StoreUnavailable, *asked: AggregateId) -> None:
        """Say of an error whether others can do without the part of the store that is away."""
        vital = self._commits.part_of(self._keys.due(0))
        is_elsewhere = all(self.part_of(aggregate) != vital for aggregate in asked)
        error.is_partial = is_elsewhere and not isinstance(error, StoreReplaced)

    @contextmanager
    def asking(self, *asked: AggregateId) -> Iterator[None]:
        """Say so of every error of a call about these aggregates."""
        try:
            yield
        except StoreUnavailable as error:
            self.note_part(error, *asked)
            raise

    async def heartbeat(self, gap_ms: int, joined_ms: int = 0, shard: int = 0) -> HeartbeatAnswer:
        """See `StoreServers.heartbeat`."""
        if self._metadata.unmarked:
            await self._metadata.mark_left(self._beside(shard))
        keys = (*self._keys.heartbeat(shard), *self._metadata.mark(shard))
        kept = (LONG_OUTAGE_MS, OUTAGE_AGE_MS, MOST_OUTAGES)
        asked = (gap_ms, KEPT_OUTAGES, joined_ms, *kept)
        reply = await self._commits.run(_HEARTBEAT, keys, asked)
        at_ms, outages = as_list(reply)
        return HeartbeatAnswer(as_number(at_ms), read_outages(outages))

    def _beside(self, shard: int) -> Collection[int]:
        """The shards of the server that has this one."""
        primaries = self.primaries()
        return [at for at, primary in enumerate(primaries) if primary == primaries[shard]]

    async def time_ms(self, shard: int = 0) -> int:
        """See `StoreServers.time_ms`."""
        seconds, micros = as_list(await self._reads.call_at(self._keys.due(shard), "TIME"))
        return as_int(seconds) * 1000 + as_int(micros) // 1000
