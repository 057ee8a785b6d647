"""The store in Redis or Valkey: the contract of `port` over its connections.

Per aggregate there are a stream (entry ``version-0`` for each event, with its event id, stamp and
record), a hash for the head and a hash for the last snapshot. Per shard there are a sorted set of
alarms and a hash of effects. `keys` has the names; `scripts/append.lua` is the only writer of logs.

Each part of the store is a module of its own. They are `redis_logs` (append, load, read),
`redis_tiers` (logs at rest), `redis_queues` (alarms and effects), `redis_servers` (primaries,
terms, heartbeats, time), `redis_health`, `redis_feed`, `redis_rows` and `redis_side`. They share
two connections to each server, one for what is written and one for what is read; publications come
over a third.
"""

import asyncio

from xiangqi_server.kernel.store.client.acknowledgement import Promise
from xiangqi_server.kernel.store.client.calls import Calls
from xiangqi_server.kernel.store.client.places import Places
from xiangqi_server.kernel.store.client.requests import Script
from xiangqi_server.kernel.store.cold import NO_COLD_TIER, ColdTier
from xiangqi_server.kernel.store.feed import FeedListener
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.port import StoreAccess
from xiangqi_server.kernel.store.redis.copies import RedisCopies
from xiangqi_server.kernel.store.redis.log_keys import LogKeys
from xiangqi_server.kernel.store.redis.metadata import StoreMetadata
from xiangqi_server.kernel.store.redis.redis_feed import RedisFeed
from xiangqi_server.kernel.store.redis.redis_health import RedisHealth
from xiangqi_server.kernel.store.redis.redis_logs import APPEND, RedisLogs
from xiangqi_server.kernel.store.redis.redis_queues import RedisQueues
from xiangqi_server.kernel.store.redis.redis_rows import RedisRowStore
from xiangqi_server.kernel.store.redis.redis_servers import RedisServers
from xiangqi_server.kernel.store.redis.redis_side import Access, redis_side
from xiangqi_server.kernel.store.redis.redis_tiers import RedisTiers


class RedisStore:
    """See `store.port.Store`; made by `opening.open_store`, closed by its caller.

    Args:
        places: where publications are heard; closed with the store.

    Attributes:
        access: see the port.
        append_script: how this version writes; others may write to the same store meanwhile.
        logs, tiers, queues, servers: see the port.
        health: whether its servers can keep what is put there.
        side: what is kept beside the logs, in the same place.
        row_store: the lists derived from the logs, in the same place.
        promise: what stands behind what it acknowledges.
        copies: reads and writes aggregates as they are, for a copy of the whole store.
        metadata: what the store says of itself.
        cold: where old logs are, if anywhere.
    """

    append_script: Script = APPEND

    def __init__(
        self,
        commits: Calls,
        reads: Calls,
        keys: Keys,
        places: Places,
        cold: ColdTier = NO_COLD_TIER,
        promise: Promise | None = None,
    ) -> None:
        self.promise = promise = promise or Promise()
        self.metadata = StoreMetadata(commits, keys)
        self.access = places.access
        is_silent = promise.waits or self.access is StoreAccess.EXCLUSIVE
        log_keys = LogKeys(keys, self.metadata, is_silent=is_silent)
        self.servers = RedisServers(commits, reads, log_keys, self.metadata, promise)
        self.logs = RedisLogs(commits, reads, log_keys, self.servers, cold, self.append_script)
        self.tiers = RedisTiers(commits, reads, keys, self.logs, cold)
        self.queues = RedisQueues(commits, reads, keys)
        self.health = RedisHealth(reads, keys, places)
        self.side = redis_side(Access(commits, reads, keys))
        self.row_store = RedisRowStore(commits, reads, keys)
        self.copies = RedisCopies(Access(commits, reads, keys), cold)
        self.cold = cold
        self._commits = commits
        self._reads = reads
        self._keys = keys
        self._places = places
        self._feeds: list[RedisFeed] = []

    def feed(self, listener: FeedListener) -> RedisFeed:
        """See `Store.feed`."""
        feed = RedisFeed(self._places, self._keys, listener)
        self._feeds.append(feed)
        return feed

    async def close(self) -> None:
        """See `Store.close`."""
        feeds = (feed.close() for feed in self._feeds)
        await asyncio.gather(self._commits.close(), self._reads.close(), *feeds)
        await self._places.close()
