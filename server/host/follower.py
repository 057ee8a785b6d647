"""Keeps what this node holds where the store's logs stand, whoever writes to them.

Theory of operation. While somebody looks at a replica, its aggregate is followed: what
another node appends is published, and a publication that follows directly on the replica's
head is taken as it is. Publications are at most once, so one that does not follow on it,
a subscription that begins (or begins again), and every few seconds a comparison of heads
with the store make the host read what is missing. What this node wrote itself comes back
too and is told by its version. A publication that comes while the aggregate has work waits
for its worker, since a replica has one owner.

A replica nobody looks at is not followed, and is not trusted before it is read again.
"""

from collections.abc import Iterable
from typing import Final, Protocol

from server.host.replica import Replica
from server.store.base import AggregateId, Store, advance
from server.store.feed import Aside, Publication

COMPARED: Final = 2_000
"""So many replicas are compared in one go; of more, each waits for its turn."""


class Owner(Protocol):
    """Who owns the replicas: the host."""

    def news(self, aggregate: AggregateId, publication: Publication) -> None:
        """Somebody wrote; take it in turn."""
        ...

    def doubt(self, aggregate: AggregateId) -> None:
        """Something may be missing; read it in turn."""
        ...

    def unsure(self) -> None:
        """Some were not followed up to now: compare them soon, together."""
        ...


class Hearer(Protocol):
    """A watcher that also wants what is said beside the log."""

    def said(self, aside: Aside) -> None:
        """Take what somebody, perhaps on this node, has said."""
        ...


class Follower:
    """What this node follows. Owned by the host; a listener of the store's feed."""

    def __init__(self, store: Store, owner: Owner) -> None:
        self._store = store
        self._owner = owner
        self._feed = store.feed(self)
        self._hearers: dict[AggregateId, set[Hearer]] = {}
        self._unsure: set[AggregateId] = set()
        self._place = 0

    def follow(self, aggregate: AggregateId) -> None:
        """Hear of an aggregate from now on."""
        self._feed.follow(aggregate)

    def unfollow(self, aggregate: AggregateId) -> None:
        """Hear of it no more."""
        self._feed.unfollow(aggregate)
        self._unsure.discard(aggregate)

    def listen(self, aggregate: AggregateId, hearer: Hearer) -> None:
        """Pass on what is said at an aggregate that is followed."""
        self._hearers.setdefault(aggregate, set()).add(hearer)

    def ignore(self, aggregate: AggregateId, hearer: Hearer) -> None:
        """Pass nothing on any more."""
        hearers = self._hearers.get(aggregate, set())
        hearers.discard(hearer)
        if not hearers:
            self._hearers.pop(aggregate, None)

    # The feed calls these.

    def published(self, aggregate: AggregateId, publication: Publication) -> None:
        """See `Listener.published`."""
        self._owner.news(aggregate, publication)

    def said(self, aggregate: AggregateId, aside: Aside) -> None:
        """See `Listener.said`."""
        for hearer in tuple(self._hearers.get(aggregate, ())):
            hearer.said(aside)

    def began(self, aggregate: AggregateId) -> None:
        """See `Listener.began`; what was written before it is looked for together with others."""
        if not self._unsure:
            self._owner.unsure()
        self._unsure.add(aggregate)

    # Comparing.

    def take_unsure(self) -> set[AggregateId]:
        """What has begun since the last call, and is to be compared."""
        unsure, self._unsure = self._unsure, set()
        return unsure

    def in_turn(self, held: Iterable[Replica]) -> list[Replica]:
        """Of all that is held, what the next comparison is to look at."""
        replicas = list(held)
        if len(replicas) <= COMPARED:
            return replicas
        start = self._place % len(replicas)
        self._place = start + COMPARED
        return (replicas[start:] + replicas[:start])[:COMPARED]

    async def compare(self, replicas: Iterable[Replica]) -> None:
        """Doubt each replica that does not stand where the store's log stands.

        Raises:
            StoreUnavailable: there is no store.
        """
        asked = [(replica, replica.head) for replica in replicas]
        if not asked:
            return
        standings = await self._store.standings([replica.aggregate for replica, _ in asked])
        for (replica, head), standing in zip(asked, standings, strict=True):
            if replica.head == head and standing != head:
                self._owner.doubt(replica.aggregate)


def follows(replica: Replica, publication: Publication) -> bool:
    """Whether a publication continues the replica's log directly."""
    events = publication.events
    if not events or events[0].version != replica.head.version + 1:
        return False
    return advance(replica.head, events).digest == publication.digest


def is_known(replica: Replica, publication: Publication) -> bool:
    """Whether the replica has it already: it was our own, or came twice, or late."""
    events = publication.events
    if not events or events[-1].version > replica.head.version:
        return False
    return replica.digest_at(events[-1].version) in (None, publication.digest)
