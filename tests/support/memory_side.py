"""What is kept beside the logs, in memory: the ports of `side` without a server, for tests."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tests.support.memory_feed import MemoryChannels
from xiangqi_server.kernel.store.feed import Ephemeral
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


def memory_side(clock_ms: Callable[[], int], channels: MemoryChannels | None = None) -> SideStores:
    """All ports, empty.

    Args:
        clock_ms: the store's TIME.
        channels: those of the store this belongs to.
    """
    channels = channels or MemoryChannels()
    return SideStores(
        MemoryPresence(clock_ms),
        MemoryMembership(clock_ms),
        MemoryNotes(clock_ms, channels),
        MemoryCounters(clock_ms, channels),
        MemoryChat(clock_ms, channels),
    )


class MemoryPresence:
    """See `PresenceStore`."""

    def __init__(self, clock_ms: Callable[[], int]) -> None:
        self._clock_ms = clock_ms
        self._until_ms: dict[AggregateId, dict[str, int]] = {}

    async def hold(self, aggregates: Iterable[AggregateId], node: str, ttl_ms: int) -> None:
        """See `PresenceStore.hold`."""
        held = frozenset(aggregates)
        for aggregate in self._until_ms.keys() - held:
            self._until_ms[aggregate].pop(node, None)
        await self.add(held, node, ttl_ms)

    async def add(self, aggregates: Collection[AggregateId], node: str, ttl_ms: int) -> None:
        """See `PresenceStore.add`."""
        for aggregate in aggregates:
            self._until_ms.setdefault(aggregate, {})[node] = self._clock_ms() + ttl_ms

    async def remove(self, aggregates: Collection[AggregateId], node: str) -> None:
        """See `PresenceStore.remove`."""
        for aggregate in aggregates:
            self._until_ms.get(aggregate, {}).pop(node, None)

    async def holders(self, aggregate: AggregateId) -> frozenset[str]:
        """See `PresenceStore.holders`."""
        return (await self.holders_of((aggregate,)))[aggregate]

    async def holders_of(
        self, aggregates: Collection[AggregateId]
    ) -> Mapping[AggregateId, frozenset[str]]:
        """See `PresenceStore.holders_of`."""
        return {aggregate: self._holders(aggregate) for aggregate in aggregates}

    def _holders(self, aggregate: AggregateId) -> frozenset[str]:
        now_ms, held = self._clock_ms(), self._until_ms.get(aggregate, {})
        return frozenset(node for node, until_ms in held.items() if until_ms > now_ms)


class MemoryMembership:
    """See `MembershipStore`."""

    def __init__(self, clock_ms: Callable[[], int]) -> None:
        self._clock_ms = clock_ms
        self._nodes: dict[str, int] = {}

    async def heartbeat(self, node: str, ttl_ms: int) -> Mapping[str, int]:
        """See `MembershipStore.heartbeat`."""
        now_ms = self._clock_ms()
        self._nodes[node] = now_ms
        self._nodes = {name: at for name, at in self._nodes.items() if at > now_ms - ttl_ms}
        return dict(self._nodes)

    async def leave(self, node: str) -> None:
        """See `MembershipStore.leave`."""
        self._nodes.pop(node, None)


@dataclass(slots=True)
class _Fields:
    """The notes on one aggregate, and when they are gone."""

    by_name: dict[str, bytes] = field(default_factory=dict)
    until_ms: int = 0


class MemoryNotes:
    """See `NoteStore`."""

    def __init__(self, clock_ms: Callable[[], int], channels: MemoryChannels) -> None:
        self._clock_ms = clock_ms
        self._channels = channels
        self._fields: dict[AggregateId, _Fields] = {}

    async def put(self, aggregate: AggregateId, field: str, body: bytes, ttl_ms: int) -> None:
        """See `NoteStore.put`."""
        fields = self._living(aggregate)
        fields.by_name[field] = body
        fields.until_ms = self._clock_ms() + ttl_ms
        self._fields[aggregate] = fields
        self._channels.publish(aggregate, Ephemeral(note_topic(field), body))

    async def delete(self, aggregate: AggregateId, field: str, body: bytes | None = None) -> bool:
        """See `NoteStore.delete`."""
        fields = self._living(aggregate).by_name
        if field not in fields or body not in (None, fields[field]):
            return False
        del fields[field]
        self._channels.publish(aggregate, Ephemeral(note_topic(field), b""))
        return True

    async def get(self, aggregate: AggregateId) -> Mapping[str, bytes]:
        """See `NoteStore.get`."""
        return dict(self._living(aggregate).by_name)

    async def aggregates(self, limit: int, share: Share = EVERYTHING) -> tuple[AggregateId, ...]:
        """See `NoteStore.aggregates`; in memory all is one shard."""
        if not share.of(1):
            return ()
        return tuple(name for name in self._fields if self._living(name).by_name)[:limit]

    def _living(self, aggregate: AggregateId) -> _Fields:
        fields = self._fields.get(aggregate, _Fields())
        return fields if fields.until_ms > self._clock_ms() else _Fields()


class MemoryCounters:
    """See `CounterStore`."""

    def __init__(self, clock_ms: Callable[[], int], channels: MemoryChannels) -> None:
        self._clock_ms = clock_ms
        self._channels = channels
        self._counters: dict[AggregateId, dict[str, tuple[int, int]]] = {}

    async def put(self, aggregate: AggregateId, node: str, number: int, ttl_ms: int) -> int:
        """See `CounterStore.put`."""
        now_ms = self._clock_ms()
        counters = self._counters.setdefault(aggregate, {})
        counters[node] = (number, now_ms + ttl_ms)
        total = sum(own for own, until_ms in counters.values() if until_ms > now_ms)
        self._channels.publish(aggregate, Ephemeral(COUNTER_TOPIC, str(total).encode()))
        return total

    async def put_all(
        self, numbers: Mapping[AggregateId, int], node: str, ttl_ms: int
    ) -> Mapping[AggregateId, int]:
        """See `CounterStore.put_all`."""
        return {one: await self.put(one, node, number, ttl_ms) for one, number in numbers.items()}


@dataclass(slots=True)
class _Stream:
    """The lines of one stream with their references, and when it is gone."""

    lines: list[tuple[str, StoredChatLine]] = field(default_factory=list)
    until_ms: int = 0


class MemoryChat:
    """See `ChatStore`."""

    def __init__(self, clock_ms: Callable[[], int], channels: MemoryChannels) -> None:
        self._clock_ms = clock_ms
        self._channels = channels
        self._streams: dict[tuple[AggregateId, str], _Stream] = {}

    async def add(
        self, aggregate: AggregateId, stream: str, ref: str, body: bytes, *, kept: int, ttl_ms: int
    ) -> StoredChatLine:
        """See `ChatStore.add`."""
        now_ms = self._clock_ms()
        said = self._streams.setdefault((aggregate, stream), _Stream())
        if said.until_ms <= now_ms:
            said.lines.clear()
        for known, line in said.lines:
            if known == ref:
                return line
        line = StoredChatLine(said.lines[-1][1].number + 1 if said.lines else 1, now_ms, body)
        said.lines = [*said.lines, (ref, line)][-kept:]
        said.until_ms = now_ms + ttl_ms
        self._channels.publish(aggregate, Ephemeral(chat_topic(stream), write_line(line)))
        return line

    async def lines(
        self, aggregate: AggregateId, streams: Sequence[str]
    ) -> Sequence[Sequence[StoredChatLine]]:
        """See `ChatStore.lines`."""
        said = [self._streams.get((aggregate, stream), _Stream()) for stream in streams]
        living = [one.lines if one.until_ms > self._clock_ms() else [] for one in said]
        return [[line for _, line in lines] for lines in living]

    async def keep(self, aggregate: AggregateId, streams: Sequence[str], ttl_ms: int) -> None:
        """See `ChatStore.keep`."""
        now_ms = self._clock_ms()
        for stream in streams:
            said = self._streams.get((aggregate, stream), _Stream())
            if said.until_ms > now_ms:
                said.until_ms = max(said.until_ms, now_ms + ttl_ms)
