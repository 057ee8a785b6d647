"""Cursors into lists that are not rows: the next item's number, written like a place in rows."""

from collections.abc import Sequence
from typing import TypeVar

from xiangqi_server.kernel.store.rows import BadCursor, ListPlace, read_cursor, write_cursor

T = TypeVar("T")


def page_at(items: Sequence[T], after: str | None, limit: int) -> tuple[Sequence[T], str | None]:
    """At most `limit` items from a cursor on, and the cursor that goes on after them.

    Raises:
        BadCursor: `after` is not a position.
    """
    start = 0 if after is None else _read(after)
    end = start + limit
    return items[start:end], write_cursor(ListPlace(end, b"")) if end < len(items) else None


def _read(after: str) -> int:
    place = read_cursor(after)
    if place.member or place.score < 0:
        raise BadCursor("not a cursor into this list")
    return place.score
