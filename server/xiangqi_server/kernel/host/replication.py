"""Keeps the replicas of this node up to the store, whichever node writes.

Theory of operation. While somebody looks at a replica, its aggregate is followed: what
another node appends is published, and a publication that directly continues the replica's
head is taken as it is. A publication comes once or not at all. So the host reads what is missing
after a publication that does not continue the head, when a subscription begins (again), and when a
comparison of heads, every few seconds, finds a difference. What this node wrote itself comes back
too, and is ignored. A publication that comes while the aggregate is worked on waits
for its worker, because a replica has one owner.

A replica at which nobody looks is not followed, and is not trusted until it is read again.
"""

from collections.abc import Iterable
from itertools import islice
from typing import Final, Protocol

from xiangqi_server.kernel.faults import Faults
from xiangqi_server.kernel.host.replica import Replica
from xiangqi_server.kernel.host.replicas import Replicas
from xiangqi_server.kernel.store.feed import Ephemeral, Publication
from xiangqi_server.kernel.store.port import Store
from xiangqi_server.kernel.store.values import AggregateId, advance

SLICE: Final = 100
"""How many replicas are compared in one batch."""
SLICES: Final = 20
"""The most batches between two sweeps; replicas beyond that wait for their turn."""


class Owner(Protocol):
    """The owner of the replicas: the host."""

    def is_own(self, event_id: str) -> bool:
        """Whether this node has, or will have, the store's own answer to an append."""
        ...

    def on_publication(self, replica: Replica, publication: Publication) -> None:
        """Somebody wrote; take it in turn."""
        ...

    def mark_stale(self, replica: Replica) -> None:
        """Something may be missing; read it in turn."""
        ...

    def needs_compare(self) -> None:
        """Some aggregates have just begun to be followed: have `compare_begun` done soon."""
        ...


class EphemeralListener(Protocol):
    """A watcher that is also told of ephemerals."""

    def on_ephemeral(self, ephemeral: Ephemeral) -> None:
        """Take an ephemeral of any node, perhaps this one."""
        ...


class Replication:
    """What this node follows. Owned by the host; a listener of the store's feed."""

    def __init__(self, store: Store, replicas: Replicas, owner: Owner, faults: Faults) -> None:
        self._faults = faults
        self._store = store
        self._replicas = replicas
        self._owner = owner
        self._feed = store.feed(self)
        self._listeners: dict[AggregateId, tuple[EphemeralListener, ...]] = {}
        self._begun: dict[AggregateId, None] = {}  # in the order in which they began
        self._followed: dict[AggregateId, None] = {}  # who was not compared longest stands first
        self._is_over = False

    def follow(self, aggregate: AggregateId) -> None:
        """Follow an aggregate from now on."""
        self._feed.follow(aggregate)
        self._followed[aggregate] = None

    def unfollow(self, aggregate: AggregateId) -> None:
        """Follow it no longer."""
        self._feed.unfollow(aggregate)
        self._begun.pop(aggregate, None)
        self._followed.pop(aggregate, None)

    def listen(self, aggregate: AggregateId, listener: EphemeralListener) -> None:
        """Pass on the ephemerals of an aggregate that is followed."""
        self._listeners[aggregate] = (*self._listeners.get(aggregate, ()), listener)

    def ignore(self, aggregate: AggregateId, listener: EphemeralListener) -> None:
        """Pass nothing on any more."""
        listeners = self._listeners.pop(aggregate, ())
        left = tuple(other for other in listeners if other is not listener)
        if left:
            self._listeners[aggregate] = left

    def stop(self) -> None:
        """Compare nothing that begins to be followed from now on: the node ends."""
        self._is_over = True

    # The feed calls these.

    def is_own(self, event_id: str) -> bool:
        """See `FeedListener.is_own`."""
        return self._owner.is_own(event_id)

    def on_publication(self, aggregate: AggregateId, publication: Publication) -> None:
        """See `FeedListener.on_publication`."""
        replica = self._replicas.get(aggregate)
        if replica is not None and replica.is_fresh and replica.watchers:
            with self._faults.contained("publication"):
                self._owner.on_publication(replica, publication)

    def on_ephemeral(self, aggregate: AggregateId, ephemeral: Ephemeral) -> None:
        """See `FeedListener.on_ephemeral`."""
        for listener in self._listeners.get(aggregate, ()):
            with self._faults.contained("publication"):
                listener.on_ephemeral(ephemeral)

    def on_begin(self, aggregate: AggregateId) -> None:
        """See `FeedListener.on_begin`; what came before it is looked for with others."""
        if self._is_over:
            return
        with self._faults.contained("publication"):
            if not self._begun:
                self._owner.needs_compare()
            self._begun[aggregate] = None

    # Comparing. Without a store these raise `StoreUnavailable`.

    async def compare_begun(self) -> None:
        """Compare the replicas that have begun to be followed since the last call."""
        begun, self._begun = tuple(self._begun), {}
        for start in range(0, len(begun), SLICE):
            held = map(self._replicas.get, begun[start : start + SLICE])
            await self._compare(replica for replica in held if replica and replica.is_fresh)

    def slices(self) -> int:
        """In how many slices all that are followed are compared until the next sweep."""
        return max(1, min(SLICES, -(-len(self._followed) // SLICE)))

    async def compare_slice(self) -> None:
        """Compare the slice of all followed replicas whose turn it is."""
        turn = tuple(islice(self._followed, SLICE))
        for aggregate in turn:
            self._followed[aggregate] = self._followed.pop(aggregate)
        await self._compare(filter(None, map(self._replicas.get, turn)))

    async def _compare(self, replicas: Iterable[Replica]) -> None:
        """Mark each replica stale that does not stand where the store's log stands."""
        asked = [(replica, replica.head) for replica in replicas]
        if not asked:
            return
        heads = await self._store.logs.heads([replica.aggregate for replica, _ in asked])
        for (replica, known), head in zip(asked, heads, strict=True):
            if replica.head == known and head not in (known, None):
                self._owner.mark_stale(replica)


def follows(replica: Replica, publication: Publication) -> bool:
    """Whether a publication continues the replica's log directly."""
    events = publication.events
    if not events or events[0].version != replica.head.version + 1:
        return False
    return advance(replica.head, events).digest == publication.digest


def is_known(replica: Replica, publication: Publication) -> bool:
    """Whether the replica has a publication already: its own, a second copy, or a late one."""
    events = publication.events
    if not events or events[-1].version > replica.head.version:
        return False
    return replica.digest_at(events[-1].version) in (None, publication.digest)
