"""A store with faults on order, around any other."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol, TypeVar, cast

from server.store.base import (
    AggregateId,
    Append,
    AppendResult,
    Head,
    Listing,
    Loaded,
    Outage,
    PendingEffect,
    Store,
    StoredEvent,
    StoreUnavailable,
)
from server.store.feed import Aside, Feed, Listener, Publication
from server.store.notes import Line, Notes
from server.store.shelf import Shelf
from tests.support.called_shelf import CalledShelf
from tests.support.memory_store import MemoryStore

T = TypeVar("T")


class FaultyStore:
    """Passes everything on to `inner`, unless told otherwise.

    Attributes:
        inner: may be exchanged, as if a failover had taken place.
        is_away: nothing is taken or given.
        answers_to_lose: so many appends reach the store without its answer reaching us.
        finishes_to_lose: so many finished orders stay in the outbox.
        gate: appends wait until it is set.
        requests: every append that was asked for.
        shelf_calls: what was asked of the shelf, by the names of its methods.
        reads: how often a log or its head was read.
        is_deaf: publications are lost on their way here.
        has_echo: each publication comes twice.
        held_back: publications that are late; None while they come at once.
    """

    def __init__(self, inner: Store) -> None:
        self.inner = inner
        self.is_away = False
        self.answers_to_lose = 0
        self.finishes_to_lose = 0
        self.gate = asyncio.Event()
        self.gate.set()
        self.requests: list[Append] = []
        self.shelf_calls: list[str] = []
        self.reads = 0
        self.is_deaf = False
        self.has_echo = False
        self.held_back: list[Callable[[], None]] | None = None

    @property
    def notes(self) -> Notes:
        """What is beside the logs of `inner`; away whenever they are."""
        return FaultyNotes(self, cast("MemoryStore | FaultyStore", self.inner).notes)

    @property
    def shelf(self) -> Shelf:
        """The lists derived from the logs of `inner`; away whenever they are."""
        return CalledShelf(self._call, cast("MemoryStore | FaultyStore", self.inner).shelf)

    async def append(self, request: Append) -> AppendResult:
        """See `Store.append`."""
        self.requests.append(request)
        await self.gate.wait()
        self._be_there()
        result = await self.inner.append(request)
        if self.answers_to_lose:
            self.answers_to_lose -= 1
            raise StoreUnavailable("the answer was lost")
        return result

    async def load(self, aggregate: AggregateId) -> Loaded:
        """See `Store.load`."""
        self._be_there()
        self.reads += 1
        return await self.inner.load(aggregate)

    async def pack(self, aggregate: AggregateId) -> None:
        """See `Store.pack`."""
        self._be_there()
        await self.inner.pack(aggregate)

    async def read(self, aggregate: AggregateId, after: int) -> tuple[StoredEvent, ...]:
        """See `Store.read`."""
        self._be_there()
        self.reads += 1
        return await self.inner.read(aggregate, after)

    async def standings(self, aggregates: Sequence[AggregateId]) -> tuple[Head, ...]:
        """See `Store.standings`."""
        self._be_there()
        self.reads += 1
        return await self.inner.standings(aggregates)

    async def listing(self, kind: str, after: str | None = None) -> Listing:
        """See `Store.listing`."""
        self._be_there()
        return await self.inner.listing(kind, after)

    def feed(self, listener: Listener) -> Feed:
        """See `Store.feed`."""
        return self.inner.feed(FaultyEar(self, listener))

    async def due(self, limit: int) -> tuple[AggregateId, ...]:
        """See `Store.due`."""
        self._be_there()
        return await self.inner.due(limit)

    async def effects(self, limit: int) -> tuple[PendingEffect, ...]:
        """See `Store.effects`."""
        self._be_there()
        return await self.inner.effects(limit)

    async def finish(self, source: AggregateId, effect_id: str) -> None:
        """See `Store.finish`."""
        self._be_there()
        if self.finishes_to_lose:
            self.finishes_to_lose -= 1
            raise StoreUnavailable("lost on the way")
        await self.inner.finish(source, effect_id)

    async def beat(self, hole_ms: int) -> tuple[Outage, ...]:
        """See `Store.beat`."""
        self._be_there()
        return await self.inner.beat(hole_ms)

    async def time_ms(self) -> int:
        """See `Store.time_ms`."""
        self._be_there()
        return await self.inner.time_ms()

    async def close(self) -> None:
        """See `Store.close`."""
        await self.inner.close()

    async def _call(self, name: str, act: Callable[[], Awaitable[T]]) -> T:
        self._be_there()
        self.shelf_calls.append(name)
        return await act()

    def let_through(self) -> None:
        """Let the publications come that were held back."""
        held, self.held_back = self.held_back or [], None
        for tell in held:
            tell()

    def _be_there(self) -> None:
        if self.is_away:
            raise StoreUnavailable("the store is away")


class MayBeAway(Protocol):
    """A store, or the way to one."""

    @property
    def is_away(self) -> bool:
        """Nothing is taken or given."""
        ...


class FaultyNotes:
    """What is beside the logs of `inner`, away whenever `store` is."""

    def __init__(self, store: MayBeAway, inner: Notes) -> None:
        self._store = store
        self._inner = inner

    def _there(self) -> Notes:
        if self._store.is_away:
            raise StoreUnavailable("the store is away")
        return self._inner

    async def see(self, aggregate: AggregateId, node: str, ttl_ms: int) -> None:
        """See `Notes.see`."""
        await self._there().see(aggregate, node, ttl_ms)

    async def lose_sight(self, aggregate: AggregateId, node: str) -> None:
        """See `Notes.lose_sight`."""
        await self._there().lose_sight(aggregate, node)

    async def seen_by(self, aggregate: AggregateId) -> frozenset[str]:
        """See `Notes.seen_by`."""
        return await self._there().seen_by(aggregate)

    async def attend(self, node: str, ttl_ms: int) -> Mapping[str, int]:
        """See `Notes.attend`."""
        return await self._there().attend(node, ttl_ms)

    async def dismiss(self, node: str) -> None:
        """See `Notes.dismiss`."""
        await self._there().dismiss(node)

    async def note(self, aggregate: AggregateId, field: str, body: bytes, ttl_ms: int) -> None:
        """See `Notes.note`."""
        await self._there().note(aggregate, field, body, ttl_ms)

    async def strike(self, aggregate: AggregateId, field: str, body: bytes | None = None) -> bool:
        """See `Notes.strike`."""
        return await self._there().strike(aggregate, field, body)

    async def notes(self, aggregate: AggregateId) -> Mapping[str, bytes]:
        """See `Notes.notes`."""
        return await self._there().notes(aggregate)

    async def noted(self, limit: int) -> tuple[AggregateId, ...]:
        """See `Notes.noted`."""
        return await self._there().noted(limit)

    async def say(
        self, aggregate: AggregateId, stream: str, ref: str, body: bytes, *, kept: int, ttl_ms: int
    ) -> Line:
        """See `Notes.say`."""
        return await self._there().say(aggregate, stream, ref, body, kept=kept, ttl_ms=ttl_ms)

    async def lines(self, aggregate: AggregateId, stream: str) -> Sequence[Line]:
        """See `Notes.lines`."""
        return await self._there().lines(aggregate, stream)

    async def count(self, aggregate: AggregateId, node: str, number: int, ttl_ms: int) -> int:
        """See `Notes.count`."""
        return await self._there().count(aggregate, node, number, ttl_ms)


class FaultyEar:
    """Passes on what is published, as far as `store` lets it through."""

    def __init__(self, store: FaultyStore, listener: Listener) -> None:
        self._store = store
        self._listener = listener

    def published(self, aggregate: AggregateId, publication: Publication) -> None:
        """See `Listener.published`."""
        self._tell(lambda: self._listener.published(aggregate, publication))

    def said(self, aggregate: AggregateId, aside: Aside) -> None:
        """See `Listener.said`."""
        self._tell(lambda: self._listener.said(aggregate, aside))

    def began(self, aggregate: AggregateId) -> None:
        """See `Listener.began`."""
        self._listener.began(aggregate)

    def _tell(self, tell: Callable[[], None]) -> None:
        if self._store.is_deaf:
            return
        for _ in range(1 + self._store.has_echo):
            if self._store.held_back is None:
                tell()
            else:
                self._store.held_back.append(tell)
