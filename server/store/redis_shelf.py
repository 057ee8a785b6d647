"""The shelf in Redis or Valkey, over the connections of the store.

Hides: which keys hold it. A row is a hash of its own (version, body, places) in the shard
its id falls into, and every list has one sorted set in each shard, of the rows there. So a
put is one script in one shard, also in a cluster, and no list is the burden of one master;
a page asks every shard for as many entries as it wants and takes the first of all.
"""

import asyncio
import heapq
from collections.abc import Mapping, Sequence
from importlib.resources import files
from itertools import islice
from typing import Final, NamedTuple, cast

import msgpack

from server.store.base import StoreError
from server.store.group_commit import Argument, GroupedConnection, Reply, Script
from server.store.keys import Keys
from server.store.shelf import (
    FORGET_MS,
    Page,
    Place,
    Row,
    Span,
    after_cursor,
    entries_of,
    row_of,
    span_of,
    span_of_prefix,
    write_cursor,
)

_SCRIPTS: Final = files("server.store") / "scripts"
_SHELVE: Final = Script((_SCRIPTS / "shelve.lua").read_bytes())
_LEAVE: Final = Script((_SCRIPTS / "leave.lua").read_bytes())
_SPAN: Final = Script((_SCRIPTS / "span.lua").read_bytes())


class _Found(NamedTuple):
    """How many entries a span has, and some of them in the order wanted."""

    total: int
    places: list[Place]


class RedisShelf:
    """See `server.store.shelf.Shelf`; made by the store whose connections it shares."""

    def __init__(self, commits: GroupedConnection, reads: GroupedConnection, keys: Keys) -> None:
        self._commits = commits
        self._reads = reads
        self._keys = keys

    async def put(
        self,
        collection: str,
        row: str,
        version: int,
        body: bytes,
        *,
        places: Mapping[str, int],
        words: Mapping[str, str],
    ) -> None:
        """See `Shelf.put`."""
        entries = entries_of(row, places, words)
        parts = [part for name in entries for part in (name, entries[name].member)]
        known_by = msgpack.packb(parts, use_bin_type=False)  # as the store's cmsgpack reads it
        flat: list[Argument] = []
        for name, (score, member) in entries.items():
            flat += (name, member, score)
        key, lists = self._keys.shelf(collection, row)
        await self._commits.run(_SHELVE, [key], (version, lists, "", body, known_by, *flat))

    async def remove(self, collection: str, row: str, version: int) -> None:
        """See `Shelf.remove`."""
        key, lists = self._keys.shelf(collection, row)
        await self._commits.run(_SHELVE, [key], (version, lists, FORGET_MS))

    async def leave(self, collection: str, row: str, body: bytes, lists: Sequence[str]) -> None:
        """See `Shelf.leave`."""
        key, start = self._keys.shelf(collection, row)
        await self._commits.run(_LEAVE, [key], (start, body, row, *lists))

    async def rows(self, collection: str, rows: Sequence[str]) -> tuple[bytes | None, ...]:
        """See `Shelf.rows`."""
        keys = (self._keys.shelf(collection, row)[0] for row in rows)
        bodies = await asyncio.gather(*(self._reads.call("HGET", key, "b") for key in keys))
        return tuple(cast("bytes | None", body) for body in bodies)

    async def page(
        self,
        collection: str,
        list_: str,
        *,
        limit: int,
        after: str | None = None,
        descending: bool = False,
        low: int | None = None,
        high: int | None = None,
    ) -> Page:
        """See `Shelf.page`."""
        span = after_cursor(span_of(low, high), after, descending=descending)
        return await self._page(collection, list_, span, limit, descending=descending)

    async def search(
        self, collection: str, list_: str, prefix: str, *, limit: int, after: str | None = None
    ) -> Page:
        """See `Shelf.search`."""
        span = after_cursor(span_of_prefix(prefix), after, descending=False)
        return await self._page(collection, list_, span, limit, descending=False)

    async def count(
        self, collection: str, list_: str, low: int | None = None, high: int | None = None
    ) -> int:
        """See `Shelf.count`."""
        return (await self._find(collection, list_, span_of(low, high))).total

    async def rank(
        self, collection: str, list_: str, row: str, *, descending: bool = False
    ) -> int | None:
        """See `Shelf.rank`."""
        _, lists = self._keys.shelf(collection, row)
        score = await self._reads.call("ZSCORE", lists + list_, row)
        if score is None:
            return None
        place = Place(int(float(cast("bytes", score))), row.encode())
        behind = Place(place.score, place.member + b"\0")
        span = Span(behind, None) if descending else Span(None, place)
        return (await self._find(collection, list_, span)).total

    async def _page(
        self, collection: str, list_: str, span: Span, limit: int, *, descending: bool
    ) -> Page:
        found = await self._find(collection, list_, span, limit, descending=descending)
        ids = [row_of(place.member) for place in found.places]
        bodies = await self.rows(collection, ids)
        rows = tuple(
            Row(row, place.score, body)
            for row, place, body in zip(ids, found.places, bodies, strict=True)
            if body is not None  # removed since the list was read
        )
        more = found.total > len(found.places)
        return Page(rows, write_cursor(found.places[-1]) if more else None)

    async def _find(
        self, collection: str, list_: str, span: Span, limit: int = 0, *, descending: bool = False
    ) -> _Found:
        """The entries of a span over all shards, the first `limit` in the order wanted."""
        bounds = (*_bound(span.low), *_bound(span.high), limit, int(descending))
        replies = await asyncio.gather(
            *(
                self._reads.run(_SPAN, [key], bounds)
                for key in self._keys.shelf_list(collection, list_)
            )
        )
        found = [_read(reply) for reply in replies]
        merged = heapq.merge(
            *(reversed(places) if descending else places for _, places in found),
            reverse=descending,
        )
        return _Found(sum(total for total, _ in found), list(islice(merged, limit)))


def _bound(place: Place | None) -> tuple[Argument, Argument]:
    return ("", "") if place is None else (place.score, place.member)


def _read(reply: Reply) -> _Found:
    """The answer of `span.lua`, in rising order."""
    match reply:
        case [int(total), *entries]:
            flat = cast("list[bytes]", entries)
            pairs = zip(flat[::2], flat[1::2], strict=True)
            return _Found(total, [Place(int(float(score)), member) for member, score in pairs])
    raise StoreError(f"span.lua answered {reply!r}")
