"""Exact timers for the aggregates this node holds; the store's deadline set is the backstop."""

import asyncio
from collections.abc import Callable
from typing import Final

from server.host.replica import Replica
from server.host.timebase import StoreClock
from server.store.values import AggregateId

EARLY_MS: Final = 50


class _Timer:
    """The timer of an aggregate, and the moment it asked for last, which may be later."""

    __slots__ = ("due_at_ms", "handle", "set_for_ms")

    def __init__(self, due_at_ms: int, handle: asyncio.TimerHandle) -> None:
        self.due_at_ms = self.set_for_ms = due_at_ms
        self.handle = handle


class Alarms:
    """One timer an aggregate that wants to be woken. Owned by the host.

    A timer that would ring before an aggregate wants it is not set anew by every change: when it
    rings, it is set for what is left.

    Args:
        ring: has the alarm of an aggregate decided.
    """

    def __init__(self, clock: StoreClock, ring: Callable[[AggregateId], None]) -> None:
        self._clock = clock
        self._ring = ring
        self._timers: dict[AggregateId, _Timer] = {}

    def follow(self, replica: Replica) -> None:
        """Have the timer ring when the replica's state asks for it, and not otherwise."""
        due_at_ms = replica.kind.schedule.due_at_ms(replica.state)
        timer = self._timers.get(replica.aggregate)
        if due_at_ms is not None and timer is not None and timer.set_for_ms <= due_at_ms:
            timer.due_at_ms = due_at_ms
            return
        self.drop(replica.aggregate)
        if due_at_ms is not None:
            self._set(replica.aggregate, due_at_ms)

    def put_off(self, replica: Replica, least_ms: int = EARLY_MS) -> None:
        """Ring a little later: the alarm was early by some clock, or has to wait for something."""
        self.drop(replica.aggregate)
        due_at_ms = replica.kind.schedule.due_at_ms(replica.state)
        if due_at_ms is not None:
            self._set(replica.aggregate, due_at_ms, least_ms)

    def drop(self, aggregate: AggregateId) -> None:
        """Forget the timer of `aggregate`."""
        timer = self._timers.pop(aggregate, None)
        if timer is not None:
            timer.handle.cancel()

    def _set(self, aggregate: AggregateId, due_at_ms: int, least_ms: int = 0) -> None:
        wait_ms = max(least_ms, due_at_ms - self._clock.now_ms())
        loop = asyncio.get_running_loop()
        handle = loop.call_later(wait_ms / 1000, self._rang, aggregate)
        self._timers[aggregate] = _Timer(due_at_ms, handle)

    def _rang(self, aggregate: AggregateId) -> None:
        timer = self._timers.pop(aggregate)
        if timer.due_at_ms > timer.set_for_ms:
            self._set(aggregate, timer.due_at_ms)
        else:
            self._ring(aggregate)
