"""Exact timers for the aggregates this node holds; the store's deadline set is the backstop."""

import asyncio
from collections.abc import Callable
from typing import Final

from server.host.replica import Replica
from server.host.timebase import StoreClock
from server.store.values import AggregateId

EARLY_MS: Final = 50


class Alarms:
    """One timer an aggregate that wants to be woken. Owned by the host.

    Args:
        ring: has the alarm of an aggregate decided.
    """

    def __init__(self, clock: StoreClock, ring: Callable[[AggregateId], None]) -> None:
        self._clock = clock
        self._ring = ring
        self._timers: dict[AggregateId, tuple[int, asyncio.TimerHandle]] = {}

    def follow(self, replica: Replica) -> None:
        """Arm the timer for what the replica's state asks for, and no other."""
        due_at_ms = replica.kind.schedule.due_at_ms(replica.state)
        armed = self._timers.get(replica.aggregate)
        if armed is not None and armed[0] == due_at_ms:
            return
        self.drop(replica.aggregate)
        if due_at_ms is not None:
            self._arm(replica.aggregate, due_at_ms, max(0, due_at_ms - self._clock.now_ms()))

    def put_off(self, replica: Replica, least_ms: int = EARLY_MS) -> None:
        """Ring a little later: the alarm was early by some clock, or has to wait for something."""
        self.drop(replica.aggregate)
        due_at_ms = replica.kind.schedule.due_at_ms(replica.state)
        if due_at_ms is not None:
            wait_ms = max(least_ms, due_at_ms - self._clock.now_ms())
            self._arm(replica.aggregate, due_at_ms, wait_ms)

    def drop(self, aggregate: AggregateId) -> None:
        """Forget the timer of `aggregate`."""
        armed = self._timers.pop(aggregate, None)
        if armed is not None:
            armed[1].cancel()

    def _arm(self, aggregate: AggregateId, due_at_ms: int, wait_ms: int) -> None:
        loop = asyncio.get_running_loop()
        timer = loop.call_later(wait_ms / 1000, self._rang, aggregate)
        self._timers[aggregate] = (due_at_ms, timer)

    def _rang(self, aggregate: AggregateId) -> None:
        del self._timers[aggregate]
        self._ring(aggregate)
