"""Appends to the store, under ids of our own, and what an operator is told of that.

The figures are ints, added to on the way of a move; whoever shows them reads them when asked.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Final

from server.host.timebase import monotonic_s
from server.store.port import Store, StoreError, StoreUnavailable
from server.store.values import Append, Appended, AppendResult, Conflict

BOUNDS_S: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class Appender:
    """All appends of a node go through it. Owned by the host.

    Args:
        local_s: a clock that is never set back, fine enough for appends.

    Attributes:
        fresh_id: gives unique ids for appends.
        waiting: appends that are not answered yet.
        conflicts: appends that another writer was ahead of.
        unanswered: appends without an answer.
        took: how many accepted appends took up to each of `BOUNDS_S`, and longer.
        took_s: what these took together.
    """

    def __init__(
        self,
        store: Store,
        fresh_id: Callable[[], str],
        local_s: Callable[[], float] = monotonic_s,
    ) -> None:
        self._store = store
        self._local_s = local_s
        self.fresh_id = fresh_id
        self.waiting = 0
        self.conflicts = 0
        self.unanswered = 0
        self.took = [0] * (len(BOUNDS_S) + 1)
        self.took_s = 0.0

    def spread(self) -> tuple[list[int], float]:
        """What there is in `took` and `took_s`."""
        return self.took, self.took_s

    async def append(self, request: Append) -> AppendResult:
        """See `Store.append`."""
        began_s = self._local_s()
        self.waiting += 1
        try:
            result = await self._store.append(request)
        except StoreUnavailable as error:
            self._count(error, 0)
            raise
        finally:
            self.waiting -= 1
        self._count(result, self._local_s() - began_s)
        return result

    async def append_all(self, requests: Sequence[Append]) -> Sequence[AppendResult | StoreError]:
        """See `Store.append_all`."""
        began_s = self._local_s()
        self.waiting += len(requests)
        try:
            results = await self._store.append_all(requests)
        finally:
            self.waiting -= len(requests)
        took_s = self._local_s() - began_s
        for result in results:
            self._count(result, took_s)
        return results

    def _count(self, result: AppendResult | StoreError, took_s: float) -> None:
        if isinstance(result, Appended):
            self.took[bisect_left(BOUNDS_S, took_s)] += 1
            self.took_s += took_s
        elif isinstance(result, Conflict):
            self.conflicts += 1
        elif isinstance(result, StoreUnavailable):
            self.unanswered += 1
