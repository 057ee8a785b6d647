"""The replicas of a node: made when they are needed, dropped when nobody used them lately."""

from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Final

from xiangqi_server.kernel.aggregate.kind import AnyKind
from xiangqi_server.kernel.host.replica import Replica
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.store.values import AggregateId

IDLE_MS: Final = 60_000
OVER_IDLE_MS: Final = 2_000
"""One that is over: strangers read many of them, each but once, and nobody waits for a change."""


class Replicas:
    """Owned by the host."""

    def __init__(self, kinds: Mapping[str, AnyKind], clock: StoreClock) -> None:
        self._kinds = kinds
        self._clock = clock
        self._by_id: dict[AggregateId, Replica] = {}
        self._resting: dict[AggregateId, Replica] = {}  # that rests longest stands first
        self._over: dict[AggregateId, Replica] = {}  # resting as well, in the same order

    def get(self, aggregate: AggregateId) -> Replica | None:
        """The replica of an aggregate, if there is one."""
        return self._by_id.get(aggregate)

    def of(self, aggregate: AggregateId) -> Replica:
        """The replica of an aggregate, made if it is not there; it is not loaded then."""
        replica = self._by_id.get(aggregate)
        if replica is None:
            replica = self._by_id[aggregate] = Replica(aggregate, self._kinds[aggregate.kind])
            self.rest(replica)
        return replica

    def rest(self, replica: Replica) -> None:
        """Note that nobody uses a replica from now on, unless it is watched."""
        if replica.watchers:
            return
        aggregate = replica.aggregate
        replica.idle_since_ms = self._clock.now_ms()
        if self._by_id.get(aggregate) is replica:
            self._resting.pop(aggregate, None)
            self._over.pop(aggregate, None)
            resting = self._over if replica.kind.is_over(replica.state) else self._resting
            resting[aggregate] = replica

    def watched(self) -> Iterator[Replica]:
        """The replicas that somebody watches."""
        return (replica for replica in self._by_id.values() if replica.watchers)

    def distrust(self) -> None:
        """Have each replica read again before it is used."""
        for replica in self._by_id.values():
            replica.is_fresh = False

    def count(self, kind: str) -> int:
        """How many replicas of a kind there are; it visits all of them."""
        return sum(aggregate.kind == kind for aggregate in self._by_id)

    def evict(self, at_work: Container[AggregateId]) -> Iterator[AggregateId]:
        """Drop what nobody watches, works on, or has used lately; gives what was dropped."""
        now_ms = self._clock.now_ms()
        for resting, idle_ms in ((self._resting, IDLE_MS), (self._over, OVER_IDLE_MS)):
            for replica in tuple(_idle_since(resting.values(), now_ms - idle_ms)):
                del resting[replica.aggregate]  # one that is used rests again afterwards
                if not replica.watchers and replica.aggregate not in at_work:
                    del self._by_id[replica.aggregate]
                    yield replica.aggregate


def _idle_since(resting: Iterable[Replica], horizon_ms: int) -> Iterator[Replica]:
    """Those at the beginning that nobody has used since."""
    return takewhile(lambda replica: replica.idle_since_ms < horizon_ms, resting)
