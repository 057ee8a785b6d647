"""The row store: lists derived from the logs, to page and to search.

Theory of operation. A collection holds rows by id. A row is in any number of lists of
its collection: in some by a number (a rating, a date), in others by a text (a name). A row
and its places change in one step: no reader sees one without the other, and a put replaces
every place of the put before it. Each row carries the version of the event it was made from,
and an older version never replaces a newer one, so puts may be repeated and may come late.
A row that was removed is remembered for a day, for the same reason.

A row that is true only while a holder says so has no version: it is *held*, by any number
of holders, each until some time. It is gone when the last of these times is over or taken back.

Nothing here is a fact: all of it can be made again from the logs, and no aggregate changes
when it is lost.

A list is ordered by (score, member), members as bytes; texts are in lists whose scores are
all 0, under the member ``text NUL id``. A cursor names the last entry seen, so a page goes on
where the one before ended, whatever came or went in between.
"""

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from xiangqi_server.kernel.aggregate.spans import DAY_MS

FORGET_MS: Final = DAY_MS
"""How long a removed row is remembered, so that a late repeat does not bring it back."""

MAX_PAGE: Final = 200
MAX_CURSOR_CHARS: Final = 400

T = TypeVar("T")


class BadCursor(ValueError):
    """The place where a page was to go on is not one of our cursors."""


class Row(NamedTuple):
    """A row of a page: its id, its score in the list (0 in a list of texts), its body."""

    id: str
    score: int
    body: bytes


class Page(NamedTuple, Generic[T]):
    """Some rows in order, and the cursor that goes on after them (None: these are the last).

    They are what the store has, or what was made of that. If the page `is_partial`, rows in a part
    of the store that is away are missing.
    """

    rows: Sequence[T]
    next: str | None
    is_partial: bool = False


class ListPlace(NamedTuple):
    """Where an entry stands in a list."""

    score: int
    member: bytes


class RowStore(Protocol):
    """What every row store can do; one suite tests all of them.

    All methods raise `StoreUnavailable` when the outcome is unknown, and all may be repeated.
    Those that read raise it too if a part of what they look for is away, unless they are called
    `partly`: then they give what the other parts have, if there is one.
    """

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
        """Put a row into exactly these lists, unless a newer version was put or removed."""
        ...

    async def remove(self, collection: str, row: str, version: int) -> None:
        """Take a row away, unless a newer version was put."""
        ...

    async def unlist(self, collection: str, row: str, body: bytes, lists: Sequence[str]) -> None:
        """Take a row out of these lists if it still is `body`; a later put may undo that."""
        ...

    async def move(self, collection: str, row: str, body: bytes, list_: str, score: int) -> None:
        """Give a row another score in a list that it is in, if it still is `body`."""
        ...

    async def hold(
        self, collection: str, row: str, holder: str, list_: str, *, now_ms: int, until_ms: int
    ) -> None:
        """Hold a row until a moment, in this list alone, beside all other holders.

        Its body, and its score in the list, are the latest moment until which it is held.
        """
        ...

    async def release(self, collection: str, row: str, holder: str, *, now_ms: int) -> None:
        """End the hold of one holder; the row stays for as long as others hold it."""
        ...

    async def rows(
        self, collection: str, rows: Sequence[str], *, partly: bool = False
    ) -> tuple[bytes | None, ...]:
        """The body of each row; None for a row that is not there, and `partly` if it is away."""
        ...

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
        """At most `limit` (1 to `MAX_PAGE`) rows with scores from `low` to `high`, both included.

        Raises:
            BadCursor: `after` is not a cursor.
        """
        ...

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
        """Rows whose text in a list of texts begins like this, in the order of the texts.

        Raises:
            BadCursor: as `page`.
        """
        ...

    async def count(
        self, collection: str, list_: str, low: int | None = None, high: int | None = None
    ) -> int:
        """How many rows stand in a list, with scores from `low` to `high`."""
        ...

    async def rank(
        self,
        collection: str,
        list_: str,
        row: str,
        *,
        descending: bool = False,
        partly: bool = False,
    ) -> int | None:
        """How many rows stand before this one in a list by number; None if it is not in it."""
        ...


class Span(NamedTuple):
    """A part of a list: from `low`, included, to `high`, left out; None for an open end."""

    low: ListPlace | None
    high: ListPlace | None


def span_of(low: int | None, high: int | None) -> Span:
    """The span of the scores from `low` to `high`, both included."""
    return Span(
        None if low is None else ListPlace(low, b""),
        None if high is None else ListPlace(high + 1, b""),
    )


def span_of_prefix(prefix: str) -> Span:
    """The span of the texts that begin with `prefix`; no UTF-8 text holds the byte 255."""
    start = prefix.encode()
    return Span(ListPlace(0, start), ListPlace(0, start + b"\xff"))


def after_cursor(span: Span, cursor: str | None, *, descending: bool) -> Span:
    """What is left of `span` after a cursor.

    Raises:
        BadCursor: it is not one of ours.
    """
    if cursor is None:
        return span
    seen = read_cursor(cursor)
    if descending:
        return Span(span.low, seen if span.high is None else min(seen, span.high))
    behind = ListPlace(seen.score, seen.member + b"\0")
    return Span(behind if span.low is None else max(behind, span.low), span.high)


def write_cursor(place: ListPlace) -> str:
    """A cursor as text, which is opaque to clients."""
    raw = b"%d:%s" % (place.score, place.member)
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def read_cursor(text: str) -> ListPlace:
    """The place that `write_cursor` wrote.

    Raises:
        BadCursor: it did not.
    """
    if len(text) > MAX_CURSOR_CHARS:
        raise BadCursor("not a cursor: too long")
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        score, _, member = raw.partition(b":")
        return ListPlace(int(score), member)
    except (binascii.Error, ValueError) as error:
        raise BadCursor(f"not a cursor: {error}") from None


def entries_of(
    row: str, places: Mapping[str, int], words: Mapping[str, str]
) -> dict[str, ListPlace]:
    """The entry of a row in each of its lists."""
    entries = {name: ListPlace(score, row.encode()) for name, score in places.items()}
    for name, text in words.items():
        entries[name] = ListPlace(0, text.encode() + b"\0" + row.encode())
    return entries


def row_of(member: bytes) -> str:
    """The id of the row an entry belongs to."""
    return member.rpartition(b"\0")[2].decode()
