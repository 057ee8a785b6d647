"""The rows in memory: the contract of `RowStore` without a server, for tests and simulation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.rows import (
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


@dataclass(frozen=True, slots=True)
class _Kept:
    """A row at its latest version; a body of None for one that was removed."""

    version: int = 0
    body: bytes | None = None
    entries: Mapping[str, ListPlace] = field(default_factory=dict)


class MemoryRowStore:
    """Rows in dicts; each list is made when it is asked for.

    Attributes:
        away: the ids of rows that lie in a part of the store that is away; while there are any,
            no list is whole.
    """

    def __init__(self) -> None:
        self.away: set[str] = set()
        self._kept: dict[str, dict[str, _Kept]] = {}
        self._holders: dict[tuple[str, str], dict[str, int]] = {}

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
        self._keep(collection, row, _Kept(version, body, entries_of(row, places, words)))

    async def remove(self, collection: str, row: str, version: int) -> None:
        """See `RowStore.remove`."""
        self._keep(collection, row, _Kept(version))

    async def unlist(self, collection: str, row: str, body: bytes, lists: Sequence[str]) -> None:
        """See `RowStore.unlist`."""
        kept = self._kept.get(collection, {}).get(row, _Kept())
        if kept.body == body:
            entries = {name: place for name, place in kept.entries.items() if name not in lists}
            self._kept[collection][row] = _Kept(kept.version, body, entries)

    async def move(self, collection: str, row: str, body: bytes, list_: str, score: int) -> None:
        """See `RowStore.move`."""
        kept = self._kept.get(collection, {}).get(row, _Kept())
        if kept.body == body and list_ in kept.entries:
            place = kept.entries[list_]._replace(score=score)
            entries = {**kept.entries, list_: place}
            self._kept[collection][row] = _Kept(kept.version, body, entries)

    async def hold(
        self, collection: str, row: str, holder: str, list_: str, *, now_ms: int, until_ms: int
    ) -> None:
        """See `RowStore.hold`."""
        self._holders.setdefault((collection, row), {})[holder] = until_ms
        self._hold(collection, row, list_, now_ms)

    async def release(self, collection: str, row: str, holder: str, *, now_ms: int) -> None:
        """See `RowStore.release`."""
        self._holders.get((collection, row), {}).pop(holder, None)
        for list_ in self._kept.get(collection, {}).get(row, _Kept()).entries:
            self._hold(collection, row, list_, now_ms)

    def _hold(self, collection: str, row: str, list_: str, now_ms: int) -> None:
        """Have a row stand in a list by the latest moment until which it is held."""
        ends = [end_ms for end_ms in self._holders[collection, row].values() if end_ms > now_ms]
        rows = self._kept.setdefault(collection, {})
        rows.pop(row, None)
        if ends:
            entries = entries_of(row, {list_: max(ends)}, {})
            rows[row] = _Kept(body=str(max(ends)).encode(), entries=entries)

    async def rows(
        self, collection: str, rows: Sequence[str], *, partly: bool = False
    ) -> tuple[bytes | None, ...]:
        """See `RowStore.rows`."""
        self._be_there(partly=partly or self.away.isdisjoint(rows))
        kept = self._kept.get(collection, {})
        return tuple(None if one in self.away else kept.get(one, _Kept()).body for one in rows)

    def _be_there(self, *, partly: bool) -> None:
        if self.away and not partly:
            raise StoreUnavailable("a part is away")

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
        self._be_there(partly=partly)
        span = after_cursor(span_of(low, high), after, descending=descending)
        return self._page(collection, self._places(collection, list_, span, descending), limit)

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
        self._be_there(partly=partly)
        span = after_cursor(span_of_prefix(prefix), after, descending=False)
        return self._page(collection, self._places(collection, list_, span), limit)

    async def count(
        self, collection: str, list_: str, low: int | None = None, high: int | None = None
    ) -> int:
        """See `RowStore.count`."""
        return len(self._places(collection, list_, span_of(low, high)))

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
        self._be_there(partly=partly)
        places = self._places(collection, list_, Span(None, None), descending)
        rows = [row_of(place.member) for place in places]
        return rows.index(row) if row in rows else None

    def _keep(self, collection: str, row: str, kept: _Kept) -> None:
        rows = self._kept.setdefault(collection, {})
        if rows.get(row, _Kept()).version <= kept.version:
            rows[row] = kept

    def _places(
        self, collection: str, list_: str, span: Span, descending: bool = False
    ) -> list[ListPlace]:
        rows = self._kept.get(collection, {}).items()
        entries = (kept.entries.get(list_) for row, kept in rows if row not in self.away)
        places = [place for place in entries if place is not None and _holds(span, place)]
        return sorted(places, reverse=descending)

    def _page(self, collection: str, places: Sequence[ListPlace], limit: int) -> Page[Row]:
        rows = (
            Row(row_of(member), score, self._kept[collection][row_of(member)].body or b"")
            for score, member in places[:limit]
        )
        next_ = write_cursor(places[limit - 1]) if len(places) > limit else None
        return Page(tuple(rows), next_, bool(self.away))


def _holds(span: Span, place: ListPlace) -> bool:
    return (span.low is None or place >= span.low) and (span.high is None or place < span.high)
