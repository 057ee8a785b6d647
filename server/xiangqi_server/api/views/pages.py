"""Lists are sent in pages."""

from collections.abc import Sequence
from typing import Final, TypeVar

ROWS: Final = 50


T = TypeVar("T")


def page_of(items: Sequence[T], after: int | None, limit: int = ROWS) -> tuple[list[T], int | None]:
    """The items behind position `after`, and the position to go on from, None at the end."""
    start = after or 0
    end = start + limit
    return list(items[start:end]), end if end < len(items) else None
