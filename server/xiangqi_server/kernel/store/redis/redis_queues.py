"""What waits in the shards of a store to be done: alarms that are due, and effects."""

import random
from typing import Final

from xiangqi_server.kernel.store.client.calls import Calls, answered, answers_of_parts
from xiangqi_server.kernel.store.client.replies import as_int, pairs
from xiangqi_server.kernel.store.client.requests import Script
from xiangqi_server.kernel.store.keys import Keys, read_name
from xiangqi_server.kernel.store.redis.copies import effect_field, read_effect
from xiangqi_server.kernel.store.share import EVERYTHING, Share
from xiangqi_server.kernel.store.values import AggregateId, PendingEffect

_DUE: Final = Script.named("due")


class RedisQueues:
    """See `store.port.WorkQueues`; part of the store."""

    def __init__(self, commits: Calls, reads: Calls, keys: Keys) -> None:
        self._commits = commits
        self._reads = reads
        self._keys = keys

    async def due(self, limit: int, share: Share = EVERYTHING) -> tuple[AggregateId, ...]:
        """See `WorkQueues.due`; the longest overdue first."""
        dues = map(self._keys.due, share.of(self._keys.shards))
        replies = await answers_of_parts(self._reads.run(_DUE, (due,), (limit,)) for due in dues)
        ripe = [
            (as_int(score), name) for reply in answered(replies) for name, score in pairs(reply)
        ]
        return tuple(read_name(name.decode()) for _, name in sorted(ripe)[:limit])

    async def effects(self, limit: int, share: Share = EVERYTHING) -> tuple[PendingEffect, ...]:
        """See `WorkQueues.effects`; a random choice, so that no effect hides behind stuck ones."""
        outboxes = map(self._keys.outbox, share.of(self._keys.shards))
        replies = await answers_of_parts(
            self._reads.call("HRANDFIELD", outbox, limit, "WITHVALUES") for outbox in outboxes
        )
        found = [
            read_effect(field, body) for reply in answered(replies) for field, body in pairs(reply)
        ]
        return tuple(random.sample(found, min(limit, len(found))))

    async def finish(self, source: AggregateId, effect_id: str) -> None:
        """See `WorkQueues.finish`."""
        outbox = self._keys.outbox(self._keys.shard_of(source))
        await self._commits.call("HDEL", outbox, effect_field(source, effect_id))
