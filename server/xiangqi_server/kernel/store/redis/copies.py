"""Whole aggregates as one store keeps them, to be written into another as they are.

Theory of operation. A copy of an aggregate is read at one moment and holds what the store itself
wrote: events with their stamps, the head, the snapshot, what is packed, the alarm, and what is
beside the log for a while. Before it is written its events are held against the chain of digests
(`fault_of`), so that what arrives is what the nodes acknowledged, or is named. Where a log lies
follows from its name and the number of shards, so the stores may have different ones.
"""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, cast

import msgpack
from msgspec import Struct

from xiangqi_server.kernel.store.client.replies import Reply, as_bytes, as_int, as_list, pairs
from xiangqi_server.kernel.store.client.requests import Script
from xiangqi_server.kernel.store.cold import ColdTier
from xiangqi_server.kernel.store.keys import read_name, write_name
from xiangqi_server.kernel.store.packing import unpack_events
from xiangqi_server.kernel.store.port import RecordError
from xiangqi_server.kernel.store.redis.redis_side import Access
from xiangqi_server.kernel.store.values import (
    EMPTY_HEAD,
    AggregateId,
    Head,
    Outage,
    PendingEffect,
    Snapshot,
    StoredEffect,
    StoredEvent,
    heads_after,
)

_READ: Final = Script.named("copy_read")
_WRITE: Final = Script.named("copy_write")


class Expiring(NamedTuple):
    """What expires.

    Fields:
        content: fields and values by turns, or entries of a stream.
        left_ms: how long it has left.
    """

    content: list[Reply]
    left_ms: int


class AggregateCopy(Struct, frozen=True):
    """One aggregate as a store keeps it.

    Fields:
        head, snapshot: hashes, by field.
        entries: of the stream, as they are.
        packed: the events before those, in one string; b"" without any.
        cold: those events as the cold tier has them, if they are not here.
        due: the stamp of its alarm in digits, b"" without one.
        notes: premoves that wait.
        chat: the lines of each kind of chat that was asked for.
    """

    head: dict[bytes, bytes]
    snapshot: dict[bytes, bytes]
    entries: list[Reply]
    packed: bytes
    cold: bytes
    due: bytes
    notes: Expiring
    chat: tuple[Expiring, ...]

    @property
    def stands_at(self) -> Head:
        """The head of the log; that of an empty one if it has none."""
        return _head(self.head)

    def events(self) -> tuple[StoredEvent, ...]:
        """All events there are, oldest first.

        Raises:
            RecordError: what is packed cannot be read.
        """
        packed = self.packed or self.cold
        earlier = unpack_events(packed) if packed else ()
        return earlier + tuple(map(_event, self.entries))

    def has_same(self, other: "AggregateCopy") -> bool:
        """Whether both hold the same, apart from the time that is left to what expires."""
        expires = zip((self.notes, *self.chat), (other.notes, *other.chat), strict=True)
        return (self.head, self.snapshot, self.entries, self.packed, self.due) == (
            other.head,
            other.snapshot,
            other.entries,
            other.packed,
            other.due,
        ) and all(mine.content == its.content for mine, its in expires)

    def to_bytes(self) -> bytes:
        """The copy as `copy_write.lua` reads it."""
        parts = [
            _flat(self.head),
            _flat(self.snapshot),
            self.entries,
            self.packed,
            self.due,
            list(self.notes),
            *(list(lines) for lines in self.chat),
        ]
        return cast("bytes", msgpack.packb(parts, use_bin_type=False))


def fault_of(copy: AggregateCopy) -> str | None:
    """Why the events of a copy do not lead to its head, in words for an operator; None: they do.

    Of a log that was trimmed the events since its snapshot are held against the chain.
    """
    if b"c" in copy.head and not copy.packed and not copy.cold:
        return "the cold tier does not give its events"
    try:
        events = copy.events()
    except (RecordError, ValueError, TypeError) as error:
        return f"its events cannot be read: {error}"
    snapshot = copy_snapshot(copy)
    if events and events[0].version == 1:
        heads = (EMPTY_HEAD, *heads_after(EMPTY_HEAD, events))
    elif snapshot is not None:
        since = [event for event in events if event.version > snapshot.head.version]
        if since != list(events):
            return "events before its snapshot are missing"
        heads = (snapshot.head, *heads_after(snapshot.head, since))
    else:
        return "its first events are missing"
    versions = [head.version for head in heads]
    if versions != list(range(versions[0], versions[0] + len(versions))):
        return "events are missing in it"
    if heads[-1] != copy.stands_at:
        return f"its events do not lead to its head, version {copy.stands_at.version}"
    if snapshot is not None and snapshot.head not in heads:
        return f"its snapshot, version {snapshot.head.version}, is not of this log"
    return None


def copy_snapshot(copy: AggregateCopy) -> Snapshot | None:
    """The snapshot of a copy."""
    return Snapshot(_head(copy.snapshot), copy.snapshot[b"b"]) if copy.snapshot else None


class RedisCopies:
    """Reads and writes whole aggregates; made by the store whose connections it shares.

    All methods raise `StoreUnavailable` when the outcome is unknown, and all may be repeated.
    """

    def __init__(self, access: Access, cold: ColdTier) -> None:
        self._commits, self._reads, self._keys = access
        self._cold = cold

    async def read(self, aggregate: AggregateId, streams: Sequence[str]) -> AggregateCopy:
        """An aggregate as it is now, with these streams of its chat."""
        *logs, due, _ = self._keys.to_append(aggregate)
        notes, _, _ = self._keys.notes(aggregate)
        keys = (*logs, self._keys.packed(aggregate), due, notes, *self._chat(aggregate, streams))
        reply = as_list(await self._reads.run(_READ, keys, (write_name(aggregate),)))
        head, snapshot, entries, packed, due_ms, *rest = reply
        notes_kept, *chat = (
            Expiring(as_list(content), cast("int", left_ms))
            for content, left_ms in map(as_list, rest)
        )
        fields = dict(pairs(head))
        return AggregateCopy(
            fields,
            dict(pairs(snapshot)),
            as_list(entries),
            as_bytes(packed),
            b"" if packed else await self._in_cold_tier(fields),
            as_bytes(due_ms),
            notes_kept,
            tuple(chat),
        )

    async def _in_cold_tier(self, head: dict[bytes, bytes]) -> bytes:
        """What the cold tier has of a log, nothing if that is nothing, or is not as it was."""
        if b"c" not in head:
            return b""
        try:
            return await self._cold.get(head[b"c"].decode())
        except RecordError:
            return b""

    async def write(
        self, aggregate: AggregateId, copy: AggregateCopy, streams: Sequence[str]
    ) -> None:
        """Put an aggregate here in place of what is here of it."""
        *logs, due, _ = self._keys.to_append(aggregate)
        notes, index, _ = self._keys.notes(aggregate)
        packed = self._keys.packed(aggregate)
        keys = (*logs, packed, due, notes, index, *self._chat(aggregate, streams))
        await self._commits.run(_WRITE, keys, (write_name(aggregate), copy.to_bytes()))

    async def effects(self) -> list[PendingEffect]:
        """All effects that wait, of all parts of the store.

        Raises:
            StoreUnavailable: a part is away; what it has cannot be left out of a copy.
        """
        outboxes = map(self._keys.outbox, range(self._keys.shards))
        told = await asyncio.gather(*(self._reads.call("HGETALL", outbox) for outbox in outboxes))
        return [read_effect(*pair) for reply in told for pair in pairs(reply)]

    async def put_effects(self, effects: Iterable[PendingEffect]) -> None:
        """Have these effects wait in the outboxes of their sources."""
        for source, effect in ((pending.source, pending.effect) for pending in effects):
            outbox = self._keys.outbox(self._keys.shard_of(source))
            field = effect_field(source, effect.id)
            await self._commits.call("HSET", outbox, field, effect.body)

    async def last_heartbeat(self) -> tuple[int, tuple[Outage, ...]]:
        """When any node last served here, 0 if none ever did, and the outages kept."""
        beat, outages = self._keys.heartbeat(0)
        at_ms = await self._reads.call("GET", beat)
        kept = await self._reads.call("LRANGE", outages, 0, -1)
        return as_int(at_ms) if at_ms else 0, read_outages(kept)

    async def put_heartbeat(self, at_ms: int, outages: Sequence[Outage]) -> None:
        """Write down when nodes last served, so that what comes before the next is an outage.

        It is one of all shards, for each server of the store has the outages of its own.
        """
        for shard in range(self._keys.shards):
            beat, list_ = self._keys.heartbeat(shard)
            await self._commits.call("LTRIM", list_, 1, 0)
            for outage in outages:
                await self._commits.call("RPUSH", list_, f"{outage.from_ms}:{outage.to_ms}")
            if at_ms:
                await self._commits.call("SET", beat, at_ms)

    def _chat(self, aggregate: AggregateId, streams: Sequence[str]) -> Iterable[str]:
        return (self._keys.chat(aggregate, stream) for stream in streams)


def effect_field(source: AggregateId, effect_id: str) -> str:
    """Where an effect lies in an outbox."""
    return f"{write_name(source)} {effect_id}"


def read_effect(field: bytes, body: bytes) -> PendingEffect:
    """An effect as it lies in an outbox."""
    source, _, effect_id = field.decode().partition(" ")
    return PendingEffect(read_name(source), StoredEffect(effect_id, body))


def read_outages(reply: Reply) -> tuple[Outage, ...]:
    """The outages as `heartbeat.lua` keeps them."""
    texts = (as_bytes(outage).decode() for outage in as_list(reply))
    return tuple(Outage(*map(int, text.split(":"))) for text in texts)


def _flat(fields: dict[bytes, bytes]) -> list[bytes]:
    return [part for field in sorted(fields.items()) for part in field]


def _head(fields: dict[bytes, bytes]) -> Head:
    if not fields:
        return EMPTY_HEAD
    return Head(int(fields[b"v"]), fields[b"d"], int(fields[b"t"]))


def _event(entry: Reply) -> StoredEvent:
    match entry:
        case [bytes(id_), [b"e", bytes(event_id), b"t", bytes(at_ms), b"b", bytes(body)]]:
            return StoredEvent(int(id_[:-2]), int(at_ms), event_id.decode(), body)
    raise RecordError("an entry of its stream is no event")
