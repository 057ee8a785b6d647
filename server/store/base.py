"""The door of the store: what every store can do, in values.

Theory of operation. An aggregate is a numbered log of events under one key. The only
write is `append`: it names the version and the chain digest it was decided on and is
accepted only if the log still stands there. Accepted events get the store's own TIME.
A mismatch answers with the tail the writer has not seen, so the loser decides again.
A retry of an unknown outcome (same head, same `event_id`, same events) that finds itself
accepted before is answered `Appended`, like the first time. Whatever must happen to
*another* aggregate is written by the same append into the shard's outbox and removed when
its target has answered.

The chain: ``digest(v) = sha256(digest(v-1) | v | stamp | event_id | body)``, where `stamp`
is the one of the append *before*: the stamp of an event is the store's own and is known
only once it is accepted, so it enters the chain with the append after it. Events of one
append share their `event_id`, which is how a verifier finds the groups.

Records are bytes here; `store.records` and the kinds of `host` know what is in them.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

if TYPE_CHECKING:
    from server.store.feed import Feed, Listener

EMPTY_DIGEST: Final = bytes(32)
KEPT_OUTAGES: Final = 32


class AggregateId(NamedTuple):
    """Which log: the kind of aggregate (``room``) and its id within the kind."""

    kind: str
    id: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.id}"


@dataclass(frozen=True, slots=True)
class Head:
    """Where a log stands: number, digest and stamp of its last event (0 events: version 0)."""

    version: int = 0
    digest: bytes = EMPTY_DIGEST
    at_ms: int = 0


EMPTY_HEAD: Final = Head()


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One accepted event: its number from 1, the store's stamp, the append's id, the record."""

    version: int
    at_ms: int
    event_id: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Effect:
    """An order to another aggregate, kept in the shard's outbox until its target answered.

    Fields:
        id: unique and derived from the event that caused it, so a repeat is the same effect.
        body: record of the target and the command.
    """

    id: str
    body: bytes


@dataclass(frozen=True, slots=True)
class PendingEffect:
    """An effect found in an outbox, and the aggregate whose append wrote it."""

    source: AggregateId
    effect: Effect


@dataclass(frozen=True, slots=True)
class Append:
    """One decision to be made durable.

    Fields:
        head: version and digest the decision was made on (`head.at_ms` enters the chain).
        event_id: of the decision; a retry carries the same one.
        events: records in order; at least one.
        snapshot: the whole aggregate at `head`, before these events (only the store can
            stamp these), or None to keep the old snapshot.
        trim: with a snapshot, forget the events up to it.
        due_in_ms: when the aggregate wants to be woken, counted from the stamp this append
            gets; None clears the alarm.
        not_before_ms: store time before which the append is refused (an alarm).
        arrived_ms: store time at which the command arrived; later than TIME is refused.
        effects: for the outbox of this aggregate's shard.
    """

    aggregate: AggregateId
    head: Head
    event_id: str
    events: tuple[bytes, ...]
    snapshot: bytes | None = None
    trim: bool = False
    due_in_ms: int | None = None
    not_before_ms: int = 0
    arrived_ms: int = 0
    effects: tuple[Effect, ...] = ()

    def digests(self) -> tuple[bytes, ...]:
        """The chain digest after each event of this append."""
        digest, digests = self.head.digest, []
        for offset, body in enumerate(self.events, start=1):
            version = self.head.version + offset
            digest = chain(digest, version, self.head.at_ms, self.event_id, body)
            digests.append(digest)
        return tuple(digests)


@dataclass(frozen=True, slots=True)
class Appended:
    """The append was accepted; the log now stands at `head`."""

    head: Head


@dataclass(frozen=True, slots=True)
class Conflict:
    """The log had moved on: the events after the version the append named, oldest first.

    `advance` gives the head they lead to. An empty tail means the log is behind, on another
    branch, or further on than a tail may tell: load it afresh.
    """

    tail: tuple[StoredEvent, ...]


@dataclass(frozen=True, slots=True)
class TooEarly:
    """`not_before_ms` or `arrived_ms` lies after the store's TIME `now_ms`; nothing was written."""

    now_ms: int


AppendResult = Appended | Conflict | TooEarly


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A whole aggregate at `head`."""

    head: Head
    body: bytes


@dataclass(frozen=True, slots=True)
class Loaded:
    """What rebuilds an aggregate: the latest snapshot, the events after it, the head."""

    snapshot: Snapshot | None
    tail: tuple[StoredEvent, ...]
    head: Head


class Listing(NamedTuple):
    """Some of the aggregates of a kind, and the cursor that goes on (None: these are the last)."""

    aggregates: tuple[AggregateId, ...]
    next: str | None


class Outage(NamedTuple):
    """A time during which no node served, in the store's TIME."""

    from_ms: int
    to_ms: int


class StoreError(Exception):
    """The store misbehaved; a subclass says what can be done, the bare class is a bug of ours."""


class StoreUnavailable(StoreError):
    """The store cannot take or give anything now (down, loading, read-only, out of memory).

    The outcome of an append that raises this is *unknown*: retry with the same `event_id`.
    """


class StoreMismatch(StoreError):
    """The store was made with another number of shards or another format: ask the operator."""


class RecordError(StoreError):
    """Bytes that are no record of ours, or a value that cannot be one."""


class Store(Protocol):
    """Every store: Valkey in production, memory in tests and simulation; one contract suite."""

    async def append(self, request: Append) -> AppendResult:
        """Write one decision, durable when this returns `Appended`.

        A retry of an accepted append gives the `Appended` of the first time, even when others
        have appended since: the next append then conflicts and brings their events.

        Raises:
            StoreUnavailable: the outcome is unknown.
        """
        ...

    async def load(self, aggregate: AggregateId) -> Loaded:
        """Read snapshot and tail; an aggregate never written gives an empty head."""
        ...

    async def pack(self, aggregate: AggregateId) -> None:
        """Keep a log that is at rest in less room; nobody notices, and it may go on.

        A log that is trimmed, or that moves on meanwhile, is left as it is.
        """
        ...

    async def read(self, aggregate: AggregateId, after: int) -> tuple[StoredEvent, ...]:
        """The events with a version greater than `after`, oldest first."""
        ...

    async def standings(self, aggregates: Sequence[AggregateId]) -> tuple[Head, ...]:
        """Where each of these logs stands, asked in one go."""
        ...

    async def listing(self, kind: str, after: str | None = None) -> Listing:
        """Some aggregates of a kind, in no order; from `after`, the cursor of the listing before.

        What is there from the first listing to the last is in one of them, or in several; one
        may be empty and not be the last.
        """
        ...

    def feed(self, listener: "Listener") -> "Feed":
        """An ear for what is written to the aggregates one follows; it lives with the store."""
        ...

    async def due(self, limit: int) -> tuple[AggregateId, ...]:
        """Aggregates of every shard whose alarm the store's TIME has reached, at most `limit`."""
        ...

    async def effects(self, limit: int) -> tuple[PendingEffect, ...]:
        """Effects of every shard nobody has finished yet, at most `limit`, in no order."""
        ...

    async def finish(self, source: AggregateId, effect_id: str) -> None:
        """Remove one effect from the outbox of `source`'s shard; a repeat does nothing."""
        ...

    async def beat(self, hole_ms: int) -> tuple[Outage, ...]:
        """Say that a node serves; the latest outages, oldest first, at most `KEPT_OUTAGES`.

        A silence of all nodes longer than `hole_ms` is written down as an outage, once, by
        whoever beats first after it.
        """
        ...

    async def time_ms(self) -> int:
        """The store's TIME in ms since the Unix epoch."""
        ...

    async def close(self) -> None:
        """Finish what is being committed and let the connections go."""
        ...


def chain(previous: bytes, version: int, stamp_ms: int, event_id: str, body: bytes) -> bytes:
    """The digest of an event from the one before it and its own content."""
    text = b"%d %d %s " % (version, stamp_ms, event_id.encode())
    return hashlib.sha256(previous + text + body).digest()


def heads(head: Head, tail: Sequence[StoredEvent]) -> tuple[Head, ...]:
    """Where the log stands after each event of `tail`, which follows `head`, an append's end."""
    digest, stamp_ms, at_ms, event_id = head.digest, head.at_ms, head.at_ms, None
    standings = []
    for event in tail:
        if event.event_id != event_id:
            stamp_ms, event_id = at_ms, event.event_id
        digest = chain(digest, event.version, stamp_ms, event.event_id, event.body)
        at_ms = event.at_ms
        standings.append(Head(event.version, digest, at_ms))
    return tuple(standings)


def advance(head: Head, tail: Sequence[StoredEvent]) -> Head:
    """The last of `heads`, or `head` itself if nothing follows it."""
    return (head, *heads(head, tail))[-1]
