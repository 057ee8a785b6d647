"""How many there are on all nodes together: spectators of each room, and players online.

Theory of operation. A node writes down its own number at the aggregate, for a while. The store adds
up and publishes the sum, which each node keeps as long as the numbers hold. Only a node with a
number of its own refreshes it, so a room without viewers costs nothing. All refreshes of one turn
of the loop are one call for each shard. Where no other node can be, nothing is written down.
"""

from collections.abc import Callable
from typing import Final

from xiangqi_server.gateway.connection.background_tasks import BackgroundTasks
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.store.feed import Ephemeral
from xiangqi_server.kernel.store.port import StoreAccess
from xiangqi_server.kernel.store.side import COUNTER_TOPIC, CounterStore
from xiangqi_server.kernel.store.values import AggregateId

HOLDS_MS: Final = 15_000
REFRESH_MS: Final = 5_000
CHANGE_MS: Final = 1_000


class ClusterCounter:
    """One number, here and on all nodes. Kept by the part that counts; made by `ClusterCounters`.

    Args:
        own: gives this node's own number.
        on_news: hears that there are more or fewer elsewhere.
    """

    def __init__(
        self,
        counts: "ClusterCounters",
        aggregate: AggregateId,
        own: Callable[[], int],
        on_news: Callable[[], None],
    ) -> None:
        self._counts = counts
        self.aggregate = aggregate
        self._own = own
        self._on_news = on_news
        self._noted = 0
        self._noted_ms = 0
        self._elsewhere = 0
        self._elsewhere_until_ms = 0

    def total(self) -> int:
        """The number on all nodes, as far as is known here."""
        is_known = self._counts.now_ms() < self._elsewhere_until_ms
        return self._own() + (self._elsewhere if is_known else 0)

    def on_ephemeral(self, ephemeral: Ephemeral) -> None:
        """Take a sum that was published."""
        if ephemeral.topic == COUNTER_TOPIC and ephemeral.body.isdigit():
            self._take(int(ephemeral.body))

    def tick(self) -> None:
        """Tell this node's own number when it has changed, and now and then while there is one."""
        if self._is_kept() and self._counts.now_ms() >= self._tell_ms():
            self.tell()

    def wait_ms(self) -> int | None:
        """After how long to call `tick`, or to ask for the `total`, again; None: after a change."""
        now_ms, until = self._counts.now_ms(), []
        if self._is_kept():
            until.append(self._tell_ms())
        if self._elsewhere and now_ms < self._elsewhere_until_ms:
            until.append(self._elsewhere_until_ms)
        return max(0, min(until) - now_ms) if until else None

    def _is_kept(self) -> bool:
        """There is a number of this node's to refresh, or to take back, for others to read."""
        return self._counts.are_read and bool(self._own() or self._noted)

    def _tell_ms(self) -> int:
        return self._noted_ms + (CHANGE_MS if self._own() != self._noted else REFRESH_MS)

    def tell(self) -> None:
        """Write this node's own number down, and learn the sum."""
        self._noted, self._noted_ms = self._own(), self._counts.now_ms()
        if self._counts.are_read:
            self._counts.write(self, self._noted)

    def end(self) -> None:
        """Tell a last time, and let go of the owner, which refers to this: a cycle."""
        self.tick()
        self._own, self._on_news = _nobody, _nothing

    def _take(self, total: int) -> None:
        before = self.total()
        self._elsewhere = max(0, total - self._noted)
        self._elsewhere_until_ms = self._counts.now_ms() + HOLDS_MS
        if self.total() != before:
            self._on_news()


def _nobody() -> int:
    return 0


def _nothing() -> None:
    pass


class ClusterCounters:
    """Makes counts and writes them down. Owned by the gateway.

    Args:
        node: the name of this node.

    Attributes:
        are_read: other nodes may be there to read them.
    """

    def __init__(
        self,
        clock: StoreClock,
        store: CounterStore,
        tasks: BackgroundTasks,
        node: str,
        access: StoreAccess,
    ) -> None:
        self.are_read = access is StoreAccess.SHARED
        self._clock = clock
        self._store = store
        self._tasks = tasks
        self._node = node
        self._unwritten: dict[AggregateId, tuple[ClusterCounter, int]] = {}

    def of(
        self,
        aggregate: AggregateId,
        own: Callable[[], int],
        on_news: Callable[[], None] = lambda: None,
    ) -> ClusterCounter:
        """A number at an aggregate."""
        return ClusterCounter(self, aggregate, own, on_news)

    def now_ms(self) -> int:
        """The store's time."""
        return self._clock.now_ms()

    def write(self, count: ClusterCounter, number: int) -> None:
        """Write a number down, with all others of this turn of the loop.

        The sum comes back as an ephemeral.
        """
        if not self._unwritten:
            self._tasks.start(self._write())
        self._unwritten[count.aggregate] = (count, number)

    async def _write(self) -> None:
        unwritten, self._unwritten = self._unwritten, {}
        numbers = {aggregate: number for aggregate, (_, number) in unwritten.items()}
        totals = await self._store.put_all(numbers, self._node, HOLDS_MS)
        for aggregate, total in totals.items():
            count, _ = unwritten[aggregate]
            count.on_ephemeral(Ephemeral(COUNTER_TOPIC, b"%d" % total))
