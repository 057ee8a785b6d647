"""What is kept beside the logs: five small ports, each with one way to store it and one in memory.

Theory of operation. None of it is a fact of an aggregate: nothing here is in a log or in
its digest, and no aggregate changes when it is lost. All of it lies in the shard of the
aggregate to which it belongs, is bounded, and expires:

- *presence*: which nodes hold an aggregate (a player) now; a node refreshes all its own at once,
  and what that costs does not grow with what it holds;
- *membership*: when each node was last heard of;
- *notes*: a few fields on an aggregate, and an index of the aggregates that have any, so
  that a node which starts finds them without anybody asking. Each change is published;
- *counters*: how many of something each node has at an aggregate; the sum is published;
- *chat*: capped streams of lines at an aggregate, numbered from 1; a line sent twice under one
  reference is one line. A new one is published.

What is published is an ephemeral, see `feed`. Times are the store's own. Bodies are bytes, which
only their writers understand. All methods raise `StoreUnavailable` when the
outcome is unknown, and all may be repeated.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

import msgpack

from xiangqi_server.kernel.store.share import EVERYTHING, Share
from xiangqi_server.kernel.store.values import AggregateId

COUNTER_TOPIC: Final = "counted"
"""Topic of an ephemeral that tells a sum of counters, in digits."""
_CHAT: Final = "line."
_NOTE: Final = "note."


@dataclass(frozen=True, slots=True)
class StoredChatLine:
    """One line of a stream: its number from 1, the store's stamp, its body."""

    number: int
    at_ms: int
    body: bytes


class PresenceStore(Protocol):
    """Which nodes hold what."""

    async def add(self, aggregates: Collection[AggregateId], node: str, ttl_ms: int) -> None:
        """Store that `node` holds these too, and keep all that it holds for `ttl_ms`."""
        ...

    async def hold(self, aggregates: Iterable[AggregateId], node: str, ttl_ms: int) -> None:
        """Store that `node` holds these and no others, for `ttl_ms`."""
        ...

    async def remove(self, aggregates: Collection[AggregateId], node: str) -> None:
        """Store that `node` holds these no longer."""
        ...

    async def holders(self, aggregate: AggregateId) -> frozenset[str]:
        """The nodes that hold it now, or died not long ago while they held it."""
        ...

    async def holders_of(
        self, aggregates: Collection[AggregateId]
    ) -> Mapping[AggregateId, frozenset[str]]:
        """The same for each of many: one call for each part in which any of them lies.

        Those in a part of the store that is away are left out.
        """
        ...


class MembershipStore(Protocol):
    """Which nodes there are."""

    async def heartbeat(self, node: str, ttl_ms: int) -> Mapping[str, int]:
        """Say that `node` serves; gives the last heartbeat of each node in the last `ttl_ms`."""
        ...

    async def leave(self, node: str) -> None:
        """Say that `node` serves no longer, and that no node need wait for it."""
        ...


class NoteStore(Protocol):
    """Notes on aggregates."""

    async def put(self, aggregate: AggregateId, field: str, body: bytes, ttl_ms: int) -> None:
        """Set one field; the fields of an aggregate expire `ttl_ms` after the last one was set."""
        ...

    async def delete(self, aggregate: AggregateId, field: str, body: bytes | None = None) -> bool:
        """Remove a field if it still is `body` (None: in any case); returns whether it was."""
        ...

    async def get(self, aggregate: AggregateId) -> Mapping[str, bytes]:
        """All fields of an aggregate."""
        ...

    async def aggregates(self, limit: int, share: Share = EVERYTHING) -> tuple[AggregateId, ...]:
        """Aggregates of a share that have fields, at most `limit` a shard, longest first."""
        ...


class CounterStore(Protocol):
    """Numbers that are added up over all nodes."""

    async def put(self, aggregate: AggregateId, node: str, number: int, ttl_ms: int) -> int:
        """Store how many `node` counts, for `ttl_ms`; returns the sum over all nodes."""
        ...

    async def put_all(
        self, numbers: Mapping[AggregateId, int], node: str, ttl_ms: int
    ) -> Mapping[AggregateId, int]:
        """The same for each of many: one call for each shard in which any of them lies.

        Those in a part of the store that is away are left out of the sums.
        """
        ...


class ChatStore(Protocol):
    """Lines of chat."""

    async def add(
        self, aggregate: AggregateId, stream: str, ref: str, body: bytes, *, kept: int, ttl_ms: int
    ) -> StoredChatLine:
        """Add a line and keep the last `kept`; if `ref` is among them, it gives that line."""
        ...

    async def lines(
        self, aggregate: AggregateId, streams: Sequence[str]
    ) -> Sequence[Sequence[StoredChatLine]]:
        """The lines kept of each stream, oldest first."""
        ...

    async def keep(self, aggregate: AggregateId, streams: Sequence[str], ttl_ms: int) -> None:
        """Keep what these streams hold for so long from now, or longer if it is kept longer."""
        ...


class SideStores(NamedTuple):
    """All of these stores; each part of a node is given those it needs."""

    presence: PresenceStore
    membership: MembershipStore
    notes: NoteStore
    counters: CounterStore
    chat: ChatStore


def chat_topic(stream: str) -> str:
    """The topic of the ephemeral that tells a new line of `stream`."""
    return _CHAT + stream


def stream_of(topic: str) -> str | None:
    """The stream whose new line an ephemeral tells; None if it tells something else."""
    return topic.removeprefix(_CHAT) if topic.startswith(_CHAT) else None


def note_topic(field: str) -> str:
    """The topic of the ephemeral that tells what a field says now, nothing if it was deleted."""
    return _NOTE + field


def field_of(topic: str) -> str | None:
    """The field an ephemeral tells of; None if it tells something else."""
    return topic.removeprefix(_NOTE) if topic.startswith(_NOTE) else None


def write_line(line: StoredChatLine) -> bytes:
    """A line as an ephemeral tells it."""
    body: bytes = msgpack.packb((line.number, line.at_ms, line.body), use_bin_type=True)
    return body


def read_line(body: bytes) -> StoredChatLine:
    """The line an ephemeral tells."""
    number, at_ms, text = msgpack.unpackb(body, raw=True, max_ext_len=0)
    return StoredChatLine(number, at_ms, text)
