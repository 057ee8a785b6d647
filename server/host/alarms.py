"""Exact timers for the aggregates this node holds; the store's deadline set is the backstop.

What every node holds would ring at all of them at once, and all but one would decide and append in
vain. So where its kind says so, the nodes ring in turn: the first of an order drawn from the name,
and the next ones only if nothing has come of that, some moments later each.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from server.host.replica import Replica
from server.host.sharing import Sharing
from server.store.values import AggregateId

EARLY_MS: Final = 50
LAST_TURN: Final = 4
"""Whoever comes later in the order than that rings together with this one."""


class _Timer:
    """The timer of an aggregate, and the moment it asked for last, which may be later.

    `late_ms` after that moment it is this node's turn.
    """

    __slots__ = ("due_at_ms", "handle", "late_ms", "set_for_ms")

    def __init__(self, due_at_ms: int, late_ms: int, handle: asyncio.TimerHandle) -> None:
        self.due_at_ms = self.set_for_ms = due_at_ms
        self.late_ms = late_ms
        self.handle = handle


class Alarms:
    """One timer an aggregate that wants to be woken. Owned by the host.

    A timer that would ring before an aggregate wants it is not set anew by every change: when it
    rings, it is set for what is left.

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
        self._timers: dict[AggregateId, _Timer] = {}

    def follow(self, replica: Replica) -> None:
        """Have the timer ring when the replica's state asks for it, and not otherwise."""
        self.ring_at(replica, replica.kind.schedule.due_at_ms(replica.state))

    def ring_at(self, replica: Replica, due_at_ms: int | None) -> None:
        """Have the timer of a replica ring at a moment of the store's time; None: not at all."""
        timer = self._timers.get(replica.aggregate)
        if due_at_ms is not None and timer is not None and timer.set_for_ms <= due_at_ms:
            timer.due_at_ms = due_at_ms
            return
        self.drop(replica.aggregate)
        if due_at_ms is not None:
            self._set(replica.aggregate, due_at_ms, self._late_ms(replica))

    def put_off(self, replica: Replica, least_ms: int = EARLY_MS) -> None:
        """Ring a little later: the alarm was early by some clock, or has to wait for something."""
        self.drop(replica.aggregate)
        due_at_ms = replica.kind.schedule.due_at_ms(replica.state)
        if due_at_ms is not None:
            self._set(replica.aggregate, due_at_ms, self._late_ms(replica), least_ms)

    def drop(self, aggregate: AggregateId) -> None:
        """Forget the timer of `aggregate`."""
        timer = self._timers.pop(aggregate, None)
        if timer is not None:
            timer.handle.cancel()

    def _late_ms(self, replica: Replica) -> int:
        turn_ms = replica.kind.schedule.turn_ms
        if not turn_ms:
            return 0
        return turn_ms * min(self._sharing.share.turn_at(str(replica.aggregate)), LAST_TURN)

    def _set(self, aggregate: AggregateId, due_at_ms: int, late_ms: int, least_ms: int = 0) -> None:
        wait_ms = max(least_ms, due_at_ms + late_ms - self._now_ms(aggregate))
        loop = asyncio.get_running_loop()
        handle = loop.call_later(wait_ms / 1000, self._rang, aggregate)
        self._timers[aggregate] = _Timer(due_at_ms, late_ms, handle)

    def _rang(self, aggregate: AggregateId) -> None:
        timer = self._timers.pop(aggregate)
        if timer.due_at_ms > timer.set_for_ms:
            self._set(aggregate, timer.due_at_ms, timer.late_ms)
        else:
            self._ring(aggregate)
