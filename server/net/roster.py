"""Who is connected, in parts: each tick of a beat visits one part, so no tick visits everyone."""

from collections.abc import Callable, Iterator
from typing import Final, Protocol

_MIXER: Final = 2_654_435_761
"""An odd number near 2**32 divided by the golden ratio (Knuth's multiplicative hashing)."""


class Listed(Protocol):
    """A connection as the roster sees it."""

    def beat(self) -> None:
        """Notice a peer that has become silent; called once a beat."""
        ...

    def go_away(self) -> None:
        """Close, because the server stops."""
        ...

    def abort(self) -> None:
        """End the TCP connection at once."""
        ...


class Roster:
    """All connections of one listener. Each belongs to one part, found by its identity."""

    __slots__ = ("_next", "_parts", "_when_empty")

    def __init__(self, part_count: int) -> None:
        self._parts: tuple[set[Listed], ...] = tuple(set() for _ in range(max(1, part_count)))
        self._next = 0
        self._when_empty: Callable[[], None] | None = None

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def __iter__(self) -> Iterator[Listed]:
        """Go through those connected now; the roster may change on the way."""
        for part in self._parts:
            yield from tuple(part)

    def add(self, connection: Listed) -> None:
        """List a connection."""
        self._part_of(connection).add(connection)

    def discard(self, connection: Listed) -> None:
        """Strike a connection off; one that is not listed changes nothing."""
        self._part_of(connection).discard(connection)
        if self._when_empty is not None and not len(self):
            self._when_empty()

    def when_empty(self, callback: Callable[[], None]) -> None:
        """Have `callback` called as soon as nobody is listed, now or later."""
        self._when_empty = callback
        if not len(self):
            callback()

    def beat(self) -> None:
        """Let the next part's connections beat; after as many calls as parts, all have."""
        part = self._parts[self._next]
        self._next = (self._next + 1) % len(self._parts)
        for connection in tuple(part):
            connection.beat()

    def _part_of(self, connection: Listed) -> set[Listed]:
        # Objects of one size lie at even distances: unmixed, a few parts would hold them all.
        return self._parts[(id(connection) * _MIXER >> 24) % len(self._parts)]
