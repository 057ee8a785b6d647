"""The row store in Redis or Valkey, over the connections of the store.

A row is a hash of its own (version, body, places; or body, list and the end of each holder) in
one of the partitions (`keys.PARTITIONS`), by its id. Every list has one sorted set in each of
these, of the rows there. So a put is one script in one shard, also in a cluster, and no list is a
load on one primary alone. A page asks each partition for as many entries as it wants and takes the
first of all.
"""

import asyncio
import heapq
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple, cast

import msgpack

from xiangqi_server.kernel.store.client.calls import (
    Calls,
    answered,
    answers_of_parts,
    answers_or_errors,
)
from xiangqi_server.kernel.store.client.replies import Reply, as_bytes
from xiangqi_server.kernel.store.client.requests import Argument, Script
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.port import StoreError, StoreUnavailable
from xiangqi_server.kernel.store.rows import (
    FORGET_MS,
    ListPlace,
    Page,
    Row,
    Span,
    after_cursor,
    entries_of,
    row_of,
    span_of,
    span_of_prefix,
    write_cursor,
)

_ROW_PUT: Final = Script.named("row_put")
_ROW_HOLD: Final = Script.named("row_hold")
_ROW_UNLIST: Final = Script.named("row_unlist")
_ROW_SPAN: Final = Script.named("row_span")


class _Asked(NamedTuple):
    """What is asked of a list: some entries of a span; `partly`: of the partitions that answer."""

    span: Span
    limit: int = 0
    descending: bool = False
    partly: bool = False


class _Found(NamedTuple):
    """How many entries a span has, and some of them in the order wanted; perhaps not of all."""

    total: int
    places: list[ListPlace]
    is_partial: bool = False


class RedisRowStore:
    """See `store.rows.RowStore`; made by the store whose connections it shares."""

    def __init__(self, commits: Calls, reads: Calls, keys: Keys) -> None:
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
        """See `RowStore.put`."""
        entries = entries_of(row, places, words)
        parts = [part for name in entries for part in (name, entries[name].member)]
        known_by = msgpack.packb(parts, use_bin_type=False)  # as the store's cmsgpack reads it
        flat: list[Argument] = []
        for score, member in entries.values():
            flat += (member, score)
        key, start = self._keys.row_store(collection, row)
        arguments = (version, start, "", body, known_by, *flat)
        await self._change(_ROW_PUT, (key, start), entries, arguments)

    async def remove(self, collection: str, row: str, version: int) -> None:
        """See `RowStore.remove`."""
        key, start = self._keys.row_store(collection, row)
        await self._change(_ROW_PUT, (key, start), (), (version, start, FORGET_MS))

    async def unlist(self, collection: str, row: str, body: bytes, lists: Sequence[str]) -> None:
        """See `RowStore.unlist`."""
        key, start = self._keys.row_store(collection, row)
        await self._change(_ROW_UNLIST, (key, start), lists, (body, row))

    async def move(self, collection: str, row: str, body: bytes, list_: str, score: int) -> None:
        """See `RowStore.move`."""
        key, start = self._keys.row_store(collection, row)
        await self._change(_ROW_UNLIST, (key, start), (list_,), (body, row, score))

    async def hold(
        self, collection: str, row: str, holder: str, list_: str, *, now_ms: int, until_ms: int
    ) -> None:
        """See `RowStore.hold`."""
        key, start = self._keys.row_store(collection, row)
        arguments = (start, row, holder, now_ms, until_ms, list_)
        await self._change(_ROW_HOLD, (key, start), (list_,), arguments)

    async def release(self, collection: str, row: str, holder: str, *, now_ms: int) -> None:
        """See `RowStore.release`."""
        key, start = self._keys.row_store(collection, row)
        await self._change(_ROW_HOLD, (key, start), (), (start, row, holder, now_ms, 0))

    async def _change(
        self,
        script: Script,
        where: tuple[str, str],
        lists: Iterable[str],
        arguments: Sequence[Argument],
    ) -> None:
        """Run a script that names a row and some lists, and the lists that it is found in as well.

        Args:
            where: as `Keys.row_store` has it.
        """
        key, start = where
        named = list(lists)
        found: Reply = []
        while isinstance(found, list):
            named += (as_bytes(name).decode() for name in found)
            keys = [key, *(start + name for name in named)]
            found = await self._commits.run(script, keys, arguments)

    async def rows(
        self, collection: str, rows: Sequence[str], *, partly: bool = False
    ) -> tuple[bytes | None, ...]:
        """See `RowStore.rows`."""
        bodies = await self._bodies(collection, rows, partly=partly)
        return tuple(None if isinstance(body, StoreUnavailable) else body for body in bodies)

    async def _bodies(
        self, collection: str, rows: Sequence[str], *, partly: bool
    ) -> list[bytes | StoreUnavailable | None]:
        """What each row says; partly, of one that is away its error."""
        keys = (self._keys.row_store(collection, row)[0] for row in rows)
        asked = (self._reads.call("HGET", key, "b") for key in keys)
        bodies = await (answers_or_errors(asked) if partly else asyncio.gather(*asked))
        return cast("list[bytes | StoreUnavailable | None]", bodies)

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
        partly: bool = False,
    ) -> Page[Row]:
        """See `RowStore.page`."""
        span = after_cursor(span_of(low, high), after, descending=descending)
        asked = _Asked(span, limit, descending=descending, partly=partly)
        return await self._page(collection, list_, asked)

    async def search(
        self,
        collection: str,
        list_: str,
        prefix: str,
        *,
        limit: int,
        after: str | None = None,
        partly: bool = False,
    ) -> Page[Row]:
        """See `RowStore.search`."""
        span = after_cursor(span_of_prefix(prefix), after, descending=False)
        return await self._page(collection, list_, _Asked(span, limit, partly=partly))

    async def count(
        self, collection: str, list_: str, low: int | None = None, high: int | None = None
    ) -> int:
        """See `RowStore.count`."""
        return (await self._find(collection, list_, _Asked(span_of(low, high)))).total

    async def rank(
        self,
        collection: str,
        list_: str,
        row: str,
        *,
        descending: bool = False,
        partly: bool = False,
    ) -> int | None:
        """See `RowStore.rank`."""
        _, lists = self._keys.row_store(collection, row)
        try:
            score = await self._reads.call("ZSCORE", lists + list_, row)
        except StoreUnavailable:
            if partly:
                return None
            raise
        if score is None:
            return None
        place = ListPlace(int(float(cast("bytes", score))), row.encode())
        behind = ListPlace(place.score, place.member + b"\0")
        span = Span(behind, None) if descending else Span(None, place)
        return (await self._find(collection, list_, _Asked(span, partly=partly))).total

    async def _page(self, collection: str, list_: str, asked: _Asked) -> Page[Row]:
        found = await self._find(collection, list_, asked)
        ids = [row_of(place.member) for place in found.places]
        bodies = await self._bodies(collection, ids, partly=asked.partly)
        rows = tuple(
            Row(row, place.score, body)
            for row, place, body in zip(ids, found.places, bodies, strict=True)
            if isinstance(body, bytes)  # else it was removed since the list was read, or is away
        )
        more = found.total > len(found.places)
        is_partial = found.is_partial or any(isinstance(body, StoreUnavailable) for body in bodies)
        return Page(rows, write_cursor(found.places[-1]) if more else None, is_partial)

    async def _find(self, collection: str, list_: str, asked: _Asked) -> _Found:
        """The entries of a span over all partitions, the first `limit` in the order wanted."""
        span, limit, descending, partly = asked
        bounds = (*_bound(span.low), *_bound(span.high), limit, int(descending))
        calls = [
            self._reads.run(_ROW_SPAN, [key], bounds)
            for key in self._keys.list_partitions(collection, list_)
        ]
        replies = await (answers_of_parts(calls) if partly else asyncio.gather(*calls))
        found = [_read(reply) for reply in answered(replies)]
        merged = heapq.merge(
            *(reversed(part.places) if descending else part.places for part in found),
            reverse=descending,
        )
        places = list(islice(merged, limit))
        return _Found(sum(part.total for part in found), places, len(found) < len(calls))


def _bound(place: ListPlace | None) -> tuple[Argument, Argument]:
    return ("", "") if place is None else (place.score, place.member)


def _read(reply: Reply) -> _Found:
    """The answer of `row_span.lua`, in rising order."""
    match reply:
        case [int(total), *entries]:
            flat = cast("list[bytes]", entries)
            pairs = zip(flat[::2], flat[1::2], strict=True)
            return _Found(total, [ListPlace(int(float(score)), member) for member, score in pairs])
    raise StoreError(f"row_span.lua answered {reply!r}")
