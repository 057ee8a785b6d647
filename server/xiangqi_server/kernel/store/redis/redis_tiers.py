"""Logs at rest in less memory: packed into one string, or moved to the cold tier."""

import asyncio
import hashlib
from collections.abc import Sequence
from typing import Final

from xiangqi_server.kernel.store.client.calls import Calls
from xiangqi_server.kernel.store.client.requests import Script
from xiangqi_server.kernel.store.cold import ColdTier
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.packing import pack_events, unpack_events
from xiangqi_server.kernel.store.redis.redis_logs import RedisLogs
from xiangqi_server.kernel.store.values import EMPTY_HEAD, AggregateId, StoredEvent, advance

_COOL: Final = Script.named("cool")
_PACK: Final = Script.named("pack")


def _packed(events: Sequence[StoredEvent]) -> tuple[int, bytes, bytes]:
    """A whole log in one string, and where it stands; of a long one no work for the loop."""
    head = advance(EMPTY_HEAD, events)
    return head.version, head.digest, pack_events(events)


class RedisTiers:
    """See `store.port.LogTiers`; part of the store."""

    def __init__(
        self, commits: Calls, reads: Calls, keys: Keys, logs: RedisLogs, cold: ColdTier
    ) -> None:
        self._commits = commits
        self._reads = reads
        self._keys = keys
        self._logs = logs
        self._cold = cold

    async def pack(self, aggregate: AggregateId) -> None:
        """See `LogTiers.pack`."""
        keys = self._keys.of(aggregate)
        if not await self._reads.call("EXISTS", keys[0]):
            return  # it is packed, and nothing came since
        events = await self._logs.read(aggregate, 0)
        if not events or events[0].version != 1:
            return
        arguments = await asyncio.to_thread(_packed, events)
        await self._commits.run(_PACK, (*keys, self._keys.packed(aggregate)), arguments)

    async def cool(self, aggregate: AggregateId) -> bool:
        """See `LogTiers.cool`."""
        log, head, _ = self._keys.of(aggregate)
        key = self._keys.packed(aggregate)
        packed = await self._reads.call("GET", key)
        if await self._reads.call("EXISTS", log):  # it was never packed, or went on after it
            await self.pack(aggregate)
            packed = await self._reads.call("GET", key)
        if not isinstance(packed, bytes):
            return False
        stands = advance(EMPTY_HEAD, unpack_events(packed))
        digest = await self._cold.put(packed)
        sha1 = hashlib.sha1(packed, usedforsecurity=False).hexdigest()
        arguments = (stands.version, stands.digest, sha1, digest)
        return await self._commits.run(_COOL, (log, head, key), arguments) == 1
