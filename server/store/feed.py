"""How a node hears at once of what other nodes write: the port, in values.

Theory of operation. Whoever writes to an aggregate's log, or tells something at it, also
publishes that on the aggregate's channel; whoever follows the aggregate is told. That is
at most once: a publication may be lost, come twice, or late. So it is only ever a reason
not to wait: a listener takes what follows directly on what it has, and reads the log
where anything is missing. A node is sent its own writes too, at times before their answer, and
does not look at them.

`on_begin` tells that from now on publications are sent; what was written before it, also
while the connection was lost, has to be looked for in the log.
"""

from dataclasses import dataclass
from typing import Final, Protocol

from server.store.values import AggregateId, StoredEvent

MAX_FOLLOWED: Final = 100_000
"""A node that holds more follows the rest by comparing versions alone."""


@dataclass(frozen=True, slots=True)
class Publication:
    """The events of one accepted append, and the digest of the log after the last of them.

    `events` is empty where a publication says no more than that there is something to read.
    """

    events: tuple[StoredEvent, ...]
    digest: bytes


@dataclass(frozen=True, slots=True)
class Ephemeral:
    """Something told at an aggregate that is in no log; `topic` tells how to read `body`."""

    topic: str
    body: bytes


class FeedListener(Protocol):
    """Who hears of the aggregates it follows; plain calls on the event loop."""

    def is_own(self, event_id: str) -> bool:
        """Whether an append is known of without its publication, which is not told then."""
        ...

    def on_publication(self, aggregate: AggregateId, publication: Publication) -> None:
        """Somebody has written to the log."""
        ...

    def on_ephemeral(self, aggregate: AggregateId, ephemeral: Ephemeral) -> None:
        """Somebody, perhaps this node, has told something beside the log."""
        ...

    def on_begin(self, aggregate: AggregateId) -> None:
        """The aggregate is followed from now on, for the first time or again."""
        ...


class Feed(Protocol):
    """One node's way to hear; made by `Store.feed`, closed with the store."""

    def follow(self, aggregate: AggregateId) -> None:
        """Hear of an aggregate from `on_begin` on; a repeat changes nothing."""
        ...

    def unfollow(self, aggregate: AggregateId) -> None:
        """Hear of it no more; what is under way may still come."""
        ...
