"""The feed as a value: the latest entries, numbered from 1 without gaps.

Rooms tell it by effects, which come at least once and in any order. So the latest are
remembered by their games, and a repeat changes nothing.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from xiangqi_server.aggregates.room.messages import GameBegan, GameOver

FEED_ID: Final = "main"
"""There is one feed, and this is its id."""
KEPT_ENTRIES: Final = 2_048
"""A program that comes back after so many entries has to look into the archive."""


class ToldGame(Struct, frozen=True, array_like=True, gc=False):
    """A game that began, or ended.

    Fields:
        at_ms: when the feed heard of it.
        told: what it heard.
    """

    number: int
    at_ms: int
    told: GameBegan | GameOver


class GameFeed(Struct, frozen=True):
    """The latest news.

    Fields:
        last: the number of the latest entry, 0 before the first.
        entries: by `key_of`, the oldest first; their numbers have no gaps.
    """

    last: int = 0
    entries: Mapping[str, ToldGame] = field(default_factory=dict)

    def has_told(self, news: GameBegan | GameOver) -> bool:
        """This is known, or no news any more: the feed knows that the game is over."""
        return key_of(news) in self.entries or f"{news.room}.over" in self.entries

    def after(self, number: int, most: int) -> list[ToldGame]:
        """The entries after a number, the oldest first, at most so many."""
        kept = list(self.entries.values())
        start = max(0, number - self.forgotten)
        return kept[start : start + most]

    @property
    def forgotten(self) -> int:
        """The number of the latest entry that is not kept, 0 while all are."""
        return self.last - len(self.entries)


def key_of(news: GameBegan | GameOver) -> str:
    """What an entry is found by."""
    return f"{news.room}.{'began' if isinstance(news, GameBegan) else 'over'}"
