"""What is kept beside the logs, in Redis or Valkey, over the connections of the store.

Per node and partition (`keys.PARTITIONS`) a set of what it holds; per partition a sorted set of
these nodes by the end of their presence. Per aggregate a hash of notes, a hash of counters, and a
stream (entry ``number-0``) for each kind of chat. Per shard a sorted set of the aggregates that
have notes, by the end of these. Every key expires.
"""

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, cast

from xiangqi_server.kernel.store.client.calls import Calls, answered, answers_of_parts, answers_soon
from xiangqi_server.kernel.store.client.replies import (
    Reply,
    answer_or_raise,
    as_bytes,
    as_list,
    pairs,
)
from xiangqi_server.kernel.store.client.requests import Argument, Script, pack, packed_run
from xiangqi_server.kernel.store.keys import Keys, read_name, write_name
from xiangqi_server.kernel.store.port import StoreError, StoreUnavailable
from xiangqi_server.kernel.store.publications import write_ephemeral
from xiangqi_server.kernel.store.share import EVERYTHING, Share
from xiangqi_server.kernel.store.side import (
    COUNTER_TOPIC,
    SideStores,
    StoredChatLine,
    chat_topic,
    note_topic,
    write_line,
)
from xiangqi_server.kernel.store.values import AggregateId

_PRESENCE_HOLD: Final = Script.named("presence_hold")
_PRESENCE_HOLDERS: Final = Script.named("presence_holders")
_MEMBERSHIP_HEARTBEAT: Final = Script.named("membership_heartbeat")
_NOTE_PUT: Final = Script.named("note_put")
_NOTE_DELETE: Final = Script.named("note_delete")
_NOTE_AGGREGATES: Final = Script.named("note_aggregates")
_COUNTER_PUT: Final = Script.named("counter_put")
_CHAT_ADD: Final = Script.named("chat_add")
_CHAT_LINES: Final = Script.named("chat_lines")
_CHAT_KEEP: Final = Script.named("chat_keep")

PUT_AT_ONCE: Final = 100
"""How many numbers one script writes: about a millisecond of the store."""
IN_A_TURN: Final = 1_000
"""How many names are sorted into partitions before the loop gets a turn."""
SLOW_PART_S: Final = 0.1
"""How much later than the first part of the store the others may name the nodes that serve."""
HEARD_APART_MS: Final = 250
"""A part's time of a node counts only if it is later by more than this than those of the parts
before it: so what is said of a silent node does not change."""
_NOBODY: Final[frozenset[str]] = frozenset()


class Access(NamedTuple):
    """The connections of the store, and the names of its keys."""

    commits: Calls
    reads: Calls
    keys: Keys

    def tell_at_old_server(self, aggregate: AggregateId, topic: str, body: bytes) -> None:
        """Publish what a script has published once more, while a slot is moved key by key.

        Scripts publish at the server to which the keys were moved. Until all of them are there,
        followers hear the one that had them.
        """
        if self.commits.is_moving:
            self.commits.publish(self.keys.channel(aggregate), write_ephemeral(topic, body))


def redis_side(access: Access) -> SideStores:
    """All ports of what is beside the logs; made by the store, whose connections they share."""
    return SideStores(
        RedisPresence(access),
        RedisMembership(access),
        RedisNotes(access),
        RedisCounters(access),
        RedisChat(access),
    )


class _Held:
    """What a node has written into one of its sets.

    Attributes:
        names: what it should say by now.
        writes: how many writes to it have begun.
    """

    __slots__ = ("names", "writes")

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.writes = 0


class _Write(NamedTuple):
    """A write that brings one set of a node to what it should say.

    Fields:
        gone: names to take out; None: whatever is there.
        size: how many names it has then.
        number: of the write, among those to this set.
    """

    partition: int
    held: _Held
    new: Collection[str]
    gone: Collection[str] | None
    size: int
    number: int


class RedisPresence:
    """See `PresenceStore`.

    A node knows what it has written into each of its sets. So it sends what is new or gone, and has
    the rest live on with it; a set that is not as large as it should be is written anew. What
    concerns several partitions is sent together: players come back by the thousand.
    """

    def __init__(self, access: Access) -> None:
        self._commits, self._reads, self._keys = access
        self._held: dict[tuple[str, int], _Held] = {}
        self._nodes: dict[int, tuple[str, ...]] = {}  # which hold anything in each partition

    async def add(self, aggregates: Collection[AggregateId], node: str, ttl_ms: int) -> None:
        """See `PresenceStore.add`."""
        writes = []
        for partition, aggregates_there in self._by_partition(aggregates).items():
            held = self._held.setdefault((node, partition), _Held())
            new = {write_name(aggregate) for aggregate in aggregates_there} - held.names
            held.names |= new
            writes.append(_write_to(partition, held, new, ()))
        await self._write(writes, node, ttl_ms)

    async def hold(self, aggregates: Iterable[AggregateId], node: str, ttl_ms: int) -> None:
        """See `PresenceStore.hold`."""
        partitions: list[set[str]] = [set() for _ in range(self._keys.partitions)]
        for number, aggregate in enumerate(aggregates):
            partitions[self._keys.presence_partition(aggregate)].add(write_name(aggregate))
            if number % IN_A_TURN == IN_A_TURN - 1:
                await asyncio.sleep(0)
        writes = []
        for partition, names in enumerate(partitions):
            held = self._held.get((node, partition)) or _Held()
            known, held.names = held.names, names
            if names or known:
                self._held[node, partition] = held
                writes.append(_write_to(partition, held, names - known, known - names))
        await self._write(writes, node, ttl_ms)

    async def remove(self, aggregates: Collection[AggregateId], node: str) -> None:
        """See `PresenceStore.remove`."""
        keys, packed = [], []
        for partition, aggregates_there in self._by_partition(aggregates).items():
            names = [write_name(aggregate) for aggregate in aggregates_there]
            held = self._held.get((node, partition))
            if held is not None:
                held.names.difference_update(names)
            _, start = self._keys.presence(partition)
            keys.append((start + node,))
            packed.append(pack("SREM", start + node, *names))
        for reply in await self._commits.run_all(None, keys, packed):
            answer_or_raise(reply)

    async def holders(self, aggregate: AggregateId) -> frozenset[str]:
        """See `PresenceStore.holders`."""
        partition = self._keys.presence_partition(aggregate)
        answers = await self._ask({partition: (aggregate,)})
        (holders,) = as_list(answer_or_raise(answers[partition]))
        return frozenset(_names(holders))

    async def holders_of(
        self, aggregates: Collection[AggregateId]
    ) -> Mapping[AggregateId, frozenset[str]]:
        """See `PresenceStore.holders_of`."""
        found: dict[AggregateId, frozenset[str]] = {}
        partitions = self._by_partition(aggregates)
        for partition, answer in (await self._ask(partitions)).items():
            if not isinstance(answer, StoreUnavailable):
                for aggregate, holders in zip(
                    partitions[partition], as_list(answer_or_raise(answer)), strict=True
                ):
                    found[aggregate] = frozenset(_names(holders)) if holders else _NOBODY
        return found

    async def _ask(
        self, partitions: Mapping[int, Sequence[AggregateId]]
    ) -> Mapping[int, Reply | StoreError]:
        """By partition the holders of each of its aggregates, in their order."""
        answers: dict[int, Reply | StoreError] = {}
        left = tuple(partitions)
        while left:  # the sets of all nodes have to be named
            keys, packed = [], []
            for partition in left:
                nodes, start = self._keys.presence(partition)
                keys.append((nodes, *[start + node for node in self._nodes.get(partition, ())]))
                arguments = (start, *map(write_name, partitions[partition]))
                packed.append(packed_run(_PRESENCE_HOLDERS, keys[-1], arguments))
            replies = await self._reads.run_all(_PRESENCE_HOLDERS, keys, packed)
            again = []
            for partition, reply in zip(left, replies, strict=True):
                if isinstance(reply, StoreError):
                    answers[partition] = reply
                    continue
                holding, *found = as_list(reply)
                self._nodes[partition] = _names(holding)
                if found:
                    answers[partition] = found[0]
                else:
                    again.append(partition)
            left = tuple(again)
        return answers

    def _by_partition(self, aggregates: Iterable[AggregateId]) -> dict[int, list[AggregateId]]:
        """Aggregates, each once, by the partition in which their holders stand."""
        partitions: dict[int, list[AggregateId]] = {}
        for aggregate in dict.fromkeys(aggregates):
            partitions.setdefault(self._keys.presence_partition(aggregate), []).append(aggregate)
        return partitions

    async def _write(self, writes: Sequence[_Write], node: str, ttl_ms: int) -> None:
        """Have sets of a node say what they should, by what was written into each before."""
        sizes = await self._send(writes, node, ttl_ms)
        await self._send(
            [
                write._replace(new=frozenset(write.held.names), gone=None)
                for write, size in zip(writes, sizes, strict=True)
                if size != write.size and write.number == write.held.writes
            ],
            node,
            ttl_ms,
        )

    async def _send(self, writes: Sequence[_Write], node: str, ttl_ms: int) -> Sequence[Reply]:
        """Write into sets of a node; how many names each has then.

        Raises:
            StoreError: one was not written; it is unknown what is there, so next time all is.
        """
        if not writes:
            return ()
        keys, packed = [], []
        for write in writes:
            nodes, start = self._keys.presence(write.partition)
            keys.append((nodes, start + node))
            anew = int(write.gone is None)
            of_node: tuple[Argument, ...] = (node, ttl_ms, anew, len(write.new))
            arguments = (*of_node, *write.new, *(write.gone or ()))
            packed.append(packed_run(_PRESENCE_HOLD, keys[-1], arguments))
        replies = await self._commits.run_all(_PRESENCE_HOLD, keys, packed)
        for write, reply in zip(writes, replies, strict=True):
            is_last = write.number == write.held.writes
            place = (node, write.partition)
            if isinstance(reply, StoreError) and is_last and self._held.get(place) is write.held:
                del self._held[place]
        return [answer_or_raise(reply) for reply in replies]


def _write_to(
    partition: int, held: _Held, new: Collection[str], gone: Collection[str] | None
) -> _Write:
    held.writes += 1
    return _Write(partition, held, new, gone, len(held.names), held.writes)


def _names(reply: Reply) -> tuple[str, ...]:
    return tuple(as_bytes(name).decode() for name in as_list(reply))


class RedisMembership:
    """See `MembershipStore`.

    Every part of the store hears of it, so that nodes know each other while a part is away.
    Each part has a time of its own, so what counts is how long ago a node was heard of there. The
    times given are in that of the first part that answers.
    """

    def __init__(self, access: Access) -> None:
        self._commits, _, self._keys = access

    async def heartbeat(self, node: str, ttl_ms: int) -> Mapping[str, int]:
        """See `MembershipStore.heartbeat`."""
        calls = [
            self._commits.run(_MEMBERSHIP_HEARTBEAT, [key], (node, ttl_ms))
            for key in self._places()
        ]
        heard: dict[str, int] = {}
        for answer in answered(await answers_soon(calls, SLOW_PART_S)):
            there = {name.decode(): int(at_ms) for name, at_ms in pairs(answer)}
            ahead_ms = there[node] - heard.get(node, there[node])
            for name, at_ms in there.items():
                if at_ms - ahead_ms > heard.get(name, 0) + HEARD_APART_MS:
                    heard[name] = at_ms - ahead_ms
        return heard

    async def leave(self, node: str) -> None:
        """See `MembershipStore.leave`."""
        await answers_of_parts(self._commits.call("ZREM", key, node) for key in self._places())

    def _places(self) -> Collection[str]:
        """Where nodes are heard of: in the first shard of each server."""
        places: dict[str, str] = {}
        for key in map(self._keys.nodes, range(self._keys.shards)):
            places.setdefault(self._commits.primary_of(key), key)
        return places.values()


class RedisNotes:
    """See `NoteStore`."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self._commits, self._reads, self._keys = access

    async def put(self, aggregate: AggregateId, field: str, body: bytes, ttl_ms: int) -> None:
        """See `NoteStore.put`."""
        topic = note_topic(field)
        arguments = (field, body, ttl_ms, write_name(aggregate), topic)
        await self._commits.run(_NOTE_PUT, self._keys.notes(aggregate), arguments)
        self._access.tell_at_old_server(aggregate, topic, body)

    async def delete(self, aggregate: AggregateId, field: str, body: bytes | None = None) -> bool:
        """See `NoteStore.delete`."""
        expected = () if body is None else (body,)
        topic, keys = note_topic(field), self._keys.notes(aggregate)
        arguments = (field, write_name(aggregate), topic, *expected)
        is_removed = await self._commits.run(_NOTE_DELETE, keys, arguments) == 1
        if is_removed:
            self._access.tell_at_old_server(aggregate, topic, b"")
        return is_removed

    async def get(self, aggregate: AggregateId) -> Mapping[str, bytes]:
        """See `NoteStore.get`."""
        fields, _, _ = self._keys.notes(aggregate)
        found = await self._reads.call("HGETALL", fields)
        return {name.decode(): body for name, body in pairs(found)}

    async def aggregates(self, limit: int, share: Share = EVERYTHING) -> tuple[AggregateId, ...]:
        """See `NoteStore.aggregates`."""
        indexes = map(self._keys.note_index, share.of(self._keys.shards))
        replies = await answers_of_parts(
            self._reads.run(_NOTE_AGGREGATES, [index], (limit,)) for index in indexes
        )
        names = [as_bytes(name) for reply in answered(replies) for name in as_list(reply)]
        return tuple(read_name(name.decode()) for name in names)


class RedisCounters:
    """See `CounterStore`."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self._commits, _, self._keys = access

    async def put(self, aggregate: AggregateId, node: str, number: int, ttl_ms: int) -> int:
        """See `CounterStore.put`."""
        return (await self._put({aggregate: number}, node, ttl_ms))[aggregate]

    async def put_all(
        self, numbers: Mapping[AggregateId, int], node: str, ttl_ms: int
    ) -> Mapping[AggregateId, int]:
        """See `CounterStore.put_all`."""
        shards: dict[int, list[tuple[AggregateId, int]]] = {}
        for aggregate, number in numbers.items():
            shards.setdefault(self._keys.shard_of(aggregate), []).append((aggregate, number))
        puts = [
            self._put_if_there(dict(of_shard[start : start + PUT_AT_ONCE]), node, ttl_ms)
            for of_shard in shards.values()
            for start in range(0, len(of_shard), PUT_AT_ONCE)
        ]
        totals: dict[AggregateId, int] = {}
        for part in await asyncio.gather(*puts):
            totals |= part
        return totals

    async def _put_if_there(
        self, numbers: Mapping[AggregateId, int], node: str, ttl_ms: int
    ) -> Mapping[AggregateId, int]:
        try:
            return await self._put(numbers, node, ttl_ms)
        except StoreUnavailable:
            return {}

    async def _put(
        self, numbers: Mapping[AggregateId, int], node: str, ttl_ms: int
    ) -> Mapping[AggregateId, int]:
        """Write the numbers of one shard down."""
        keys = [
            name
            for aggregate in numbers
            for name in (self._keys.counters(aggregate), self._keys.channel(aggregate))
        ]
        arguments: list[str | int] = [node, ttl_ms, COUNTER_TOPIC, *numbers.values()]
        totals = cast("list[int]", await self._commits.run(_COUNTER_PUT, keys, arguments))
        for aggregate, total in zip(numbers, totals, strict=True):
            self._access.tell_at_old_server(aggregate, COUNTER_TOPIC, b"%d" % total)
        return dict(zip(numbers, totals, strict=True))


class RedisChat:
    """See `ChatStore`."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self._commits, self._reads, self._keys = access

    async def add(
        self, aggregate: AggregateId, stream: str, ref: str, body: bytes, *, kept: int, ttl_ms: int
    ) -> StoredChatLine:
        """See `ChatStore.add`."""
        keys = [self._keys.chat(aggregate, stream), self._keys.channel(aggregate)]
        topic = chat_topic(stream)
        arguments = (ref, body, kept, ttl_ms, topic)
        line = _read_line(await self._commits.run(_CHAT_ADD, keys, arguments))
        self._access.tell_at_old_server(aggregate, topic, write_line(line))
        return line

    async def lines(
        self, aggregate: AggregateId, streams: Sequence[str]
    ) -> Sequence[Sequence[StoredChatLine]]:
        """See `ChatStore.lines`."""
        keys = [self._keys.chat(aggregate, stream) for stream in streams]
        found = as_list(await self._reads.run(_CHAT_LINES, keys))
        return [[_read_line(entry) for entry in as_list(entries)] for entries in found]

    async def keep(self, aggregate: AggregateId, streams: Sequence[str], ttl_ms: int) -> None:
        """See `ChatStore.keep`."""
        keys = [self._keys.chat(aggregate, stream) for stream in streams]
        await self._commits.run(_CHAT_KEEP, keys, (ttl_ms,))


def _read_line(entry: Reply) -> StoredChatLine:
    """A line from a stream entry as `chat_add.lua` writes it."""
    match entry:
        case [bytes(id_), [_, _, _, bytes(at_ms), _, bytes(body)]]:
            return StoredChatLine(int(id_.removesuffix(b"-0")), int(at_ms), body)
    raise StoreError(f"not a line of ours: {entry!r}")
