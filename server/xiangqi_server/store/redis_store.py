"""The store in Redis or Valkey: the contract of `port` over its connections.

Per aggregate there are a stream (entry ``version-0`` for each event, with its event id, stamp and
record), a hash for the head and a hash for the last snapshot; per shard a sorted set of alarms
and a hash of effects. `keys` has the names; `scripts/append.lua` is the only writer of logs.

Commits go over one connection to each server that has a part of it, reads over another, so that a
thousand joins do not hold up a move, but gather for a moment themselves; publications come over a
third, see `redis_feed`. Only `calls` knows whether there is one server or many: what one script
touches has one hash tag.
Where the parts of a store are asked together, those that are away are left out, unless all are.
"""

import asyncio
import hashlib
import random
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from math import inf
from typing import Final

from xiangqi_server.store.acknowledgement import Promise
from xiangqi_server.store.address import ServerAddress
from xiangqi_server.store.calls import Calls, answered, answers_of_parts
from xiangqi_server.store.cold import NO_COLD_TIER, ColdTier
from xiangqi_server.store.commands import require_commands
from xiangqi_server.store.copies import RedisCopies, effect_field, read_effect, read_outages
from xiangqi_server.store.durability import weakness_of_replica, weaknesses
from xiangqi_server.store.feed import FeedListener
from xiangqi_server.store.group_commit import GroupedConnection
from xiangqi_server.store.keys import Keys, read_name
from xiangqi_server.store.log_scripts import (
    append_arguments,
    append_result,
    read_events,
    read_head,
    read_loaded,
    restore_arguments,
)
from xiangqi_server.store.memory import Memory
from xiangqi_server.store.metadata import StoreMetadata
from xiangqi_server.store.packing import pack_events, unpack_events
from xiangqi_server.store.places import Places
from xiangqi_server.store.port import (
    StoreError,
    StoreReplaced,
    StoreUnavailable,
    Told,
)
from xiangqi_server.store.publications import write_publication
from xiangqi_server.store.redis_feed import RedisFeed
from xiangqi_server.store.redis_rows import RedisRowStore
from xiangqi_server.store.redis_side import Access, redis_side
from xiangqi_server.store.replies import (
    Reply,
    answer_or_raise,
    as_bytes,
    as_int,
    as_list,
    as_number,
    pairs,
    read_facts,
)
from xiangqi_server.store.requests import Script, packed_run
from xiangqi_server.store.share import EVERYTHING, Share
from xiangqi_server.store.values import (
    EMPTY_HEAD,
    KEPT_OUTAGES,
    AggregateId,
    Append,
    Appended,
    AppendResult,
    Head,
    HeartbeatAnswer,
    Listing,
    Loaded,
    PendingEffect,
    Restore,
    StoredEvent,
    advance,
)

DEADLINE_S: Final = 3.0
WRITE_BACK_MS: Final = 2_000
"""How long nodes write back what a promoted server lacks."""
KEPT_KEYS: Final = 2_048
"""For how many logs the names of the keys are kept at hand."""

_COOL: Final = Script.named("cool")
_DUE: Final = Script.named("due")
_HEARTBEAT: Final = Script.named("heartbeat")
_HEADS: Final = Script.named("heads")
_LOAD: Final = Script.named("load")
_PACK: Final = Script.named("pack")
_READ: Final = Script.named("read")
_RESTORE: Final = Script.named("restore")
_TERM: Final = Script.named("term")


def _packed(events: Sequence[StoredEvent]) -> tuple[int, bytes, bytes]:
    """A whole log in one string, and where it stands; of a long one no work for the loop."""
    head = advance(EMPTY_HEAD, events)
    return head.version, head.digest, pack_events(events)


class RedisStore:
    """See `store.port.Store`; made by `opening.open_store`, closed by whoever opened it.

    Args:
        places: where publications are heard; closed with the store.

    Attributes:
        append_script: how this version writes; others may write to the same store meanwhile.
        side: what is kept beside the logs, in the same place.
        row_store: the lists derived from the logs, in the same place.
        promise: what stands behind what it acknowledges.
        copies: reads and writes aggregates as they are, for a copy of the whole store.
        metadata: what the store says of itself.
        cold: where old logs are, if anywhere.
        notice_ms: how much later than others a node may meet with a promotion: a call of before
            waits so long.
    """

    append_script: Script = Script.named("append")

    def __init__(
        self,
        commits: Calls,
        reads: Calls,
        keys: Keys,
        places: Places,
        cold: ColdTier = NO_COLD_TIER,
        promise: Promise | None = None,
    ) -> None:
        self.promise = promise or Promise()
        self.side = redis_side(Access(commits, reads, keys))
        self.row_store = RedisRowStore(commits, reads, keys)
        self.copies = RedisCopies(Access(commits, reads, keys), cold)
        self.cold = cold
        self._places = places
        self._loop = asyncio.get_running_loop()  # asked once: it costs a system call
        self._feeds: list[RedisFeed] = []
        self._commits = commits
        self._reads = reads
        self._append_dialect = commits.dialect(self.append_script)
        self._keys = keys
        self.metadata = StoreMetadata(commits, keys)
        self._kept_keys: dict[AggregateId, tuple[tuple[str, str, str], tuple[str, ...]]] = {}
        self._shard_keys: dict[int, tuple[str, ...]] = {}
        self._fences = [keys.fence(shard) for shard in range(keys.shards)]
        self._terms_at = 0
        self._terms = (0,) * keys.shards
        self.notice_ms = 0

    async def check_commands(self) -> None:
        """See `commands.require_commands`, which this does and raises."""
        await require_commands(self._ask, is_cluster=self._places.is_sharded)

    async def _ask(self, *words: str) -> Reply:
        return await self._reads.call_at(self._keys.fence(0), *words)

    async def append(self, request: Append) -> AppendResult:
        """See `Store.append`."""
        script, requests = self._append_dialect, (request,)
        keys, packed, digests = self._to_send(requests)
        replies = await self._commits.run_all(script, keys, packed)
        (result,) = self._read_appends(requests, digests, replies)
        if isinstance(result, StoreError):
            raise result
        return result

    def append_all(self, requests: Sequence[Append], told: Told) -> None:
        """See `Store.append_all`."""
        keys, packed, digests = self._to_send(requests)
        answered = partial(self._tell_appends, requests, digests, told)
        self._commits.run_group(self._append_dialect, keys, packed, answered)

    def _tell_appends(
        self,
        requests: Sequence[Append],
        digests: Sequence[bytes],
        told: Told,
        replies: Sequence[Reply | StoreError],
    ) -> None:
        results: Sequence[AppendResult | StoreError]
        results = [StoreError("the answer cannot be read")] * len(requests)
        try:
            results = self._read_appends(requests, digests, replies)
        finally:  # after a bug nobody must wait for ever
            self._loop.call_soon(told, results)  # what waits is sent first

    def _to_send(
        self, requests: Sequence[Append]
    ) -> tuple[list[tuple[str, ...]], list[bytes], list[bytes]]:
        """Of each append: its keys, its packed call, and the digest it leads to."""
        digests = [request.digests()[-1] for request in requests]
        keys = [self._to_append(request.aggregate) for request in requests]
        packed = [
            packed_run(self._append_dialect, own_keys, append_arguments(request, digest))
            for own_keys, request, digest in zip(keys, requests, digests, strict=True)
        ]
        return keys, packed, digests

    def _read_appends(
        self,
        requests: Sequence[Append],
        digests: Sequence[bytes],
        replies: Sequence[Reply | StoreError],
    ) -> Sequence[AppendResult | StoreError]:
        results = list(map(append_result, requests, digests, replies))
        if self.promise.waits or self._commits.is_moving:
            self._publish(requests, digests, results)
        for request, result in zip(requests, results, strict=True):
            if isinstance(result, StoreUnavailable):
                self._note_part(result, request.aggregate)
        return results

    def _note_part(self, error: StoreUnavailable, *asked: AggregateId) -> None:
        """Say of an error whether others can do without the part of the store that is away."""
        vital = self._commits.part_of(self._keys.due(0))
        is_elsewhere = all(self.part_of(aggregate) != vital for aggregate in asked)
        error.is_partial = is_elsewhere and not isinstance(error, StoreReplaced)

    @contextmanager
    def _asking(self, *asked: AggregateId) -> Iterator[None]:
        try:
            yield
        except StoreUnavailable as error:
            self._note_part(error, *asked)
            raise

    def _publish(
        self,
        requests: Sequence[Append],
        digests: Sequence[bytes],
        results: Sequence[AppendResult | StoreError],
    ) -> None:
        """Tell the nodes that follow what was accepted, now that every copy has it."""
        for request, digest, result in zip(requests, digests, results, strict=True):
            if isinstance(result, Appended):
                first, at_ms = request.head.version + 1, result.head.at_ms
                payload = write_publication(at_ms, request.event_id, first, digest, request.events)
                self._commits.publish(self._keys.channel(request.aggregate), payload)

    async def restore(self, request: Restore) -> bool:
        """See `Store.restore`."""
        keys = self._to_append(request.aggregate)
        with self._asking(request.aggregate):
            return await self._commits.run(_RESTORE, keys, restore_arguments(request)) == 1

    def shard_of(self, aggregate: AggregateId) -> int:
        """See `Store.shard_of`."""
        return self._keys.shard_of(aggregate)

    def primaries(self) -> Sequence[str]:
        """See `Store.primaries`."""
        return [self._commits.primary_of(fence) for fence in self._fences]

    def terms(self) -> tuple[int, ...]:
        """See `Store.terms`."""
        if self._terms_at != self._commits.promotions:
            self._terms_at = self._commits.promotions
            self._terms = tuple(map(self._commits.promotions_of, self._fences))
        return self._terms

    @property
    def write_back_ms(self) -> int:
        """See `Store.write_back_ms`."""
        return self.notice_ms + WRITE_BACK_MS if self.promise.may_lose else 0

    async def term_age_ms(self, shard: int = 0) -> int:
        """See `Store.term_age_ms`."""
        return as_number(await self._commits.run(_TERM, (self._keys.term(shard),)))

    def part_of(self, aggregate: AggregateId) -> int:
        """See `Store.part_of`."""
        return self._commits.part_of(self._to_append(aggregate)[0])

    def _to_append(self, aggregate: AggregateId) -> tuple[str, ...]:
        """The keys of an append; of the logs written to lately they are at hand.

        The last one keeps the script from publishing, if there is more to wait for before, or
        nobody to hear it.
        """
        kept = self._kept_keys.get(aggregate)
        if kept is None:
            if len(self._kept_keys) >= KEPT_KEYS:
                self._kept_keys.clear()
            of_shard = self._of_shard(self._keys.shard_of(aggregate))
            kept = self._kept_keys[aggregate] = (self._keys.of(aggregate), of_shard)
        return kept[0] + kept[1]

    def _of_shard(self, shard: int) -> tuple[str, ...]:
        """The keys of an append that all aggregates of a shard have alike: one text for all."""
        keys = self._shard_keys.get(shard)
        if keys is None:
            keys = (self._keys.due(shard), self._keys.outbox(shard), *self.metadata.mark(shard))
            if self.promise.waits or not self._places.is_shared:
                keys += (self._keys.fence(shard),)
            self._shard_keys[shard] = keys
        return keys

    async def load(self, aggregate: AggregateId) -> Loaded:
        """See `Store.load`."""
        with self._asking(aggregate):
            reply = await self._reads.run(_LOAD, self._to_load(aggregate))
        loaded, cold = read_loaded(reply)
        if cold is None:
            return loaded
        earlier = unpack_events(await self.cold.get(cold))
        return Loaded(None, earlier + loaded.tail, loaded.head)

    async def load_all(
        self, aggregates: Sequence[AggregateId]
    ) -> Sequence[Loaded | StoreError | None]:
        """See `Store.load_all`."""
        script, keys = self._reads.dialect(_LOAD), list(map(self._to_load, aggregates))
        packed = [packed_run(script, own_keys) for own_keys in keys]
        found: list[Loaded | StoreError | None] = []
        replies = await self._reads.run_all(script, keys, packed)
        for aggregate, reply in zip(aggregates, replies, strict=True):
            try:
                loaded, cold = read_loaded(answer_or_raise(reply))
            except StoreError as error:
                if isinstance(error, StoreUnavailable):
                    self._note_part(error, aggregate)
                found.append(error)
            else:
                found.append(loaded if cold is None else None)
        return found

    def _to_load(self, aggregate: AggregateId) -> tuple[str, ...]:
        """The keys of a load."""
        mark = self.metadata.mark(self._keys.shard_of(aggregate))
        return (*self._to_append(aggregate)[:3], self._keys.packed(aggregate), *mark)

    async def _earlier(self, packed: Reply, digest: Reply) -> tuple[StoredEvent, ...]:
        """The events before those of a stream: what is packed, or what the cold tier has.

        Raises:
            RecordError: the cold tier does not give them.
        """
        if packed:
            return unpack_events(as_bytes(packed))
        if digest is None:
            return ()
        return unpack_events(await self.cold.get(as_bytes(digest).decode()))

    async def pack(self, aggregate: AggregateId) -> None:
        """See `Store.pack`."""
        keys = self._keys.of(aggregate)
        if not await self._reads.call("EXISTS", keys[0]):
            return  # it is packed, and nothing came since
        events = await self.read(aggregate, 0)
        if not events or events[0].version != 1:
            return
        arguments = await asyncio.to_thread(_packed, events)
        await self._commits.run(_PACK, (*keys, self._keys.packed(aggregate)), arguments)

    async def cool(self, aggregate: AggregateId) -> bool:
        """See `Store.cool`."""
        log, head, _ = self._keys.of(aggregate)
        key = self._keys.packed(aggregate)
        packed = await self._reads.call("GET", key)
        if await self._reads.call("EXISTS", log):  # it was never packed, or went on after it
            await self.pack(aggregate)
            packed = await self._reads.call("GET", key)
        if not isinstance(packed, bytes):
            return False
        stands = advance(EMPTY_HEAD, unpack_events(packed))
        digest = await self.cold.put(packed)
        sha1 = hashlib.sha1(packed, usedforsecurity=False).hexdigest()
        arguments = (stands.version, stands.digest, sha1, digest)
        return await self._commits.run(_COOL, (log, head, key), arguments) == 1

    async def read(
        self, aggregate: AggregateId, after: int, most: int | None = None
    ) -> tuple[StoredEvent, ...]:
        """See `Store.read`."""
        log, head, _ = self._keys.of(aggregate)
        keys = (log, self._keys.packed(aggregate), head)
        with self._asking(aggregate):
            asked = (after,) if most is None else (after, most)
            entries, packed, digest = as_list(await self._reads.run(_READ, keys, asked))
        events = read_events(as_list(entries))
        if events and events[0].version == after + 1:
            return events
        earlier = await self._earlier(packed or None, digest or None)
        return tuple(event for event in earlier if event.version > after) + events

    async def heads(self, aggregates: Sequence[AggregateId]) -> tuple[Head | None, ...]:
        """See `Store.heads`."""
        shards = self._keys.by_shard(aggregates)
        heads = ([self._keys.of(aggregate)[1] for aggregate in shard] for shard in shards)
        with self._asking(*aggregates):
            replies = await answers_of_parts(self._reads.run(_HEADS, part) for part in heads)
        found: dict[AggregateId, Head] = {}
        for shard, reply in zip(shards, replies, strict=True):
            if not isinstance(reply, StoreError):
                found.update(zip(shard, map(read_head, map(as_list, as_list(reply))), strict=True))
        return tuple(map(found.get, aggregates))

    async def listing(self, kind: str | None, after: str | None = None) -> Listing:
        """See `Store.listing`; pattern by pattern, and each from its cursor."""
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

    def feed(self, listener: FeedListener) -> RedisFeed:
        """See `Store.feed`."""
        feed = RedisFeed(self._places, self._keys, listener)
        self._feeds.append(feed)
        return feed

    async def due(self, limit: int, share: Share = EVERYTHING) -> tuple[AggregateId, ...]:
        """See `Store.due`; the longest overdue first."""
        dues = map(self._keys.due, share.of(self._keys.shards))
        replies = await answers_of_parts(self._reads.run(_DUE, (due,), (limit,)) for due in dues)
        ripe = [
            (as_int(score), name) for reply in answered(replies) for name, score in pairs(reply)
        ]
        return tuple(read_name(name.decode()) for _, name in sorted(ripe)[:limit])

    async def effects(self, limit: int, share: Share = EVERYTHING) -> tuple[PendingEffect, ...]:
        """See `Store.effects`; a random choice, so that no effect hides behind stuck ones."""
        outboxes = map(self._keys.outbox, share.of(self._keys.shards))
        replies = await answers_of_parts(
            self._reads.call("HRANDFIELD", outbox, limit, "WITHVALUES") for outbox in outboxes
        )
        found = [
            read_effect(field, body) for reply in answered(replies) for field, body in pairs(reply)
        ]
        return tuple(random.sample(found, min(limit, len(found))))

    async def finish(self, source: AggregateId, effect_id: str) -> None:
        """See `Store.finish`."""
        outbox = self._keys.outbox(self._keys.shard_of(source))
        await self._commits.call("HDEL", outbox, effect_field(source, effect_id))

    async def heartbeat(self, gap_ms: int, joined_ms: int = 0, shard: int = 0) -> HeartbeatAnswer:
        """See `Store.heartbeat`."""
        if self.metadata.unmarked:
            await self.metadata.mark_left(self._beside(shard))
        keys = (*self._keys.heartbeat(shard), *self.metadata.mark(shard))
        reply = await self._commits.run(_HEARTBEAT, keys, (gap_ms, KEPT_OUTAGES, joined_ms))
        at_ms, outages = as_list(reply)
        return HeartbeatAnswer(as_number(at_ms), read_outages(outages))

    def _beside(self, shard: int) -> Collection[int]:
        """The shards of the server that has this one."""
        primaries = self.primaries()
        return [at for at, primary in enumerate(primaries) if primary == primaries[shard]]

    async def time_ms(self, shard: int = 0) -> int:
        """See `Store.time_ms`."""
        seconds, micros = as_list(await self._reads.call_at(self._keys.due(shard), "TIME"))
        return as_int(seconds) * 1000 + as_int(micros) // 1000

    async def memory(self) -> Memory:
        """How full the store is: of several servers, the fullest one.

        Raises:
            StoreError: it does not say so.
        """
        facts = map(read_facts, await self._reads.call_each("INFO", "memory"))
        seen = [Memory(int(told["used_memory"]), int(told["maxmemory"])) for told in facts]
        return max(
            seen, key=lambda memory: (memory.used_bytes / (memory.limit_bytes or inf), memory)
        )

    async def weaknesses(self) -> tuple[str, ...]:
        """What the settings of a store with replicas could do better, in one line each."""
        of_primary = await weaknesses(self._ask, is_cluster=self._places.is_sharded)
        of_replicas = await asyncio.gather(*map(self._weakness_at, self._places.replicas()))
        return (*of_primary, *filter(None, of_replicas))

    async def _weakness_at(self, replica: ServerAddress) -> str:
        link = GroupedConnection(self._places.connect(replica), DEADLINE_S)
        try:
            weakness = await weakness_of_replica(link.call)
        finally:
            await link.close()
        return weakness and f"the replica {replica}: {weakness}"

    async def close(self) -> None:
        """See `Store.close`."""
        feeds = (feed.close() for feed in self._feeds)
        await asyncio.gather(self._commits.close(), self._reads.close(), *feeds)
        await self._places.close()
