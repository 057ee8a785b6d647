"""The names of everything we keep in Redis or Valkey.

All keys of one shard share a hash tag (``{s03}``; in a cluster one of `cluster.slots.TAGS`). So
one script can write a log, its alarm and its outbox together, also in a cluster. The number of
shards is part of every name and is therefore fixed for the life of a store.
"""

import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from xiangqi_server.kernel.store.values import AggregateId

DEFAULT_PREFIX: Final = "xq:"
DEFAULT_SHARDS: Final = 16
PARTITIONS: Final = 16
"""Over how many shards data that belongs to no log, such as lists and presence, is spread, or all
if there are fewer: a reader of all of it need not ask every shard of a large store."""

_CHANNEL: Final = "ev"
_DUE: Final = "due"
_OUTBOX: Final = "outbox"
_NOTED: Final = "noted"


@dataclass(frozen=True, slots=True)
class Keys:
    """Every key under `prefix` in a store of `shards` shards.

    Fields:
        tags: the hash tag of each shard in a cluster; without them, of shard 3: ``s03``.
    """

    prefix: str = DEFAULT_PREFIX
    shards: int = DEFAULT_SHARDS
    tags: tuple[str, ...] = ()

    @property
    def metas(self) -> tuple[str, ...]:
        """Hashes: format number, number of shards and identity of the store, each written once.

        In a cluster every shard has one, for each could be of another store.
        """
        if not self.tags:
            return (f"{self.prefix}meta",)
        return tuple(f"{self.tag(shard)}meta" for shard in range(self.shards))

    def shard_of(self, aggregate: AggregateId) -> int:
        """The shard that holds `aggregate`, from 0; the same on every node, for ever."""
        return self._shard_of(write_name(aggregate))

    def _shard_of(self, name: str) -> int:
        return zlib.crc32(name.encode()) % self.shards

    def by_shard(self, aggregates: Iterable[AggregateId]) -> Collection[Sequence[AggregateId]]:
        """Some aggregates, those of one shard together."""
        shards: dict[int, list[AggregateId]] = {}
        for aggregate in aggregates:
            shards.setdefault(self.shard_of(aggregate), []).append(aggregate)
        return shards.values()

    def of(self, aggregate: AggregateId) -> tuple[str, str, str]:
        """Log (stream), head (hash) and snapshot (hash) of one aggregate."""
        name = write_name(aggregate)
        tag = self.tag(self._shard_of(name))
        return f"{tag}log:{name}", f"{tag}head:{name}", f"{tag}snapshot:{name}"

    def heads(self, kind: str | None) -> tuple[Sequence[str], str]:
        """Patterns for the heads of all aggregates (of a kind), and what stands before names.

        In a cluster each shard has its own, which is of one slot.
        """
        start = ":head:"
        of_kind = "" if kind is None else f"{kind}:"
        return [f"{self.prefix}{{{tag}}}{start}{of_kind}*" for tag in self.tags or ("s*",)], start

    def packed(self, aggregate: AggregateId) -> str:
        """String: the events of a log that was at rest, before those in its stream."""
        return self._beside("packed", aggregate)

    def to_append(self, aggregate: AggregateId) -> tuple[str, str, str, str, str]:
        """All that an append touches: the keys `of` the aggregate, `due` and `outbox`."""
        shard = self.shard_of(aggregate)
        return (*self.of(aggregate), self.due(shard), self.outbox(shard))

    def channel(self, aggregate: AggregateId) -> str:
        """Where what is written to the aggregate is published."""
        return self._beside(_CHANNEL, aggregate)

    @property
    def channels(self) -> str:
        """A pattern of the channels of all aggregates of a store that is no cluster."""
        return f"{self.prefix}{{s*}}:{_CHANNEL}:*"

    def of_channel(self, channel: str) -> AggregateId:
        """The aggregate whose channel it is."""
        return read_name(channel.partition(f"}}:{_CHANNEL}:")[2])

    def due(self, shard: int) -> str:
        """Sorted set: aggregates of the shard by the time they want to be woken."""
        return self.tag(shard) + _DUE

    def outbox(self, shard: int) -> str:
        """Hash: effects of the shard that their targets have not answered."""
        return self.tag(shard) + _OUTBOX

    @property
    def partitions(self) -> int:
        """Over how many shards what belongs to no log is spread."""
        return min(PARTITIONS, self.shards)

    def presence_partition(self, aggregate: AggregateId) -> int:
        """The partition, from 0, in which the holders of the aggregate stand."""
        return zlib.crc32(write_name(aggregate).encode()) % self.partitions

    def presence(self, partition: int) -> tuple[str, str]:
        """Sorted set: nodes that hold anything of a partition, by the end of their presence.

        And the start of the names of the sets of what each holds.
        """
        tag = self._tag_of_partition(partition)
        return f"{tag}holders", f"{tag}held:"

    def notes(self, aggregate: AggregateId) -> tuple[str, str, str]:
        """The notes on an aggregate (hash), its shard's `note_index`, and its channel."""
        shard = self.shard_of(aggregate)
        return self._beside("notes", aggregate), self.note_index(shard), self.channel(aggregate)

    def note_index(self, shard: int) -> str:
        """Sorted set: aggregates of the shard that have notes, by the end of these."""
        return self.tag(shard) + _NOTED

    def counters(self, aggregate: AggregateId) -> str:
        """Hash: each node's counter at the aggregate, and until when that holds."""
        return self._beside("counts", aggregate)

    def chat(self, aggregate: AggregateId, stream: str) -> str:
        """Stream: the lines of one kind of chat at an aggregate."""
        return self._beside(f"talk:{stream}", aggregate)

    def row_store(self, collection: str, row: str) -> tuple[str, str]:
        """A row (hash), and the start of the keys of its collection's lists there."""
        tag = self._tag_of_partition(zlib.crc32(f"{collection}:{row}".encode()) % self.partitions)
        return f"{tag}row:{collection}:{row}", _lists_at(tag, collection)

    def list_partitions(self, collection: str, list_: str) -> Iterator[str]:
        """Sorted sets, one a partition: the rows of a list by their scores."""
        for partition in range(self.partitions):
            yield _lists_at(self._tag_of_partition(partition), collection) + list_

    def _tag_of_partition(self, partition: int) -> str:
        return self.tag(partition * self.shards // self.partitions)

    def _beside(self, what: str, aggregate: AggregateId) -> str:
        name = write_name(aggregate)
        return f"{self.tag(self._shard_of(name))}{what}:{name}"

    def mark(self, shard: int, identity: str) -> str:
        """String that is there as long as the store is the one it was when it was opened.

        One a shard, so that every script can look for it, also in a cluster.
        """
        return f"{self.tag(shard)}mark:{identity}"

    def fence(self, shard: int) -> str:
        """String that is written behind what must be on every replica; its value is nothing."""
        return f"{self.tag(shard)}fence"

    def nodes(self, shard: int) -> str:
        """Sorted set: nodes by the time they were last heard of; in the first shard of a server."""
        return f"{self.tag(shard)}nodes"

    def heartbeat(self, shard: int) -> tuple[str, str]:
        """Time of the last beat of any node in a shard, and the list of outages there."""
        return f"{self.tag(shard)}beat", f"{self.tag(shard)}outages"

    def term(self, shard: int) -> str:
        """String: the server of a shard when a node began there, and the moment of a promotion."""
        return f"{self.tag(shard)}term"

    def tag(self, shard: int) -> str:
        """The start of every key of `shard`, with its hash tag."""
        word = self.tags[shard] if self.tags else f"s{shard:02d}"
        return f"{self.prefix}{{{word}}}:"


def _lists_at(tag: str, collection: str) -> str:
    return f"{tag}list:{collection}:"


def write_name(aggregate: AggregateId) -> str:
    """An aggregate as a member of a set or the start of a field; see `read_name`."""
    return f"{aggregate.kind}:{aggregate.id}"


def read_name(name: str) -> AggregateId:
    """The aggregate that `write_name` wrote."""
    kind, _, identifier = name.partition(":")
    return AggregateId(kind, identifier)
