"""The port of the store: what every store can do, and how it may fail.

Theory of operation. An aggregate is a numbered log of events under one key. The only
write is `append`: it names the version and the chain digest on which it was decided, and is
accepted only if the log still stands there. Accepted events get the store's own TIME.
If the log has moved on, the answer is the tail that the writer has not seen, and the writer
decides again. If an outcome is unknown, the append is tried again (same head, same `event_id`,
same events). If it was accepted the first time, the answer is `Appended`, as it would have been
then. Whatever must happen to *another* aggregate is written by the same append into the outbox of
the shard, and removed when its target has answered.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from enum import Enum, auto
from typing import Protocol

from xiangqi_server.kernel.store.feed import Feed, FeedListener
from xiangqi_server.kernel.store.share import EVERYTHING, Share
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


class StoreError(Exception):
    """The store failed. A subclass says what can be done; the class itself means a bug of ours."""


class StoreUnavailable(StoreError):
    """The store cannot take or give anything now (down, loading, read-only, out of memory).

    The outcome of an append that raises this is *unknown*: retry with the same `event_id`.

    Attributes:
        is_partial: only a part of the store is away, and not the one that has the heartbeats, so
            all that lies elsewhere goes on. False does not mean that all parts are away: the host
            looks at each of them, see `primaries`.
    """

    is_partial = False


class StoreReplaced(StoreUnavailable):
    """The store was emptied, or another one answers in its place: ask the operator.

    Nothing was written: this program knows the store that was there before, and an append decided
    on that would not continue what is in this one.
    """


class StoreUnusable(StoreUnavailable):
    """By its settings, a server of the store does not keep our promise: ask the operator."""


class Promoted(StoreUnavailable):
    """Another server answers, which used to be a replica; nothing was done there."""


class StoreMismatch(StoreError):
    """The store was made with another number of shards or another format: ask the operator."""


class RecordError(StoreError):
    """Bytes that are not a record of ours, or a value that cannot be made into one."""


Told = Callable[[AppendResult | StoreError], None]
"""Is called with the result of an append."""


class StoreAccess(Enum):
    """Which nodes can be on a store. It is decided once, where the store is opened."""

    SHARED = auto()
    """Any number: others may write at any moment, hear what is published, and fail over."""
    EXCLUSIVE = auto()
    """One alone, which runs the store itself; only an operator's tools may write beside it.

    So any other node that the store remembers is dead, and every start ends an outage.
    Events need no publication, and there is no replica of the store that could be promoted.
    """


class Logs(Protocol):
    """The logs of a store: what is written, and what is read of it."""

    async def append(self, request: Append) -> AppendResult:
        """Write one decision, which is durable when this returns `Appended`.

        A retry of an accepted append gives the `Appended` of the first time, even if others
        have appended since: the next append then conflicts, and brings their events.

        Raises:
            StoreReplaced: this is not the store that was opened.
            StoreUnavailable: the outcome is unknown.
        """
        ...

    def append_soon(self, request: Append, told: Told) -> None:
        """Write one decision, as `append` does, sent with all others of this turn of the loop.

        Where `append` would have raised an error, the error is the result. `told` is called once,
        whatever happens, in a later turn of the loop.
        """
        ...

    async def restore(self, request: Restore) -> bool:
        """Write back the events that a failover has taken from a log, with the stamps they had.

        Returns whether the log now stands after these events; so it does if somebody has written
        them back before, which changes nothing. If it stood neither there nor exactly at
        `request.head`, nothing is written.

        Raises:
            StoreReplaced: this is not the store that was opened.
            StoreUnavailable: the outcome is unknown; a repeat does no harm.
        """
        ...

    async def load(self, aggregate: AggregateId) -> Loaded:
        """Read snapshot and tail; an aggregate that was never written has an empty head.

        Raises:
            StoreReplaced: this is not the store that was opened.
        """
        ...

    async def load_all(
        self, aggregates: Sequence[AggregateId]
    ) -> Sequence[Loaded | StoreError | None]:
        """Read aggregates as by `load`, asked for as one group; an error where `load` would raise.

        None where `load` would have to ask more than the store: the others do not wait for that.
        """
        ...

    async def read(
        self, aggregate: AggregateId, after: int, most: int | None = None
    ) -> tuple[StoredEvent, ...]:
        """The events with a version greater than `after`, oldest first.

        The store does nothing else meanwhile, so a reader of long logs asks for at most `most`
        events at a time. Packed events are given all at once, beyond `most` if need be.
        """
        ...

    async def heads(self, aggregates: Sequence[AggregateId]) -> tuple[Head | None, ...]:
        """Where each of these logs stands, asked for in one call for each shard.

        None where the part of the store that has the log is away.

        Raises:
            StoreUnavailable: all the parts that were asked are away.
        """
        ...

    async def listing(self, kind: str | None, after: str | None = None) -> Listing:
        """Some aggregates of a kind (None: of all kinds), in no order.

        They are those from `after` on, the cursor of the listing before. An aggregate that exists
        from the first listing to the last is in one of them, or in several; a listing may be empty
        without being the last.
        """
        ...


class LogTiers(Protocol):
    """In what form the logs at rest are stored."""

    async def pack(self, aggregate: AggregateId) -> None:
        """Store a log at rest in less memory; it is read as before, and may be continued.

        A log that is trimmed, or that moves on meanwhile, is left as it is.
        """
        ...

    async def cool(self, aggregate: AggregateId) -> bool:
        """Move the log of an old game to the cold tier; returns whether it is there now.

        A log that moves on meanwhile is left as it is. A log in the cold tier is read as before,
        and may be continued: its new events are here.

        Raises:
            OSError: the cold tier does not take it.
        """
        ...


class WorkQueues(Protocol):
    """What waits to be done: alarms and effects."""

    async def due(self, limit: int, share: Share = EVERYTHING) -> tuple[AggregateId, ...]:
        """At most `limit` aggregates of a share whose alarm the store's TIME has reached.

        Parts of the store that are away are left out, as in `effects`.
        """
        ...

    async def effects(self, limit: int, share: Share = EVERYTHING) -> tuple[PendingEffect, ...]:
        """At most `limit` effects of a share that are not finished yet, in no order."""
        ...

    async def finish(self, source: AggregateId, effect_id: str) -> None:
        """Remove one effect from the outbox of `source`'s shard; a repeat does nothing."""
        ...


class StoreServers(Protocol):
    """The servers of a store: which has what, since when, and the time each of them tells."""

    def shard_of(self, aggregate: AggregateId) -> int:
        """The shard of an aggregate, from 0; it never changes."""
        ...

    def primaries(self) -> Sequence[str]:
        """By shard, the name of the server that has it, as far as is known now.

        A server that takes its place has another name. "" where no server is known to have the
        shard; a store at one address has the same name for all.
        """
        ...

    def terms(self) -> tuple[int, ...]:
        """By shard, how many promotions have given it another primary since the store was opened.

        The same object until there is one more. What was sent in one term is not done in the
        next: it fails with `StoreUnavailable`.
        """
        ...

    @property
    def write_back_ms(self) -> int:
        """How long after a promotion every node has noticed it and written back what it holds.

        0 if a promotion takes back nothing that was acknowledged.
        """
        ...

    async def term_age_ms(self, shard: int = 0) -> int:
        """How long ago a node first asked this of the promoted server that has a shard.

        By the clock of that server. Without any sign of a promotion: longer than anybody waits.
        """
        ...

    def part_of(self, aggregate: AggregateId) -> int:
        """The part of the store that has the aggregate, as far as is known; parts fail separately.

        A store in one piece has one part.
        """
        ...

    async def heartbeat(self, gap_ms: int, joined_ms: int = 0, shard: int = 0) -> HeartbeatAnswer:
        """Say that a node serves.

        A silence of all nodes longer than `gap_ms` is written down as an outage, once, by the
        first heartbeat after it. Two outages less than `joined_ms` apart become one.
        Each `shard` has heartbeats and outages of its own, in the time of its server.

        Raises:
            StoreReplaced: this is not the store that was opened.
        """
        ...

    async def time_ms(self, shard: int = 0) -> int:
        """The TIME of the server that has a shard, in ms since the Unix epoch."""
        ...


class Store(Protocol):
    """What every store can do: Valkey in production, memory in tests; one suite tests both.

    A user takes the part that it needs.
    """

    @property
    def access(self) -> StoreAccess:
        """Which nodes can be on it; it never changes."""
        ...

    @property
    def logs(self) -> Logs:
        """Its logs."""
        ...

    @property
    def tiers(self) -> LogTiers:
        """How its logs at rest are stored."""
        ...

    @property
    def queues(self) -> WorkQueues:
        """What waits to be done."""
        ...

    @property
    def servers(self) -> StoreServers:
        """Its servers."""
        ...

    def feed(self, listener: FeedListener) -> Feed:
        """A feed of what is written to the aggregates that it follows; closed with the store."""
        ...

    async def close(self) -> None:
        """Finish what is being committed and close the connections."""
        ...


async def all_of(store: Store, kind: str | None) -> AsyncIterator[AggregateId]:
    """Every aggregate of a kind (None: of all kinds); some may come more than once.

    Raises:
        StoreUnavailable: as `Logs.listing`.
    """
    after: str | None = None
    while True:
        listing = await store.logs.listing(kind, after)
        for aggregate in listing.aggregates:
            yield aggregate
        after = listing.next
        if after is None:
            return


async def head_of(logs: Logs, aggregate: AggregateId) -> Head:
    """Where one log stands.

    Raises:
        StoreUnavailable: as `Logs.heads`.
    """
    (head,) = await logs.heads((aggregate,))
    if head is None:
        raise StoreUnavailable("the part of the store that has the log is away")
    return head
