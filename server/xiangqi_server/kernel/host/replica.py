"""One aggregate as this node holds it: its state, where its log stands, who looks at it.

A replica changes only by events that the store has accepted (`take_decided`, `take_stored`), or by
being read again (`rebuild`). Its state is a value, so anybody may keep one.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.aggregate.kind import AnyKind, E, Kind, S
from xiangqi_server.kernel.host.journal import Fact, read_fact, read_snapshot
from xiangqi_server.kernel.host.recent import CommandRef, Recent
from xiangqi_server.kernel.host.view import AnyChange, AnyWatcher, Change, View
from xiangqi_server.kernel.store.values import (
    EMPTY_HEAD,
    AggregateId,
    Head,
    Loaded,
    Outage,
    StoredEvent,
    heads_after,
)

_NO_TRAIL: Final[list[AnyChange]] = []
"""The empty trail shared by all replicas whose kind keeps none: one of their own is 56 bytes."""


class Replica:
    """State, head and watchers of one aggregate; made and owned by the host.

    Attributes:
        trail: the latest changes, as many as the kind keeps.
        watchers: the first to come stands first. Most replicas have one or two, and an empty set
            weighs four times as much as a tuple of two.
        is_fresh: the state is loaded, and there has been no append of unknown outcome since.
        tail_bytes, snapshot_bytes: what the log weighs since its snapshot, and what it must
            weigh before the next one: as much as the snapshot, or what the kind allows.
        appended_ms: when this node last wrote to it.
        appended_tries: how many tries that took, because other nodes were first.
        idle_since_ms: when its last watcher left.
        applied_outages: the outages that its state has taken, or that did not concern it.
    """

    __slots__ = (
        "aggregate",
        "appended_ms",
        "appended_tries",
        "applied_outages",
        "head",
        "idle_since_ms",
        "is_fresh",
        "kind",
        "recent",
        "snapshot_bytes",
        "state",
        "tail_bytes",
        "trail",
        "watchers",
    )

    def __init__(self, aggregate: AggregateId, kind: AnyKind) -> None:
        self.aggregate = aggregate
        self.kind = kind
        self.trail: list[AnyChange] = [] if kind.limits.trail else _NO_TRAIL
        self.watchers: tuple[AnyWatcher, ...] = ()
        self.idle_since_ms = 0
        self.appended_ms = 0
        self.appended_tries = 1
        self.is_fresh = False
        self.applied_outages: tuple[Outage, ...] = ()
        self._empty()

    def _empty(self) -> None:
        """Stand where no event has happened."""
        self.state, self.recent = self.kind.empty(self.aggregate.id), Recent()
        self.head = EMPTY_HEAD
        self.saved(0)

    @property
    def is_unread(self) -> bool:
        """It was never read here."""
        return not (self.is_fresh or self.head.version or self.watchers)

    def rebuild(self, loaded: Loaded) -> None:
        """Stand where the store's log stands, whatever stood here before; no watcher hears of it.

        Raises:
            RecordError: a record cannot be read.
        """
        if self.head.version:
            self._empty()
        if loaded.snapshot is not None:
            body = loaded.snapshot.body
            self.state, self.recent = read_snapshot(self.kind, self.aggregate.id, body)
            self.head = loaded.snapshot.head
            self.saved(len(body))
        self.applied_outages = ()
        self.trail.clear()
        self.take_stored(loaded.tail)

    def saved(self, snapshot_bytes: int) -> None:
        """Note that the store holds a snapshot of the present state."""
        most_bytes = self.kind.limits.most_tail_bytes
        self.snapshot_bytes = (
            snapshot_bytes if most_bytes is None else min(snapshot_bytes, most_bytes)
        )
        self.tail_bytes = 0

    def put_off_snapshot(self) -> None:
        """Have the next snapshot made when the log weighs twice as much as now."""
        self.snapshot_bytes = 2 * self.tail_bytes

    def take_decided(
        self,
        facts: Sequence[Fact],
        heads: Sequence[Head],
        weight_bytes: int,
        *,
        state: object,
        recent: Recent,
    ) -> tuple[AnyChange, ...]:
        """Take accepted events that this node decided; gives the changes, oldest first.

        They led to `state` when they were decided. If the kind can `restamp` it, `state` needs no
        more than that.
        """
        restamp = self.kind.restamp
        stamped_state = None
        if restamp is not None and len(facts) == 1:
            stamped_state = restamp(state, facts[0].event, heads[0].at_ms)
        if stamped_state is None:
            changes = self._apply(facts, heads)
        else:
            head = self.head = heads[0]
            self.state = stamped_state
            stamped = Stamped(head.version, head.at_ms, facts[0].event)
            changes = (Change(stamped, head, stamped_state),)
        self.recent = recent
        self._note(changes, weight_bytes)
        return changes

    def take_stored(self, tail: Sequence[StoredEvent]) -> tuple[AnyChange, ...]:
        """Apply events that the store gave, which follow the head; gives the changes, oldest first.

        Raises:
            RecordError: a record cannot be read.
        """
        facts = [read_fact(self.kind, event.body) for event in tail]
        weight_bytes = sum(len(event.body) for event in tail)
        changes = self._apply(facts, heads_after(self.head, tail))
        for fact, change in zip(facts, changes, strict=True):
            if fact.ref:
                version, actors = change.head.version, self.kind.limits.actors
                self.recent = self.recent.noting(fact.ref, version, actors)
        self._note(changes, weight_bytes)
        return changes

    def _apply(self, facts: Iterable[Fact], heads: Iterable[Head]) -> tuple[AnyChange, ...]:
        changes = []
        for fact, head in zip(facts, heads, strict=True):
            stamped = Stamped(head.version, head.at_ms, fact.event)
            self.state = self.kind.apply(self.state, stamped)
            self.head = head
            changes.append(Change(stamped, head, self.state))
        return tuple(changes)

    def _note(self, changes: tuple[AnyChange, ...], weight_bytes: int) -> None:
        kept = self.kind.limits.trail
        if kept:
            self.trail.extend(changes)
            if len(self.trail) > kept:
                del self.trail[:-kept]
        self.tail_bytes += weight_bytes

    def digest_at(self, version: int) -> bytes | None:
        """The digest of the log up to `version`, or None if it is no longer at hand."""
        if version == self.head.version:
            return self.head.digest
        return next((c.head.digest for c in self.trail if c.head.version == version), None)

    def missed_since(self, version: int) -> tuple[AnyChange, ...] | None:
        """The changes after `version`, or None if they are no longer at hand."""
        if version == self.head.version:
            return ()
        if not self.trail or not self.trail[0].head.version <= version + 1 <= self.head.version:
            return None
        return tuple(change for change in self.trail if change.head.version > version)

    def version_of(self, ref: CommandRef) -> int | None:
        """See `View.version_of`."""
        return self.recent.version_of(ref)


def rebuild(kind: Kind[S, Any, E], id_: str, loaded: Loaded) -> View[S, E]:
    """An aggregate as its log in the store tells, for tools without a host.

    Raises:
        RecordError: a record cannot be read.
    """
    replica = Replica(AggregateId(kind.name, id_), kind)
    replica.rebuild(loaded)
    return replica
