"""Appends to the store, under ids of this node, and counts the appends for the operator.

The figures are plain ints that a move adds to; they are read when somebody asks for the metrics.
"""

import asyncio
from bisect import bisect_left
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Final

from xiangqi_server.kernel.host.outages.primary_terms import HELD
from xiangqi_server.kernel.host.timebase import monotonic_s
from xiangqi_server.kernel.store.port import Store, StoreError, StoreUnavailable, Told
from xiangqi_server.kernel.store.values import AggregateId, Append, Appended, AppendResult, Conflict

KEPT_UNANSWERED: Final = 10_000
"""How many unanswered appends are remembered; logs with older ones are compared."""
BOUNDS_S: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class Appender:
    """All appends of a node go through it. Owned by the host.

    Args:
        name: the name of this node, of a-z and 0-9; the ids of its appends begin with it.
        is_held: tells whether nothing may be decided about an aggregate, see `primary_terms`.
        on_unanswered: told of every append without an answer.
        local_s: a clock that is never set back, fine enough for appends.

    Attributes:
        part_of: see `StoreServers.part_of`.
        waiting: how many appends have no answer yet.
        conflicts: how many appends came after those of another writer.
        unanswered: how many appends never had an answer.
        took: how many accepted appends took up to each of `BOUNDS_S`, and longer.
        took_s: how long these took together.
    """

    def __init__(
        self,
        store: Store,
        name: str,
        is_held: Callable[[AggregateId], bool],
        on_unanswered: Callable[[Append], None],
        local_s: Callable[[], float] = monotonic_s,
    ) -> None:
        self._logs = store.logs
        self._is_held = is_held
        self._on_unanswered = on_unanswered
        self.part_of = store.servers.part_of
        self._local_s = local_s
        self._start = f"{name}x"
        self._numbers = count(1)
        self._unanswered_ids: dict[str, None] = {}
        self.waiting = 0
        self.conflicts = 0
        self.unanswered = 0
        self.took = [0] * (len(BOUNDS_S) + 1)
        self.took_s = 0.0

    def fresh_id(self) -> str:
        """An id for one more append, of a-z and 0-9, as readers of a log expect it."""
        return f"{self._start}{next(self._numbers):x}"

    def is_own(self, event_id: str) -> bool:
        """Whether an append is one of this node's that has its answer, or will have it.

        If there will be no answer, the publication may be the only sign of the append.
        """
        return event_id.startswith(self._start) and event_id not in self._unanswered_ids

    def histogram(self) -> tuple[list[int], float]:
        """How long accepted appends took: `took`, and `took_s` in seconds."""
        return self.took, self.took_s

    async def append(self, request: Append) -> AppendResult:
        """See `Logs.append`; an append to a held aggregate is not sent."""
        told: asyncio.Future[AppendResult | StoreError] = asyncio.get_running_loop().create_future()
        self.append_soon(request, lambda result: None if told.done() else told.set_result(result))
        result = await told
        if isinstance(result, StoreError):
            raise result
        return result

    def append_soon(self, request: Append, told: Told) -> None:
        """See `Logs.append_soon`; an append to a held aggregate is not sent."""
        if self._is_held(request.aggregate):
            asyncio.get_running_loop().call_soon(told, StoreUnavailable(HELD))
            return
        self._logs.append_soon(request, partial(self._answered, request, self._local_s(), told))
        self.waiting += 1

    def _answered(
        self, request: Append, began_s: float, told: Told, result: AppendResult | StoreError
    ) -> None:
        """Count a result, and pass it on."""
        self.waiting -= 1
        if isinstance(result, Appended):
            took_s = self._local_s() - began_s
            self.took[bisect_left(BOUNDS_S, took_s)] += 1
            self.took_s += took_s
        elif isinstance(result, Conflict):
            self.conflicts += 1
        elif isinstance(result, StoreUnavailable):
            self.unanswered += 1
            self._on_unanswered(request)
            self._unanswered_ids[request.event_id] = None
            if len(self._unanswered_ids) > KEPT_UNANSWERED:
                del self._unanswered_ids[next(iter(self._unanswered_ids))]
        told(result)
