"""The logs of a store in Redis or Valkey: appends, loads and reads, by its scripts.

Commits go over one connection to each server that has a part of the store, reads over another, so
that a thousand joins do not hold up a move. Only `calls` knows whether there is one server or many:
what one script touches has one hash tag. Where the parts of a store are asked together, those that
are away are left out, unless all are.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final

from xiangqi_server.kernel.store.client.calls import Calls, answers_of_parts
from xiangqi_server.kernel.store.client.replies import Reply, answer_or_raise, as_bytes, as_list
from xiangqi_server.kernel.store.client.requests import Script, packed_run
from xiangqi_server.kernel.store.cold import ColdTier
from xiangqi_server.kernel.store.keys import read_name
from xiangqi_server.kernel.store.packing import unpack_events
from xiangqi_server.kernel.store.port import StoreError, StoreUnavailable, Told
from xiangqi_server.kernel.store.publications import write_publication
from xiangqi_server.kernel.store.redis.log_keys import LogKeys
from xiangqi_server.kernel.store.redis.log_scripts import (
    append_arguments,
    append_result,
    read_events,
    read_head,
    read_loaded,
    restore_arguments,
)
from xiangqi_server.kernel.store.redis.redis_servers import RedisServers
from xiangqi_server.kernel.store.values import (
    AggregateId,
    Append,
    Appended,
    AppendResult,
    Head,
    Listing,
    Loaded,
    Restore,
    StoredEvent,
)

APPEND: Final = Script.named("append")
_HEADS: Final = Script.named("heads")
_LOAD: Final = Script.named("load")
_READ: Final = Script.named("read")
_RESTORE: Final = Script.named("restore")


class RedisLogs:
    """See `store.port.Logs`; part of the store.

    Args:
        servers: say which part of the store an error is about.
        cold: where old logs are, if anywhere.
        append_script: how this version writes; others may write to the same store meanwhile.
    """

    def __init__(
        self,
        commits: Calls,
        reads: Calls,
        log_keys: LogKeys,
        servers: RedisServers,
        cold: ColdTier,
        append_script: Script = APPEND,
    ) -> None:
        self._commits = commits
        self._reads = reads
        self._log_keys = log_keys
        self._keys = log_keys.keys
        self._servers = servers
        self._cold = cold
        self._append_dialect = commits.dialect(append_script)
        self._loop = asyncio.get_running_loop()  # asked once: it costs a system call

    async def append(self, request: Append) -> AppendResult:
        """See `Logs.append`."""
        told: asyncio.Future[AppendResult | StoreError] = self._loop.create_future()
        self.append_soon(request, partial(_give, told))
        result = await told
        if isinstance(result, StoreError):
            raise result
        return result

    def append_soon(self, request: Append, told: Told) -> None:
        """See `Logs.append_soon`."""
        script, digest = self._append_dialect, request.digests()[-1]
        keys = self._log_keys.to_append(request.aggregate)
        packed = packed_run(script, keys, append_arguments(request, digest))
        self._commits.run_soon(script, keys, packed, partial(self._answered, request, digest, told))

    def _answered(
        self, request: Append, digest: bytes, told: Told, reply: Reply | StoreError
    ) -> None:
        """Tell the result."""
        result: AppendResult | StoreError = StoreError("the answer cannot be read")
        try:
            result = append_result(request, digest, reply)
            if isinstance(result, Appended):
                if self._servers.promise.waits or self._commits.is_moving:
                    self._publish(request, result.head)
            elif isinstance(result, StoreUnavailable):
                self._servers.note_part(result, request.aggregate)
        finally:  # after a bug no caller must wait for ever
            told(result)

    def _publish(self, request: Append, head: Head) -> None:
        """Tell the nodes that follow what was accepted, now that every copy has it."""
        first, events = request.head.version + 1, request.events
        payload = write_publication(head.at_ms, request.event_id, first, head.digest, events)
        self._commits.publish(self._keys.channel(request.aggregate), payload)

    async def restore(self, request: Restore) -> bool:
        """See `Logs.restore`."""
        keys = self._log_keys.to_append(request.aggregate)
        with self._servers.asking(request.aggregate):
            return await self._commits.run(_RESTORE, keys, restore_arguments(request)) == 1

    async def load(self, aggregate: AggregateId) -> Loaded:
        """See `Logs.load`."""
        with self._servers.asking(aggregate):
            reply = await self._reads.run(_LOAD, self._log_keys.to_load(aggregate))
        loaded, cold = read_loaded(reply)
        if cold is None:
            return loaded
        earlier = unpack_events(await self._cold.get(cold))
        return Loaded(None, earlier + loaded.tail, loaded.head)

    async def load_all(
        self, aggregates: Sequence[AggregateId]
    ) -> Sequence[Loaded | StoreError | None]:
        """See `Logs.load_all`."""
        script, keys = self._reads.dialect(_LOAD), list(map(self._log_keys.to_load, aggregates))
        packed = [packed_run(script, own_keys) for own_keys in keys]
        found: list[Loaded | StoreError | None] = []
        replies = await self._reads.run_all(script, keys, packed)
        for aggregate, reply in zip(aggregates, replies, strict=True):
            try:
                loaded, cold = read_loaded(answer_or_raise(reply))
            except StoreError as error:
                if isinstance(error, StoreUnavailable):
                    self._servers.note_part(error, aggregate)
                found.append(error)
            else:
                found.append(loaded if cold is None else None)
        return found

    async def read(
        self, aggregate: AggregateId, after: int, most: int | None = None
    ) -> tuple[StoredEvent, ...]:
        """See `Logs.read`."""
        log, head, _ = self._keys.of(aggregate)
        keys = (log, self._keys.packed(aggregate), head)
        with self._servers.asking(aggregate):
            asked = (after,) if most is None else (after, most)
            entries, packed, digest = as_list(await self._reads.run(_READ, keys, asked))
        events = read_events(as_list(entries))
        if events and events[0].version == after + 1:
            return events
        earlier = await self._earlier(packed or None, digest or None)
        return tuple(event for event in earlier if event.version > after) + events

    async def _earlier(self, packed: Reply, digest: Reply) -> tuple[StoredEvent, ...]:
        """The events before those of a stream: what is packed, or what the cold tier has.

        Raises:
            RecordError: the cold tier does not give them.
        """
        if packed:
            return unpack_events(as_bytes(packed))
        if digest is None:
            return ()
        return unpack_events(await self._cold.get(as_bytes(digest).decode()))

    async def heads(self, aggregates: Sequence[AggregateId]) -> tuple[Head | None, ...]:
        """See `Logs.heads`."""
        shards = self._keys.by_shard(aggregates)
        heads = ([self._keys.of(aggregate)[1] for aggregate in shard] for shard in shards)
        with self._servers.asking(*aggregates):
            replies = await answers_of_parts(self._reads.run(_HEADS, part) for part in heads)
        found: dict[AggregateId, Head] = {}
        for shard, reply in zip(shards, replies, strict=True):
            if not isinstance(reply, StoreError):
                found.update(zip(shard, map(read_head, map(as_list, as_list(reply))), strict=True))
        return tuple(map(found.get, aggregates))

    async def listing(self, kind: str | None, after: str | None = None) -> Listing:
        """See `Logs.listing`; pattern by pattern, and each from its cursor."""
        patterns, start = self._keys.heads(kind)
        at, _, cursor = (after or "0 ").partition(" ")
        number = int(at)
        following, found = await self._reads.scan(patterns[number], cursor or None)
        names = (as_bytes(key).decode().partition(start)[2] for key in found)
        if following is None:
            number += 1
        is_last = number == len(patterns)
        return Listing(
            tuple(map(read_name, names)),
            None if is_last else f"{number} {following or ''}",
        )


def _give(
    told: asyncio.Future[AppendResult | StoreError], result: AppendResult | StoreError
) -> None:
    if not told.done():  # cancelled
        told.set_result(result)
