"""How a node hears at once of what other nodes write: the port, in values.

Theory of operation. A node that writes to the log of an aggregate, or sends an ephemeral, also
publishes that on the aggregate's channel, for the nodes that follow the aggregate.
A publication may be lost, come twice, or come late. So it only saves waiting:
a listener takes what directly continues what it has, and reads the log
if anything is missing. A node is sent its own writes too, sometimes before their answer, and
ignores them.

`on_begin` says that publications are sent from now on; what was written before, also
while the connection was lost, has to be looked for in the log.
"""

from dataclasses import dataclass
from typing import Final, Protocol

from xiangqi_server.kernel.store.values import AggregateId, StoredEvent

MAX_FOLLOWED: Final = 100_000
"""A node that holds more aggregates follows the others only by comparing versions."""


@dataclass(frozen=True, slots=True)
class Publication:
    """The events of one accepted append, and the digest of the log after the last of them.

    `events` is empty if a publication says only that there is something to read.
    """

    events: tuple[StoredEvent, ...]
    digest: bytes


@dataclass(frozen=True, slots=True)
class Ephemeral:
    """A publication that is not in any log; `topic` says how to read `body`."""

    topic: str
    body: bytes


class FeedListener(Protocol):
    """Hears of the aggregates that it follows, by plain calls on the event loop."""

    def is_own(self, event_id: str) -> bool:
        """Whether an append is known without its publication, which is then left out."""
        ...

    def on_publication(self, aggregate: AggregateId, publication: Publication) -> None:
        """A node has written to the log."""
        ...

    def on_ephemeral(self, aggregate: AggregateId, ephemeral: Ephemeral) -> None:
        """A node, perhaps this one, has sent an ephemeral."""
        ...

    def on_begin(self, aggregate: AggregateId) -> None:
        """The aggregate is followed from now on, for the first time or again."""
        ...


class Feed(Protocol):
    """The publications for one node; made by `Store.feed`, closed with the store."""

    def follow(self, aggregate: AggregateId) -> None:
        """Follow an aggregate, from `on_begin` on; a repeat changes nothing."""
        ...

    def unfollow(self, aggregate: AggregateId) -> None:
        """Follow it no longer; publications under way may still come."""
        ...
