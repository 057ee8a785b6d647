"""How many there are on all nodes together: spectators of each room, and players online.

Theory of operation. A node writes down its own number at the aggregate, for a while; the
store adds up and publishes the sum, which each node keeps as long as the numbers hold. Only
a node with a number of its own refreshes it, so a room nobody watches costs nothing.
"""

from collections.abc import Callable
from typing import Final

from server.gateway.errands import Errands, nothing
from server.host.timebase import StoreClock
from server.store.base import AggregateId
from server.store.feed import Aside
from server.store.notes import COUNTED, Notes

HOLDS_MS: Final = 15_000
REFRESH_MS: Final = 5_000
CHANGE_MS: Final = 1_000


class Count:
    """One number, here and on all nodes. Kept by whoever counts; made by `Counts`.

    Args:
        own: gives this node's own number.
    """

    def __init__(self, counts: "Counts", aggregate: AggregateId, own: Callable[[], int]) -> None:
        self._counts = counts
        self.aggregate = aggregate
        self._own = own
        self._noted = 0
        self._noted_ms = 0
        self._elsewhere = 0
        self._elsewhere_until_ms = 0

    def total(self) -> int:
        """The number on all nodes, as far as is known here."""
        is_known = self._counts.now_ms() < self._elsewhere_until_ms
        return self._own() + (self._elsewhere if is_known else 0)

    def heard(self, aside: Aside) -> None:
        """Take a sum that was published."""
        if aside.topic == COUNTED and aside.body.isdigit():
            self._take(int(aside.body))

    def tick(self) -> None:
        """Tell this node's own number when it has changed, and now and then while there is one."""
        since_ms, own = self._counts.now_ms() - self._noted_ms, self._own()
        if since_ms >= (CHANGE_MS if own != self._noted else REFRESH_MS) and (own or self._noted):
            self.tell()

    def tell(self) -> None:
        """Write this node's own number down, and learn the sum."""
        self._noted, self._noted_ms = self._own(), self._counts.now_ms()
        self._counts.write(self, self._noted)

    def _take(self, total: int) -> None:
        self._elsewhere = max(0, total - self._noted)
        self._elsewhere_until_ms = self._counts.now_ms() + HOLDS_MS


class Counts:
    """Makes counts and writes them down. Owned by the gateway.

    Args:
        node: the name of this node.
    """

    def __init__(self, clock: StoreClock, notes: Notes, errands: Errands, node: str) -> None:
        self._clock = clock
        self._notes = notes
        self._errands = errands
        self._node = node

    def of(self, aggregate: AggregateId, own: Callable[[], int]) -> Count:
        """A number at an aggregate."""
        return Count(self, aggregate, own)

    def now_ms(self) -> int:
        """The store's time."""
        return self._clock.now_ms()

    def write(self, count: Count, number: int) -> None:
        """Write a number down; the sum comes back as an aside."""
        self._errands.start(self._write(count, number), failed=nothing)

    async def _write(self, count: Count, number: int) -> None:
        total = await self._notes.count(count.aggregate, self._node, number, HOLDS_MS)
        count.heard(Aside(COUNTED, b"%d" % total))
