"""The simulated store: one memory store, and lines to it on which everything goes wrong.

A call of a node travels, is done by the store in one step, and its answer travels back.
On the way a call may be lost, its answer may be lost, it may arrive twice, or long after its
sender has given it up. While the store is away, nothing arrives. A node that dies takes
the answers it waits for with it, but not what it has already sent.
"""

import asyncio
import random
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from enum import StrEnum
from typing import Final, TypeVar

from tests.simulation.trace import Trace
from tests.support.called import called, called_side
from tests.support.memory_store import MemoryStore, append_later, each
from tests.support.virtual_time import pass_ms, store_ms
from tests.support.whole_store import WholeStore
from xiangqi_server.kernel.aggregate.kind import AnyKind
from xiangqi_server.kernel.host.journal import read_fact
from xiangqi_server.kernel.store.feed import Ephemeral, Feed, FeedListener, Publication
from xiangqi_server.kernel.store.port import StoreError, StoreUnavailable, Told
from xiangqi_server.kernel.store.share import EVERYTHING, Share
from xiangqi_server.kernel.store.values import (
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
    heads_after,
)

T = TypeVar("T")

DEADLINE_MS: Final = 3_000
"""After so long a node gives a call up, as `redis_store.DEADLINE_S` says."""


class Fate(StrEnum):
    """What becomes of a call."""

    WELL = "well"
    SLOW = "slow"
    LOST = "lost"
    UNANSWERED = "unanswered"
    TWICE = "twice"
    LATE = "late"


_TROUBLE: Final = (Fate.SLOW, Fate.LOST, Fate.UNANSWERED, Fate.TWICE, Fate.LATE)


class RecordingStore(MemoryStore):
    """A memory store that never forgets what it accepted.

    Attributes:
        history: every accepted event of every log, also of those that were trimmed.
        recorded_heads: the head after each of them.
        stored: every head that a log ever had, also those that a failover took back.
        has_lost: logs of which a failover has taken events.
        answered: ids of the appends whose answer has arrived at their node.
    """

    def __init__(self, clock_ms: Callable[[], int] = store_ms) -> None:
        super().__init__(clock_ms)
        self.history: defaultdict[AggregateId, list[StoredEvent]] = defaultdict(list)
        self.recorded_heads: defaultdict[AggregateId, list[Head]] = defaultdict(list)
        self.stored: defaultdict[AggregateId, set[Head]] = defaultdict(set)
        self.has_lost: set[AggregateId] = set()
        self.answered: set[str] = set()

    async def append(self, request: Append) -> AppendResult:
        """See `Logs.append`."""
        result = await super().append(request)
        events = self.history[request.aggregate]
        if isinstance(result, Appended) and result.head.version > len(events):
            added = [
                StoredEvent(
                    request.head.version + number, result.head.at_ms, request.event_id, body
                )
                for number, body in enumerate(request.events, start=1)
            ]
            self.record(request.aggregate, request.head, added)
        return result

    def record(self, aggregate: AggregateId, after: Head, added: Sequence[StoredEvent]) -> None:
        """Remember what a log has from now on."""
        heads = heads_after(after, added)
        self.recorded_heads[aggregate].extend(heads)
        self.stored[aggregate].update(heads)
        self.history[aggregate].extend(added)

    @property
    def may_lose(self) -> bool:
        """Whether anything acknowledged may be lost, until somebody writes it back."""
        return False

    def facts(self, kind: AnyKind, aggregate: AggregateId, after: int = 0) -> list[object]:
        """Every event of a log after a version, read."""
        events = self.history[aggregate][after:]
        return [read_fact(kind, event.body).event for event in events]


class Weather:
    """How bad it is at the moment; set by the nemesis, asked by every line.

    Attributes:
        trouble: the share of calls that meet with something else than `WELL`.
        is_store_away: nothing arrives from anybody.
    """

    def __init__(self, trace: Trace) -> None:
        self.trouble = 0.0
        self.is_store_away = False
        self._trace = trace
        self._chance = trace.chance("weather")

    def fate(self, call: str) -> Fate:
        """What becomes of the next call."""
        if self._chance.random() >= self.trouble:
            return Fate.WELL
        fate = self._chance.choice(_TROUBLE)
        self._trace.add(f"fault: {fate}", call)
        return fate


class Line(WholeStore):
    """A node's way to the store; a store itself.

    Attributes:
        row_store, side: its way to what else is there.
        is_cut: this node alone cannot reach the store.
        old_primary: goes on serving this node alone; None: it goes where all go.
    """

    def __init__(
        self, store: RecordingStore, weather: Weather, trace: Trace, chance: random.Random
    ) -> None:
        self.is_cut = False
        self.old_primary: MemoryStore | None = None
        self.row_store = called(self.call, store.row_store)
        self.side = called_side(self._call_if_there, store.side)
        self._is_dead = False
        self._store = store
        self._weather = weather
        self._trace = trace
        self._chance = chance
        self._late: list[asyncio.Task[object]] = []
        self._terms = store.promotions

    def die(self) -> None:
        """The node is gone: nobody hears an answer any more."""
        self._is_dead = True

    async def append(self, request: Append) -> AppendResult:
        """See `Logs.append`."""
        result = await self.call("append", lambda: self.server.append(request))
        if isinstance(result, Appended):
            self._store.answered.add(request.event_id)
        self._trace.add(type(result).__name__, request.aggregate, request.event_id)
        return result

    def append_soon(self, request: Append, told: Told) -> None:
        """See `Logs.append_soon`."""
        append_later(self.append, request, told)

    async def restore(self, request: Restore) -> bool:
        """See `Logs.restore`."""
        return await self.call("restore", lambda: self.server.restore(request))

    async def load(self, aggregate: AggregateId) -> Loaded:
        """See `Logs.load`."""
        return await self.call("load", lambda: self.server.load(aggregate))

    async def load_all(
        self, aggregates: Sequence[AggregateId]
    ) -> Sequence[Loaded | StoreError | None]:
        """See `Logs.load_all`; each meets with a fate of its own."""
        return await each(self.load, aggregates)

    async def pack(self, aggregate: AggregateId) -> None:
        """See `LogTiers.pack`."""
        await self.call("pack", lambda: self.server.pack(aggregate))

    async def cool(self, aggregate: AggregateId) -> bool:
        """See `LogTiers.cool`."""
        return await self.call("cool", lambda: self.server.cool(aggregate))

    async def read(
        self, aggregate: AggregateId, after: int, most: int | None = None
    ) -> tuple[StoredEvent, ...]:
        """See `Logs.read`."""
        return await self.call("read", lambda: self.server.read(aggregate, after, most))

    async def heads(self, aggregates: Sequence[AggregateId]) -> tuple[Head | None, ...]:
        """See `Logs.heads`."""
        return await self.call("heads", lambda: self.server.heads(aggregates))

    def shard_of(self, aggregate: AggregateId) -> int:
        """See `StoreServers.shard_of`."""
        return self._store.shard_of(aggregate)

    def primaries(self) -> Sequence[str]:
        """See `StoreServers.primaries`."""
        return self._store.primaries()

    def terms(self) -> tuple[int, ...]:
        """See `StoreServers.terms`."""
        return self._terms

    @property
    def write_back_ms(self) -> int:
        """See `StoreServers.write_back_ms`."""
        return self._store.write_back_ms

    async def term_age_ms(self, shard: int = 0) -> int:
        """See `StoreServers.term_age_ms`."""
        return await self.call("term", lambda: self.server.term_age_ms(shard))

    def part_of(self, aggregate: AggregateId) -> int:
        """See `StoreServers.part_of`."""
        return self._store.part_of(aggregate)

    async def listing(self, kind: str | None, after: str | None = None) -> Listing:
        """See `Logs.listing`."""
        return await self.call("listing", lambda: self.server.listing(kind, after))

    def feed(self, listener: FeedListener) -> Feed:
        """See `Store.feed`."""
        return self._store.feed(Ear(self, listener))

    async def due(self, limit: int, share: Share = EVERYTHING) -> tuple[AggregateId, ...]:
        """See `WorkQueues.due`."""
        return await self.call("due", lambda: self.server.due(limit, share))

    async def effects(self, limit: int, share: Share = EVERYTHING) -> tuple[PendingEffect, ...]:
        """See `WorkQueues.effects`."""
        return await self.call("effects", lambda: self.server.effects(limit, share))

    async def finish(self, source: AggregateId, effect_id: str) -> None:
        """See `WorkQueues.finish`."""
        await self.call("finish", lambda: self.server.finish(source, effect_id))

    async def heartbeat(self, gap_ms: int, joined_ms: int = 0, shard: int = 0) -> HeartbeatAnswer:
        """See `StoreServers.heartbeat`."""
        return await self.call("heartbeat", lambda: self.server.heartbeat(gap_ms, joined_ms, shard))

    async def time_ms(self, shard: int = 0) -> int:
        """See `StoreServers.time_ms`."""
        return await self.call("time", lambda: self.server.time_ms(shard))

    async def close(self) -> None:
        """Nothing to let go."""

    @property
    def server(self) -> MemoryStore:
        """Which primary this node reaches."""
        return self.old_primary or self._store

    async def call(self, name: str, act: Callable[[], Awaitable[T]]) -> T:
        """What `act` gives, if it gets there and back."""
        self._be_alive()
        fate, term, server = self._weather.fate(name), self._store.promotions, self.server
        await pass_ms(self._chance.randint(200, 2_000) if fate is Fate.SLOW else self._travel())
        is_gone = server is not self.server or (term != self._store.promotions and self.is_with_all)
        if self.is_away or fate is Fate.LOST or is_gone:
            await pass_ms(self._chance.choice((0, DEADLINE_MS)))
            self._be_alive()
            raise StoreUnavailable("it did not arrive")
        if (
            self._terms != self._store.promotions and self.is_with_all
        ):  # connected to the one before
            self._terms = self._store.promotions
            raise StoreUnavailable("another primary answers")
        if fate is Fate.LATE:
            self._late.append(asyncio.create_task(self._later(act, term, server)))
            self._be_alive()
            raise StoreUnavailable("it was given up")
        result = await act()
        if fate is Fate.TWICE:
            result = await act()
        await pass_ms(self._travel())
        self._be_alive()
        if self.is_away or fate is Fate.UNANSWERED:
            raise StoreUnavailable("the answer did not arrive")
        return result

    async def _call_if_there(self, name: str, act: Callable[[], Awaitable[T]]) -> T:
        if self.is_away:
            raise StoreUnavailable("the store is away")
        return await act()

    async def _later(
        self, act: Callable[[], Awaitable[T]], term: tuple[int, ...], server: MemoryStore
    ) -> object:
        await pass_ms(self._chance.randint(1, 6_000))
        is_same = server is self.server and term == self._store.promotions
        return await act() if is_same else None

    def overhear(self, name: str, tell: Callable[[], None]) -> None:
        """Have a publication travel here, which may be lost, come twice or much later."""
        if self._is_dead or self.is_away or not self.is_with_all:
            return
        fate = self._weather.fate(name)
        if fate in (Fate.LOST, Fate.UNANSWERED):
            return
        self._tell_later(tell, self._travel())
        if fate is not Fate.WELL:
            self._tell_later(tell, self._chance.randint(200, 6_000))

    def _tell_later(self, tell: Callable[[], None], wait_ms: int) -> None:
        def now() -> None:
            if not self._is_dead:
                tell()

        asyncio.get_running_loop().call_later(wait_ms / 1000, now)

    def _travel(self) -> int:
        return self._chance.randint(0, 3)

    @property
    def is_away(self) -> bool:
        """Nothing arrives."""
        return self.is_cut or (self._weather.is_store_away and self.is_with_all)

    @property
    def is_with_all(self) -> bool:
        """It reaches the primary that all reach."""
        return self.old_primary is None

    def _be_alive(self) -> None:
        if self._is_dead:
            raise asyncio.CancelledError


class Ear:
    """What a node hears of publications, over its line."""

    def __init__(self, line: Line, listener: FeedListener) -> None:
        self._line = line
        self._listener = listener

    def is_own(self, event_id: str) -> bool:
        """See `FeedListener.is_own`."""
        return self._listener.is_own(event_id)

    def on_publication(self, aggregate: AggregateId, publication: Publication) -> None:
        """See `FeedListener.on_publication`."""
        self._line.overhear(
            "publish", lambda: self._listener.on_publication(aggregate, publication)
        )

    def on_ephemeral(self, aggregate: AggregateId, ephemeral: Ephemeral) -> None:
        """See `FeedListener.on_ephemeral`."""
        self._line.overhear("ephemeral", lambda: self._listener.on_ephemeral(aggregate, ephemeral))

    def on_begin(self, aggregate: AggregateId) -> None:
        """See `FeedListener.on_begin`."""
        self._line.overhear("began", lambda: self._listener.on_begin(aggregate))
