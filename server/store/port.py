"""The port of the store: what every store can do, and how it may fail.

Theory of operation. An aggregate is a numbered log of events under one key. The only
write is `append`: it names the version and the chain digest it was decided on and is
accepted only if the log still stands there. Accepted events get the store's own TIME.
A mismatch answers with the tail the writer has not seen, so the loser decides again.
A retry of an unknown outcome (same head, same `event_id`, same events) that finds itself
accepted before is answered `Appended`, like the first time. Whatever must happen to
*another* aggregate is written by the same append into the shard's outbox and removed when
its target has answered.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Protocol

from server.store.feed import Feed, FeedListener
from server.store.share import EVERYTHING, Share
from server.store.values import (
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


class StoreError(Exception):
    """The store failed; a subclass says what can be done, the class itself is a bug of ours."""


class StoreUnavailable(StoreError):
    """The store cannot take or give anything now (down, loading, read-only, out of memory).

    The outcome of an append that raises this is *unknown*: retry with the same `event_id`.

    Attributes:
        is_partial: only a part of the store is away, and not the one that has the heartbeats, so
            that what lies elsewhere goes on. False does not say that all parts are away: the host
            looks at each of them, see `primaries`.
    """

    is_partial = False


class StoreReplaced(StoreUnavailable):
    """The store was emptied, or another one answers in its place: ask the operator.

    Nothing was written: what this program knows is of the store before, and an append decided on
    that would not continue what is in this one.
    """


class StoreUnusable(StoreUnavailable):
    """A server of the store does not keep what we promise, by its settings: ask the operator."""


class Promoted(StoreUnavailable):
    """Another server answers, which was a replica before; nothing was done there."""


class StoreMismatch(StoreError):
    """The store was made with another number of shards or another format: ask the operator."""


class RecordError(StoreError):
    """Bytes that are no record of ours, or a value that cannot be one."""


Told = Callable[[Sequence[AppendResult | StoreError]], None]
"""Who is told what came of appends that were sent together, in their order."""


class Store(Protocol):
    """Every store: Valkey in production, memory in tests and simulation; one contract suite."""

    async def append(self, request: Append) -> AppendResult:
        """Write one decision, durable when this returns `Appended`.

        A retry of an accepted append gives the `Appended` of the first time, even when others
        have appended since: the next append then conflicts and brings their events.

        Raises:
            StoreReplaced: this is not the store that was opened.
            StoreUnavailable: the outcome is unknown.
        """
        ...

    def append_all(self, requests: Sequence[Append], told: Told) -> None:
        """Write decisions on different aggregates, sent as one group.

        Each is a write of its own, as by `append`; where that would have raised an error, `told` is
        given the error. It is called once, whatever happens, in a later turn of the loop.
        """
        ...

    async def restore(self, request: Restore) -> bool:
        """Write back what a failover has taken from a log, with the stamps it had.

        Whether the log stands after these events now. It does too if somebody has written the
        same back before, which changes nothing; if it stood neither there nor exactly at
        `request.head`, nothing is written.

        Raises:
            StoreReplaced: this is not the store that was opened.
            StoreUnavailable: the outcome is unknown; a repeat does no harm.
        """
        ...

    async def load(self, aggregate: AggregateId) -> Loaded:
        """Read snapshot and tail; an aggregate never written gives an empty head.

        Raises:
            StoreReplaced: this is not the store that was opened.
        """
        ...

    async def load_all(
        self, aggregates: Sequence[AggregateId]
    ) -> Sequence[Loaded | StoreError | None]:
        """Read aggregates as by `load`, asked for as one group; where that raises, its error.

        None: `load` would have to ask more than the store, and the others are not to wait for that.
        """
        ...

    async def pack(self, aggregate: AggregateId) -> None:
        """Store a log at rest in less memory; it reads as before, and may be continued.

        A log that is trimmed, or that moves on meanwhile, is left as it is.
        """
        ...

    async def cool(self, aggregate: AggregateId) -> bool:
        """Move the log of an old game to the cold tier; whether it is there now, and not here.

        A log that moves on meanwhile is left as it is. It reads as before; one that is continued
        has its new events here.

        Raises:
            OSError: the cold tier does not take it.
        """
        ...

    async def read(
        self, aggregate: AggregateId, after: int, most: int | None = None
    ) -> tuple[StoredEvent, ...]:
        """The events with a version greater than `after`, oldest first.

        The store does nothing else meanwhile. With `most` it gives the first so many of them at
        most, besides those that are packed, which are given all at once.
        """
        ...

    async def heads(self, aggregates: Sequence[AggregateId]) -> tuple[Head | None, ...]:
        """Where each of these logs stands, asked in one go: a call a shard.

        None where the part of the store that has the log is away.

        Raises:
            StoreUnavailable: all are away that were asked.
        """
        ...

    def shard_of(self, aggregate: AggregateId) -> int:
        """The shard of an aggregate, from 0; it never changes."""
        ...

    def primaries(self) -> Sequence[str]:
        """Of each shard the name of the server that has it, as far as is known now.

        Whatever server takes its place has another name. "" where none is known to have it; a store
        at one address has the same for all.
        """
        ...

    def terms(self) -> tuple[int, ...]:
        """Of each shard how many promotions have given it another primary since this was opened.

        The same object until there is one more. What was sent in one term is not done in the
        next: it fails with `StoreUnavailable`.
        """
        ...

    @property
    def write_back_ms(self) -> int:
        """After a promotion: how long until every node has met with it and written back.

        0 where a promotion takes back nothing that was acknowledged.
        """
        ...

    async def term_age_ms(self, shard: int = 0) -> int:
        """How long ago a node first asked this of the server that has a shard, if it was promoted.

        By the clock of that server. Where nothing tells of a promotion: longer than anybody waits.
        """
        ...

    def part_of(self, aggregate: AggregateId) -> int:
        """Which part of the store has the aggregate, as far as is known; parts fail on their own.

        A store that is in one piece has one part.
        """
        ...

    async def listing(self, kind: str | None, after: str | None = None) -> Listing:
        """Some aggregates of a kind (None: of all kinds), in no order.

        They are those from `after` on, the cursor of the listing before.

        What is there from the first listing to the last is in one of them, or in several; one
        may be empty and not be the last.
        """
        ...

    def feed(self, listener: FeedListener) -> Feed:
        """A feed of what is written to the aggregates that it follows; closed with the store."""
        ...

    async def due(self, limit: int, share: Share = EVERYTHING) -> tuple[AggregateId, ...]:
        """At most `limit` aggregates of a share whose alarm the store's TIME has reached.

        Parts of the store that are away are left out, as in `effects`.
        """
        ...

    async def effects(self, limit: int, share: Share = EVERYTHING) -> tuple[PendingEffect, ...]:
        """At most `limit` effects of a share that nobody has finished yet, in no order."""
        ...

    async def finish(self, source: AggregateId, effect_id: str) -> None:
        """Remove one effect from the outbox of `source`'s shard; a repeat does nothing."""
        ...

    async def heartbeat(self, gap_ms: int, joined_ms: int = 0, shard: int = 0) -> HeartbeatAnswer:
        """Say that a node serves.

        A silence of all nodes longer than `gap_ms` is written down as an outage, once, by
        whichever node says so first after it. Two that are less than `joined_ms` apart become one.
        Each `shard` has heartbeats and outages of its own, in the time of its server.

        Raises:
            StoreReplaced: this is not the store that was opened.
        """
        ...

    async def time_ms(self, shard: int = 0) -> int:
        """The TIME of the server that has a shard, in ms since the Unix epoch."""
        ...

    async def close(self) -> None:
        """Finish what is being committed and let the connections go."""
        ...


async def all_of(store: Store, kind: str | None) -> AsyncIterator[AggregateId]:
    """Every aggregate of a kind (None: of all kinds), some perhaps more than once.

    Raises:
        StoreUnavailable: as `Store.listing`.
    """
    after: str | None = None
    while True:
        listing = await store.listing(kind, after)
        for aggregate in listing.aggregates:
            yield aggregate
        after = listing.next
        if after is None:
            return


async def head_of(store: Store, aggregate: AggregateId) -> Head:
    """Where one log stands.

    Raises:
        StoreUnavailable: as `Store.heads`.
    """
    (head,) = await store.heads((aggregate,))
    if head is None:
        raise StoreUnavailable("the part of the store that has the log is away")
    return head
