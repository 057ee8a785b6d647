"""A shelf each of whose calls goes another way than straight: over a bad line, or not at all."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from server.store.shelf import Page, Shelf

T = TypeVar("T")


class Call(Protocol):
    """Does `act` on behalf of the method `name`, or raises what the store would."""

    def __call__(self, name: str, act: Callable[[], Awaitable[T]]) -> Awaitable[T]: ...


class CalledShelf:
    """Passes everything on to a shelf by `call`."""

    def __init__(self, call: Call, shelf: Shelf) -> None:
        self._call = call
        self._shelf = shelf

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
        await self._call(
            "put",
            lambda: self._shelf.put(collection, row, version, body, places=places, words=words),
        )

    async def remove(self, collection: str, row: str, version: int) -> None:
        """See `Shelf.remove`."""
        await self._call("remove", lambda: self._shelf.remove(collection, row, version))

    async def leave(self, collection: str, row: str, body: bytes, lists: Sequence[str]) -> None:
        """See `Shelf.leave`."""
        await self._call("leave", lambda: self._shelf.leave(collection, row, body, lists))

    async def rows(self, collection: str, rows: Sequence[str]) -> tuple[bytes | None, ...]:
        """See `Shelf.rows`."""
        return await self._call("rows", lambda: self._shelf.rows(collection, rows))

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
        return await self._call(
            "page",
            lambda: self._shelf.page(
                collection,
                list_,
                limit=limit,
                after=after,
                descending=descending,
                low=low,
                high=high,
            ),
        )

    async def search(
        self, collection: str, list_: str, prefix: str, *, limit: int, after: str | None = None
    ) -> Page:
        """See `Shelf.search`."""
        return await self._call(
            "search",
            lambda: self._shelf.search(collection, list_, prefix, limit=limit, after=after),
        )

    async def count(
        self, collection: str, list_: str, low: int | None = None, high: int | None = None
    ) -> int:
        """See `Shelf.count`."""
        return await self._call("count", lambda: self._shelf.count(collection, list_, low, high))

    async def rank(
        self, collection: str, list_: str, row: str, *, descending: bool = False
    ) -> int | None:
        """See `Shelf.rank`."""
        return await self._call(
            "rank", lambda: self._shelf.rank(collection, list_, row, descending=descending)
        )
