"""The connections, in parts: each tick of a beat visits one part, so no tick visits them all."""

from collections.abc import Callable, Iterator
from typing import Final, Protocol

from xiangqi_server.kernel.faults import Faults

_MIXER: Final = 2_654_435_761
"""An odd number near 2**32 divided by the golden ratio (Knuth's multiplicative hashing)."""


class Newcomer(Protocol):
    """A connection that has asked for nothing that lasts, and may have to make room."""

    def give_way(self) -> None:
        """Free the place at once and end the TCP connection."""
        ...

    def go_away(self) -> None:
        """Close, because the server stops."""
        ...

    def abort(self) -> None:
        """End the TCP connection at once."""
        ...


class Newcomers:
    """Connections that are no websocket yet, the oldest first."""

    __slots__ = ("_waiting", "_when_empty")

    def __init__(self) -> None:
        self._waiting: dict[Newcomer, None] = {}
        self._when_empty: Callable[[], None] | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Newcomer]:
        """Go through those listed now; they may change on the way."""
        return iter(tuple(self._waiting))

    def add(self, newcomer: Newcomer) -> None:
        """List one more, as the latest."""
        self._waiting[newcomer] = None

    def discard(self, newcomer: Newcomer) -> None:
        """Strike one off; one that is not listed changes nothing."""
        self._waiting.pop(newcomer, None)
        if self._when_empty is not None and not self._waiting:
            self._when_empty()

    def when_empty(self, callback: Callable[[], None]) -> None:
        """Have `callback` called as soon as nobody is listed, now or later."""
        self._when_empty = callback
        if not self._waiting:
            callback()

    def send_off_oldest(self) -> bool:
        """Have the oldest give way; False without any."""
        oldest = next(iter(self._waiting), None)
        if oldest is None:
            return False
        self.discard(oldest)
        oldest.give_way()
        return True


class Listed(Protocol):
    """A connection as the keepalive sees it."""

    def beat(self) -> None:
        """Notice a peer that has become silent; called once a beat."""
        ...

    def go_away(self) -> None:
        """Close, because the server stops."""
        ...

    def abort(self) -> None:
        """End the TCP connection at once."""
        ...


class Keepalive:
    """All websockets and streams of a listener. Each belongs to one part, found by its identity."""

    __slots__ = ("_faults", "_next", "_parts", "_when_empty")

    def __init__(self, part_count: int, faults: Faults | None = None) -> None:
        self._faults = faults or Faults()
        self._parts: tuple[set[Listed], ...] = tuple(set() for _ in range(max(1, part_count)))
        self._next = 0
        self._when_empty: Callable[[], None] | None = None

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def __iter__(self) -> Iterator[Listed]:
        """Go through those connected now; the keepalive may change on the way."""
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
            with self._faults.contained("keepalive"):
                connection.beat()

    def _part_of(self, connection: Listed) -> set[Listed]:
        # Objects of one size lie at even distances: unmixed, a few parts would hold them all.
        return self._parts[(id(connection) * _MIXER >> 24) % len(self._parts)]
