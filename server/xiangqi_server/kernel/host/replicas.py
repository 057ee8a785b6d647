"""The replicas of a node: made when they are needed, dropped when nobody used them lately."""

from collections.abc import Container, Iterator, Mapping
from itertools import takewhile
from typing import Final

from xiangqi_server.kernel.aggregate.kind import AnyKind
from xiangqi_server.kernel.host.replica import Replica
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.store.values import AggregateId

IDLE_MS: Final = 60_000


class Replicas:
    """Owned by the host."""

    def __init__(self, kinds: Mapping[str, AnyKind], clock: StoreClock) -> None:
        self._kinds = kinds
        self._clock = clock
        self._by_id: dict[AggregateId, Replica] = {}
        self._resting: dict[AggregateId, Replica] = {}  # who rests longest stands first

    def get(self, aggregate: AggregateId) -> Replica | None:
        """The replica of an aggregate, if there is one."""
        return self._by_id.get(aggregate)

    def of(self, aggregate: AggregateId) -> Replica:
        """The replica of an aggregate, made if there is none; it is not loaded then."""
        replica = self._by_id.get(aggregate)
        if replica is None:
            replica = self._by_id[aggregate] = Replica(aggregate, self._kinds[aggregate.kind])
            self.rest(replica)
        return replica

    def rest(self, replica: Replica) -> None:
        """Note that nobody uses a replica from now on, unless it is watched."""
        if replica.watchers:
            return
        replica.idle_since_ms = self._clock.now_ms()
        if self._by_id.get(replica.aggregate) is replica:
            self._resting.pop(replica.aggregate, None)
            self._resting[replica.aggregate] = replica

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
        horizon_ms = self._clock.now_ms() - IDLE_MS
        resting = takewhile(
            lambda replica: replica.idle_since_ms < horizon_ms, self._resting.values()
        )
        for replica in tuple(resting):
            del self._resting[replica.aggregate]  # who is used rests again afterwards
            if not replica.watchers and replica.aggregate not in at_work:
                del self._by_id[replica.aggregate]
                yield replica.aggregate
