"""A store with faults on order, around any other."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar, cast

from tests.support.called import called, called_side
from tests.support.memory_store import MemoryStore, append_later, each
from tests.support.whole_store import WholeStore
from xiangqi_server.kernel.store.feed import Ephemeral, Feed, FeedListener, Publication
from xiangqi_server.kernel.store.port import (
    Store,
    StoreAccess,
    StoreError,
    StoreReplaced,
    StoreUnavailable,
    Told,
)
from xiangqi_server.kernel.store.rows import RowStore
from xiangqi_server.kernel.store.share import EVERYTHING, Share
from xiangqi_server.kernel.store.side import SideStores
from xiangqi_server.kernel.store.values import (
    AggregateId,
    Append,
    AppendResult,
    Head,
    HeartbeatAnswer,
    Listing,
    Loaded,
    PendingEffect,
    Restore,
    StoredEvent,
)

T = TypeVar("T")


class FaultyStore(WholeStore):
    """Passes everything on to `inner`, unless told otherwise.

    Attributes:
        inner: may be exchanged, as if a failover had taken place.
        is_away: nothing is taken or given.
        away: the aggregates of a part of the store that is away.
        is_replaced: another store has taken its place.
        answers_to_lose: so many appends reach the store without its answer reaching us.
        finishes_to_lose: so many finished effects stay in the outbox.
        gate: appends wait until it is set.
        requests: every append that was asked for.
        row_calls: what was asked of the row store, by the names of its methods.
        side_calls: how often each method of what is beside the logs was called.
        note_ms: so long the answer to a note takes, but not its publication.
        holders_ms: so long it takes until it is told which nodes see some players.
        append_ms: so long an append takes to the store and back.
        load_ms: so long it takes until a log or what was said beside it is there.
        heartbeat_ms: so long a heartbeat takes to the store and back.
        reads: how often a log or its head was read.
        compared: whose heads were asked for, of each time.
        packed: the aggregates whose logs were to be packed.
        is_deaf: publications are lost on their way here.
        has_echo: each publication comes twice.
        held_back: publications that are late; None while they come at once.
    """

    def __init__(self, inner: Store, access: StoreAccess = StoreAccess.SHARED) -> None:
        self.inner = inner
        self.access = access
        self.is_away = False
        self.away: set[AggregateId] = set()
        self.is_replaced = False
        self.answers_to_lose = 0
        self.finishes_to_lose = 0
        self.gate = asyncio.Event()
        self.gate.set()
        self.requests: list[Append] = []
        self.row_calls: list[str] = []
        self.side_calls: Counter[str] = Counter()
        self.reads = 0
        self.compared: list[Sequence[AggregateId]] = []
        self.packed: list[AggregateId] = []
        self.note_ms = 0
        self.holders_ms = 0
        self.append_ms = 0
        self.load_ms = 0
        self.heartbeat_ms = 0
        self.is_deaf = False
        self.has_echo = False
        self.held_back: list[Callable[[], None]] | None = None

    @property
    def side(self) -> SideStores:
        """What is beside the logs of `inner`; away whenever they are."""
        side = called_side(self._call_there, cast("MemoryStore | FaultyStore", self.inner).side)
        return side._replace(notes=called(self._note, side.notes))

    @property
    def row_store(self) -> RowStore:
        """The lists derived from the logs of `inner`; away whenever they are."""
        inner = cast("MemoryStore | FaultyStore", self.inner)
        return called(self._call_row, inner.row_store)

    async def append(self, request: Append) -> AppendResult:
        """See `Logs.append`."""
        self.requests.append(request)
        await self.gate.wait()
        self._be_the_same()
        self._have(request.aggregate)
        if self.append_ms:
            await asyncio.sleep(self.append_ms / 2_000)
        result = await self.inner.logs.append(request)
        if self.append_ms:
            await asyncio.sleep(self.append_ms / 2_000)
        if self.answers_to_lose:
            self.answers_to_lose -= 1
            raise StoreUnavailable("the answer was lost")
        return result

    def append_soon(self, request: Append, told: Told) -> None:
        """See `Logs.append_soon`."""
        append_later(self.append, request, told)

    async def restore(self, request: Restore) -> bool:
        """See `Logs.restore`."""
        self._be_the_same()
        self._have(request.aggregate)
        return await self.inner.logs.restore(request)

    async def load(self, aggregate: AggregateId) -> Loaded:
        """See `Logs.load`."""
        self._be_the_same()
        self._have(aggregate)
        self.reads += 1
        await asyncio.sleep(self.load_ms / 1000)
        return await self.inner.logs.load(aggregate)

    async def load_all(
        self, aggregates: Sequence[AggregateId]
    ) -> Sequence[Loaded | StoreError | None]:
        """See `Logs.load_all`; each meets with a fate of its own."""
        return await each(self.load, aggregates)

    async def pack(self, aggregate: AggregateId) -> None:
        """See `LogTiers.pack`."""
        self._be_there()
        self.packed.append(aggregate)
        await self.inner.tiers.pack(aggregate)

    async def cool(self, aggregate: AggregateId) -> bool:
        """See `LogTiers.cool`."""
        self._be_there()
        return await self.inner.tiers.cool(aggregate)

    async def read(
        self, aggregate: AggregateId, after: int, most: int | None = None
    ) -> tuple[StoredEvent, ...]:
        """See `Logs.read`."""
        self._be_there()
        self.reads += 1
        await asyncio.sleep(self.load_ms / 1000)
        return await self.inner.logs.read(aggregate, after, most)

    async def heads(self, aggregates: Sequence[AggregateId]) -> tuple[Head | None, ...]:
        """See `Logs.heads`."""
        self._be_there()
        self.reads += 1
        self.compared.append(aggregates)
        if self.away.issuperset(aggregates):
            self._have(*aggregates)
        heads = await self.inner.logs.heads(aggregates)
        return tuple(
            None if aggregate in self.away else head
            for aggregate, head in zip(aggregates, heads, strict=True)
        )

    def shard_of(self, aggregate: AggregateId) -> int:
        """See `StoreServers.shard_of`."""
        return self.inner.servers.shard_of(aggregate)

    def primaries(self) -> Sequence[str]:
        """See `StoreServers.primaries`."""
        return self.inner.servers.primaries()

    def terms(self) -> tuple[int, ...]:
        """See `StoreServers.terms`."""
        return self.inner.servers.terms()

    @property
    def write_back_ms(self) -> int:
        """See `StoreServers.write_back_ms`."""
        return self.inner.servers.write_back_ms

    async def term_age_ms(self, shard: int = 0) -> int:
        """See `StoreServers.term_age_ms`."""
        self._be_there()
        return await self.inner.servers.term_age_ms(shard)

    def part_of(self, aggregate: AggregateId) -> int:
        """See `StoreServers.part_of`."""
        return self.inner.servers.part_of(aggregate)

    async def listing(self, kind: str | None, after: str | None = None) -> Listing:
        """See `Logs.listing`."""
        self._be_there()
        return await self.inner.logs.listing(kind, after)

    def feed(self, listener: FeedListener) -> Feed:
        """See `Store.feed`."""
        return self.inner.feed(FaultyListener(self, listener))

    async def due(self, limit: int, share: Share = EVERYTHING) -> tuple[AggregateId, ...]:
        """See `WorkQueues.due`."""
        self._be_there()
        return await self.inner.queues.due(limit, share)

    async def effects(self, limit: int, share: Share = EVERYTHING) -> tuple[PendingEffect, ...]:
        """See `WorkQueues.effects`."""
        self._be_there()
        return await self.inner.queues.effects(limit, share)

    async def finish(self, source: AggregateId, effect_id: str) -> None:
        """See `WorkQueues.finish`."""
        self._be_there()
        if self.finishes_to_lose:
            self.finishes_to_lose -= 1
            raise StoreUnavailable("lost on the way")
        await self.inner.queues.finish(source, effect_id)

    async def heartbeat(self, gap_ms: int, joined_ms: int = 0, shard: int = 0) -> HeartbeatAnswer:
        """See `StoreServers.heartbeat`."""
        self._be_the_same()
        if self.heartbeat_ms:
            await asyncio.sleep(self.heartbeat_ms / 1000)
        return await self.inner.servers.heartbeat(gap_ms, joined_ms, shard)

    async def time_ms(self, shard: int = 0) -> int:
        """See `StoreServers.time_ms`."""
        self._be_there()
        return await self.inner.servers.time_ms(shard)

    async def close(self) -> None:
        """See `Store.close`."""
        await self.inner.close()

    async def _call_there(self, name: str, act: Callable[[], Awaitable[T]]) -> T:
        self._be_there()
        self.side_calls[name] += 1
        if name == "holders_of":
            await asyncio.sleep(self.holders_ms / 1000)
        return await act()

    async def _call_row(self, name: str, act: Callable[[], Awaitable[T]]) -> T:
        self._be_there()
        self.row_calls.append(name)
        return await act()

    async def _note(self, name: str, act: Callable[[], Awaitable[T]]) -> T:
        result = await act()
        if name == "put":
            await asyncio.sleep(self.note_ms / 1000)
        return result

    def let_through(self) -> None:
        """Let the publications come that were held back."""
        held, self.held_back = self.held_back or [], None
        for tell in held:
            tell()

    def _be_the_same(self) -> None:
        self._be_there()
        if self.is_replaced:
            raise StoreReplaced("another store is in its place")

    def _have(self, *aggregates: AggregateId) -> None:
        if not self.away.isdisjoint(aggregates):
            error = StoreUnavailable("this part of the store is away")
            error.is_partial = True
            raise error

    def _be_there(self) -> None:
        if self.is_away:
            raise StoreUnavailable("the store is away")


class FaultyListener:
    """Passes on what is published, as far as `store` lets it through."""

    def __init__(self, store: FaultyStore, listener: FeedListener) -> None:
        self._store = store
        self._listener = listener

    def is_own(self, event_id: str) -> bool:
        """See `FeedListener.is_own`."""
        return self._listener.is_own(event_id)

    def on_publication(self, aggregate: AggregateId, publication: Publication) -> None:
        """See `FeedListener.on_publication`."""
        self._tell(lambda: self._listener.on_publication(aggregate, publication))

    def on_ephemeral(self, aggregate: AggregateId, ephemeral: Ephemeral) -> None:
        """See `FeedListener.on_ephemeral`."""
        self._tell(lambda: self._listener.on_ephemeral(aggregate, ephemeral))

    def on_begin(self, aggregate: AggregateId) -> None:
        """See `FeedListener.on_begin`."""
        self._listener.on_begin(aggregate)

    def _tell(self, tell: Callable[[], None]) -> None:
        if self._store.is_deaf:
            return
        for _ in range(1 + self._store.has_echo):
            if self._store.held_back is None:
                tell()
            else:
                self._store.held_back.append(tell)
