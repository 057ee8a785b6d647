"""The news as a value: the latest items, oldest first."""

from dataclasses import dataclass
from typing import Final

NEWS_ID: Final = "main"
"""There is one news board, and this is its id."""

KEPT_ITEMS: Final = 100


@dataclass(frozen=True, slots=True)
class Item:
    """One thing told; `language` None is for readers of all."""

    id: str
    by: str
    title: str
    text: str
    language: str | None
    at_ms: int


@dataclass(frozen=True, slots=True)
class News:
    """The latest `KEPT_ITEMS` items, oldest first."""

    items: tuple[Item, ...] = ()

    def has(self, item: str) -> bool:
        """Whether an item is there."""
        return any(kept.id == item for kept in self.items)
