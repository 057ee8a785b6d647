"""What a store keeps and answers, as values, and the chain of digests through a log.

The chain: ``digest(v) = sha256(digest(v-1) | v | stamp | event_id | body)``, where `stamp`
is that of the append *before*. The store gives an event its stamp only when it accepts the event,
so the stamp enters the chain with the next append. Events of one append share their `event_id`, by
which a verifier recognises them.

Records are bytes here; `store.records` and the kinds of aggregates know what is in them.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

EMPTY_DIGEST: Final = bytes(32)
KEPT_OUTAGES: Final = 32
"""The latest outages are kept, whatever they were."""
LONG_OUTAGE_MS: Final = 60_000
"""An older one is kept by its age, if it lasted so long: a turn may last for weeks."""
OUTAGE_AGE_MS: Final = 90 * 24 * 60 * 60 * 1000
"""Longer than any turn: 44 days of a clock, and a vacation."""
MOST_OUTAGES: Final = 512
"""No more are kept in all, since each heartbeat brings them."""


class AggregateId(NamedTuple):
    """Which log: the kind of aggregate (``room``) and its id within the kind."""

    kind: str
    id: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.id}"


class Head(Struct, frozen=True, gc=False):
    """Where a log stands: number, digest and stamp of its last event (version 0 for no events)."""

    version: int = 0
    digest: bytes = EMPTY_DIGEST
    at_ms: int = 0


EMPTY_HEAD: Final = Head()


class StoredEvent(Struct, frozen=True, gc=False):
    """One accepted event: its number from 1, the store's stamp, the append's id, the record."""

    version: int
    at_ms: int
    event_id: str
    body: bytes


class StoredEffect(Struct, frozen=True, gc=False):
    """A command for another aggregate, kept in the outbox of the shard until its target answers.

    Fields:
        id: unique, and derived from the event that caused it, so a repeat is the same effect.
        body: a record of the target and the command.
    """

    id: str
    body: bytes


class PendingEffect(Struct, frozen=True, gc=False):
    """An effect found in an outbox, and the aggregate whose append wrote it."""

    source: AggregateId
    effect: StoredEffect


class Append(Struct, frozen=True, gc=False):
    """One decision to be made durable.

    Fields:
        head: version and digest on which the decision was made (`head.at_ms` enters the chain).
        event_id: the id of the decision; a retry carries the same one.
        events: records in order; at least one.
        snapshot: the whole aggregate at `head`, without these events (only the store can
            stamp them); None keeps the old snapshot.
        trim: with a snapshot, forget the events up to it.
        due_in_ms: when the aggregate wants to be woken, counted from the stamp that this append
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
    effects: tuple[StoredEffect, ...] = ()

    def digests(self) -> tuple[bytes, ...]:
        """The chain digest after each event of this append."""
        digest, digests = self.head.digest, []
        for offset, body in enumerate(self.events, start=1):
            version = self.head.version + offset
            digest = chain(digest, version, self.head.at_ms, self.event_id, body)
            digests.append(digest)
        return tuple(digests)


class Appended(Struct, frozen=True, gc=False):
    """The append was accepted; the log now stands at `head`."""

    head: Head


class Conflict(Struct, frozen=True, gc=False):
    """The log had moved on: the events after the version that the append named, oldest first.

    `advance` gives the head they lead to. An empty tail means that the log is behind, on another
    branch, or further on than a tail may tell: load it again.
    """

    tail: tuple[StoredEvent, ...]


class TooEarly(Struct, frozen=True, gc=False):
    """`not_before_ms` or `arrived_ms` lies after the store's TIME `now_ms`; nothing was written."""

    now_ms: int


AppendResult = Appended | Conflict | TooEarly


class Restore(Struct, frozen=True, gc=False):
    """The end of a log that the store has lost, as a node still holds it.

    Fields:
        head: where the log stands now, which is where it stood before `events`.
        events: with the stamps that the store had given them, oldest first; at least one.
        digest: the digest of the log after the last of them.
        due_at_ms: store time at which the aggregate wants to be woken after them, or None.
        effects: the effects of these events, as far as the node knows them.
    """

    aggregate: AggregateId
    head: Head
    events: tuple[StoredEvent, ...]
    digest: bytes
    due_at_ms: int | None = None
    effects: tuple[StoredEffect, ...] = ()


class Snapshot(Struct, frozen=True, gc=False):
    """A whole aggregate at `head`."""

    head: Head
    body: bytes


class Loaded(Struct, frozen=True, gc=False):
    """What an aggregate is rebuilt from: the latest snapshot, the events after it, the head."""

    snapshot: Snapshot | None
    tail: tuple[StoredEvent, ...]
    head: Head


class Listing(NamedTuple):
    """Some aggregates of a kind, and the cursor of the next listing (None: these are the last)."""

    aggregates: tuple[AggregateId, ...]
    next: str | None


class Outage(NamedTuple):
    """A time during which no node served, in the store's TIME."""

    from_ms: int
    to_ms: int


class HeartbeatAnswer(NamedTuple):
    """What a store says to a heartbeat.

    Fields:
        at_ms: the time of the server that took it.
        outages: those of `kept_outages`, oldest first.
    """

    at_ms: int
    outages: tuple[Outage, ...]


def kept_outages(outages: Sequence[Outage], now_ms: int) -> tuple[Outage, ...]:
    """What is kept of outages, oldest first: the latest, and long ones of the last three months."""
    latest = outages[-KEPT_OUTAGES:]
    older = [
        outage
        for outage in outages[:-KEPT_OUTAGES]
        if outage.to_ms - outage.from_ms >= LONG_OUTAGE_MS and outage.to_ms > now_ms - OUTAGE_AGE_MS
    ]
    return (*older, *latest)[-MOST_OUTAGES:]


def chain(previous: bytes, version: int, stamp_ms: int, event_id: str, body: bytes) -> bytes:
    """The digest after an event, from the digest before it and the content of the event."""
    text = b"%d %d %s " % (version, stamp_ms, event_id.encode())
    return hashlib.sha256(previous + text + body).digest()


def heads_after(head: Head, tail: Sequence[StoredEvent]) -> tuple[Head, ...]:
    """Where the log stands after each event of `tail`, which follows `head`, an append's end."""
    digest, stamp_ms, at_ms, event_id = head.digest, head.at_ms, head.at_ms, None
    found = []
    for event in tail:
        if event.event_id != event_id:
            stamp_ms, event_id = at_ms, event.event_id
        digest = chain(digest, event.version, stamp_ms, event.event_id, event.body)
        at_ms = event.at_ms
        found.append(Head(event.version, digest, at_ms))
    return tuple(found)


def slices(events: Sequence[StoredEvent], size: int) -> Iterator[Sequence[StoredEvent]]:
    """Cut a log into slices of `size` events or a few more: none ends within an append."""
    start = 0
    for end in range(1, len(events) + 1):
        is_last = end == len(events)
        if is_last or (end - start >= size and events[end].event_id != events[end - 1].event_id):
            yield events[start:end]
            start = end


def advance(head: Head, tail: Sequence[StoredEvent]) -> Head:
    """The last of `heads_after`, or `head` itself if nothing follows it."""
    return (head, *heads_after(head, tail))[-1]
