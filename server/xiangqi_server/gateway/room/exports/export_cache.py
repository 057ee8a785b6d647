"""The texts of games that were written out before, in a bounded number of bytes.

A text belongs to the digest at which the log of its game stood, and to what else it depends on, so
it is never out of date.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from xiangqi_server.api.room.export import Occasion

CACHE_BYTES: Final = 8 * 1024 * 1024
ENTRY_BYTES: Final = CACHE_BYTES // 8
"""A text longer than this is not kept: it would push out too many others."""

Called = tuple[tuple[str, str], ...]
"""Players by id, and the names that stand in the text."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One text, and what it depends on besides its log: names, and its tournament if it has one."""

    digest: bytes
    text: str
    called: Called = ()
    tournament: str | None = None
    occasion: Occasion | None = None

    @property
    def size_bytes(self) -> int:
        """Its size in the cache: a character takes up to four bytes."""
        return 4 * len(self.text) if not self.text.isascii() else len(self.text)


class ExportCache:
    """The texts used last, by room and form. Owned by `GameTexts`."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], Kept] = OrderedDict()
        self.size_bytes = 0

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, room: str, form: str, digest: bytes) -> Kept | None:
        """The text of a room in some form, if its log still stands at `digest`."""
        kept = self._kept.get((room, form))
        if kept is None or kept.digest != digest:
            return None
        self._kept.move_to_end((room, form))
        return kept

    def keep(self, room: str, form: str, kept: Kept) -> None:
        """Keep a text; those not used for longest are dropped for it."""
        self._drop((room, form))
        if kept.size_bytes > ENTRY_BYTES:
            return
        self._kept[room, form] = kept
        self.size_bytes += kept.size_bytes
        while self.size_bytes > CACHE_BYTES:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: tuple[str, str]) -> None:
        kept = self._kept.pop(key, None)
        if kept is not None:
            self.size_bytes -= kept.size_bytes
