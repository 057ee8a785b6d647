"""Exact timers for the aggregates this node holds; the store's deadline set is the backstop.

The alarm of an aggregate that every node holds would ring at all of them at once, and all but one
would decide and append for nothing. So, if its kind says so, the nodes ring in turn, in an order
drawn from its name: first one node, and if nothing comes of that, the next one a moment later.
"""

import asyncio
from collections.abc import Callable
from heapq import heapify, heappop, heappush
from itertools import count
from typing import Final

from xiangqi_server.kernel.host.background import A_TURN
from xiangqi_server.kernel.host.replica import Replica
from xiangqi_server.kernel.host.sharing import Sharing
from xiangqi_server.kernel.store.values import AggregateId

EARLY_MS: Final = 50
LAST_TURN: Final = 4
"""The place in the order from which on all nodes ring together."""
SPARE: Final = 64
"""How many entries of dropped alarms may be kept in addition to as many as there are alarms set."""

_Entry = tuple[float, int, AggregateId]
"""When an alarm rings, by the clock of the loop; its number; its aggregate."""


class _Alarm:
    """The alarm of an aggregate, and the moment for which it last asked, which may be later.

    It is this node's turn `late_ms` after that moment. The entry in the queue has its `number`.
    """

    __slots__ = ("due_at_ms", "late_ms", "number", "set_for_ms")

    def __init__(self, due_at_ms: int, late_ms: int, number: int) -> None:
        self.due_at_ms = self.set_for_ms = due_at_ms
        self.late_ms = late_ms
        self.number = number


class Alarms:
    """An alarm for each aggregate that wants to be woken. Owned by the host.

    All share one timer of the loop, which is set for the first of them: a timer for each would
    weigh a kilobyte. An alarm that is to ring later than it is set for is not set again at every
    change: when it rings, it is set for the time that is left. A dropped alarm stays in the queue
    until its time comes, or until more alarms are dropped than set. Of alarms that are due at the
    same moment (thousands of games may be void) a few ring in a turn of the loop.

    Args:
        now_ms: the time of an aggregate's primary.
        sharing: tells when it is this node's turn.
        ring: has the alarm of an aggregate decided.
    """

    def __init__(
        self,
        now_ms: Callable[[AggregateId], int],
        sharing: Sharing,
        ring: Callable[[AggregateId], None],
    ) -> None:
        self._now_ms = now_ms
        self._sharing = sharing
        self._ring = ring
        self._alarms: dict[AggregateId, _Alarm] = {}
        self._queue: list[_Entry] = []
        self._numbers = count()
        self._timer: asyncio.TimerHandle | None = None

    def follow(self, replica: Replica) -> None:
        """Have the alarm ring when the state of the replica asks for it, and only then."""
        self.ring_at(replica, replica.kind.schedule.due_at_ms(replica.state))

    def ring_at(self, replica: Replica, due_at_ms: int | None) -> None:
        """Have the alarm of a replica ring at a moment of the store's time; None: not at all."""
        alarm = self._alarms.get(replica.aggregate)
        if due_at_ms is not None and alarm is not None and alarm.set_for_ms <= due_at_ms:
            alarm.due_at_ms = due_at_ms
            return
        self.drop(replica.aggregate)
        if due_at_ms is not None:
            self._set(replica.aggregate, due_at_ms, self._late_ms(replica))

    def put_off(self, replica: Replica, least_ms: int = EARLY_MS) -> None:
        """Ring a little later: the alarm was early by another clock, or has to wait."""
        self.drop(replica.aggregate)
        due_at_ms = replica.kind.schedule.due_at_ms(replica.state)
        if due_at_ms is not None:
            self._set(replica.aggregate, due_at_ms, self._late_ms(replica), least_ms)

    def drop(self, aggregate: AggregateId) -> None:
        """Forget the alarm of `aggregate`."""
        if self._alarms.pop(aggregate, None) is not None and not self._alarms:
            self._queue.clear()

    def _late_ms(self, replica: Replica) -> int:
        turn_ms = replica.kind.schedule.turn_ms
        if not turn_ms:
            return 0
        return turn_ms * min(self._sharing.share.turn_at(str(replica.aggregate)), LAST_TURN)

    def _set(self, aggregate: AggregateId, due_at_ms: int, late_ms: int, least_ms: int = 0) -> None:
        wait_ms = max(least_ms, due_at_ms + late_ms - self._now_ms(aggregate))
        alarm = self._alarms[aggregate] = _Alarm(due_at_ms, late_ms, next(self._numbers))
        at_s = asyncio.get_running_loop().time() + wait_ms / 1000
        heappush(self._queue, (at_s, alarm.number, aggregate))
        if len(self._queue) > 2 * len(self._alarms) + SPARE:
            self._queue = [entry for entry in self._queue if self._is_set(entry)]
            heapify(self._queue)
        if self._queue[0][1] == alarm.number:
            self._wait()

    def _is_set(self, entry: _Entry) -> bool:
        """Whether an entry belongs to the alarm that its aggregate has now."""
        alarm = self._alarms.get(entry[2])
        return alarm is not None and alarm.number == entry[1]

    def _wait(self) -> None:
        """Have the timer set for the first alarm."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        if self._queue:
            self._timer = asyncio.get_running_loop().call_at(self._queue[0][0], self._ring_due)

    def _ring_due(self) -> None:
        now_s = asyncio.get_running_loop().time()
        due: list[_Entry] = []
        while self._queue and self._queue[0][0] <= now_s and len(due) < A_TURN:
            entry = heappop(self._queue)
            if self._is_set(entry):
                due.append(entry)
        for entry in due:
            if self._is_set(entry):  # none that rang before has dropped it
                self._rang(entry[2], self._alarms.pop(entry[2]))
        self._wait()

    def _rang(self, aggregate: AggregateId, alarm: _Alarm) -> None:
        if alarm.due_at_ms > alarm.set_for_ms:
            self._set(aggregate, alarm.due_at_ms, alarm.late_ms)
        else:
            self._ring(aggregate)
