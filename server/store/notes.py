"""What is kept beside the logs: who is seen where, notes on an aggregate, lines of talk.

Theory of operation. None of it is a fact of an aggregate: nothing here is in a log or in
its digest, and no aggregate changes when it is lost. Five shapes, each in the shard of
the aggregate it belongs to, each bounded and gone by itself after a time to live:

- *sightings*: which nodes see an aggregate (a player) now; a node refreshes its own.
- *notes*: a few fields on an aggregate, and an index of the aggregates that have any, so
  that a node which starts finds them without anybody asking. Each change is published;
- *lines*: a capped stream on an aggregate, numbered from 1; a line sent twice under one
  reference is one line. A new one is published as an aside, see `feed`;
- *attendance*: when each node was last heard of;
- *counts*: how many of something each node has at an aggregate; the sum is published.

Times are the store's own. Bodies are bytes; whoever writes them knows what is in them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import msgpack

from server.store.base import AggregateId

COUNTED: Final = "counted"
"""Topic of an aside that tells a sum of counts, in digits."""
_LINE: Final = "line."
_NOTE: Final = "note."


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a stream: its number from 1, the store's stamp, its body."""

    number: int
    at_ms: int
    body: bytes


class Notes(Protocol):
    """Every store of what is beside the logs; one contract suite.

    All methods raise `StoreUnavailable` when the outcome is unknown, and all may be repeated.
    """

    async def see(self, aggregate: AggregateId, node: str, ttl_ms: int) -> None:
        """Write down that `node` sees `aggregate`, for so long."""
        ...

    async def lose_sight(self, aggregate: AggregateId, node: str) -> None:
        """Write down that `node` sees it no longer."""
        ...

    async def seen_by(self, aggregate: AggregateId) -> frozenset[str]:
        """The nodes that see it now, or died while they saw it, not long ago."""
        ...

    async def attend(self, node: str, ttl_ms: int) -> Mapping[str, int]:
        """Say that `node` serves; when each node of the last `ttl_ms` said so last."""
        ...

    async def dismiss(self, node: str) -> None:
        """Say that `node` serves no longer, and that nobody need wait for it."""
        ...

    async def note(self, aggregate: AggregateId, field: str, body: bytes, ttl_ms: int) -> None:
        """Set one field; it lives as long as no field of the aggregate is set for `ttl_ms`."""
        ...

    async def strike(self, aggregate: AggregateId, field: str, body: bytes | None = None) -> bool:
        """Remove a field, if it still says `body` (None: whatever it says); whether it did."""
        ...

    async def notes(self, aggregate: AggregateId) -> Mapping[str, bytes]:
        """All fields of an aggregate."""
        ...

    async def noted(self, limit: int) -> tuple[AggregateId, ...]:
        """Aggregates of every shard that have fields, at most `limit` a shard, longest first."""
        ...

    async def say(
        self, aggregate: AggregateId, stream: str, ref: str, body: bytes, *, kept: int, ttl_ms: int
    ) -> Line:
        """Add a line and keep the last `kept`; a `ref` among these gives the line of then."""
        ...

    async def lines(self, aggregate: AggregateId, stream: str) -> Sequence[Line]:
        """The lines kept, oldest first."""
        ...

    async def count(self, aggregate: AggregateId, node: str, number: int, ttl_ms: int) -> int:
        """Write down how many `node` counts, for so long; the sum over all nodes."""
        ...


def spoken(stream: str) -> str:
    """The topic of the aside that tells a new line of `stream`."""
    return _LINE + stream


def stream_of(topic: str) -> str | None:
    """The stream whose new line an aside tells; None if it tells something else."""
    return topic.removeprefix(_LINE) if topic.startswith(_LINE) else None


def noted(field: str) -> str:
    """The topic of the aside that tells what a field says now, nothing if it was struck."""
    return _NOTE + field


def field_of(topic: str) -> str | None:
    """The field an aside tells of; None if it tells something else."""
    return topic.removeprefix(_NOTE) if topic.startswith(_NOTE) else None


def write_line(line: Line) -> bytes:
    """A line as an aside tells it."""
    body: bytes = msgpack.packb((line.number, line.at_ms, line.body), use_bin_type=True)
    return body


def read_line(body: bytes) -> Line:
    """The line an aside tells."""
    number, at_ms, text = msgpack.unpackb(body, raw=True, max_ext_len=0)
    return Line(number, at_ms, text)
