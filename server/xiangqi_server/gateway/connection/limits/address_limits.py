"""The buckets of all addresses at this node, and how other nodes on the store hear of them.

No message waits for this. Once a second one call for each shard concerned says what addresses
have taken here, and it brings back what they have taken elsewhere (`spent`).
In the store an address stands as a hash, and only until its bucket is full again.
"""

from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import Final

from xiangqi_server.gateway.connection.background_tasks import BackgroundTasks
from xiangqi_server.gateway.connection.limits.rate_limits import AddressBuckets, SenderLimits
from xiangqi_server.gateway.connection.limits.spent import Spent, Sum
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.side import CounterStore
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.limits import Limit

TELL_MS: Final = 1_000
HASH_CHARS: Final = 24


class AddressLimits:
    """Makes the buckets, and keeps other nodes informed. Owned by the node.

    Args:
        now_ms: the store's time.
        counters: where nodes add up; None where no other node can be.
        node: the name of this one.
        nodes: how many there are.
    """

    def __init__(
        self,
        now_ms: Callable[[], int],
        tasks: BackgroundTasks,
        counters: CounterStore | None,
        node: str,
        nodes: Callable[[], int] = lambda: 1,
    ) -> None:
        self.now_ms = now_ms
        self._tasks = tasks
        self._counters = counters
        self._node = node
        self._nodes = nodes
        self._shared: dict[str, tuple[Spent, AddressBuckets]] = {}

    def of(self, limit: Limit) -> AddressBuckets:
        """The buckets of one row; every row is asked for once."""
        if self._counters is None:
            return AddressBuckets(limit)
        spent = Spent(limit, self._nodes, self.tell)
        buckets = AddressBuckets(limit, spent)
        self._shared[limit.name] = spent, buckets
        return buckets

    def senders(
        self, of_player: Limit, of_address: Limit, amounts: Limit | None = None
    ) -> SenderLimits:
        """What players and addresses may do of one sort, and how much of it."""
        how_much = None if amounts is None else self.of(amounts)
        return SenderLimits(of_player, self.of(of_address), how_much)

    def tell(self) -> None:
        """Tell the other nodes what was taken here since the last time, and learn of theirs."""
        now_ms = self.now_ms()
        by_time: dict[int, dict[Sum, int]] = {}
        for spent, _ in self._shared.values():
            if news := spent.news(now_ms):
                by_time.setdefault(spent.holds_ms, {}).update(news)
        for holds_ms, news in by_time.items():
            if self._counters is not None:
                self._tasks.start(self._exchange(self._counters, news, holds_ms))

    async def _exchange(self, counters: CounterStore, news: dict[Sum, int], holds_ms: int) -> None:
        places = {_place_of(told): told for told in news}
        numbers = {place: news[told] for place, told in places.items()}
        with suppress(StoreUnavailable):  # the next sum sent contains this one too
            totals = await counters.put_all(numbers, self._node, holds_ms)
            for place, total in totals.items():
                self._learn(places[place], news[places[place]], total)

    def _learn(self, told: Sum, own: int, total: int) -> None:
        spent, buckets = self._shared[told.limit]
        now_ms = self.now_ms()
        more = spent.more_elsewhere(told, own, total, now_ms)
        if more:
            buckets.charge(told.address, now_ms, more)


def _place_of(told: Sum) -> AggregateId:
    """Where the nodes add up."""
    text = f"{told.limit} {told.span} {told.address}"
    return AggregateId("limit", sha256(text.encode()).hexdigest()[:HASH_CHARS])
