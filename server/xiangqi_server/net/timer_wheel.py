"""How time passes for connections: one wheel of deadlines, turned by one timer of the loop.

A deadline is never early and at most two ticks late. The wheel's time stands still while the
process does: after a stall no peer looks silent because of us.
"""

import asyncio
import math
from collections.abc import Callable


class Deadline:
    """A callback waiting for its tick; cancelled, it lets go of the callback at once."""

    __slots__ = ("_callback",)

    def __init__(self, callback: Callable[[], None]) -> None:
        self._callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        """Make sure the callback is not called any more."""
        self._callback = None

    def ring(self) -> None:
        """Call the callback unless it was cancelled or called before."""
        callback, self._callback = self._callback, None
        if callback is not None:
            callback()


class TimerWheel:
    """Deadlines by tick. `now` counts ticks from 0.

    Args:
        now_s: a finer clock, by which a turn of the loop is measured; None: the loop's own.

    Attributes:
        now_s: that clock.
    """

    __slots__ = ("_buckets", "now", "now_s", "tick_seconds")

    def __init__(
        self, tick_seconds: float = 0.25, now_s: Callable[[], float] | None = None
    ) -> None:
        self.now = 0
        self.now_s = now_s
        self.tick_seconds = tick_seconds
        self._buckets: dict[int, list[Deadline]] = {}

    def ticks(self, seconds: float) -> int:
        """Give the least number of whole ticks that last at least `seconds`."""
        return math.ceil(seconds / self.tick_seconds)

    def after(self, seconds: float, callback: Callable[[], None]) -> Deadline:
        """Have `callback` called once, after at least `seconds`."""
        deadline = Deadline(callback)
        tick = self.now + self.ticks(seconds) + 1  # the tick that runs now has partly gone
        self._buckets.setdefault(tick, []).append(deadline)
        return deadline

    def advance(self) -> list[Deadline]:
        """Move on by one tick and give what is due, in the order it was asked for."""
        self.now += 1
        return self._buckets.pop(self.now, [])


class Ticker:
    """Turns a wheel by the running loop's clock between `start` and `stop`.

    Args:
        on_tick: gets the seconds by which each tick was late, which is how long the loop was held.
    """

    __slots__ = ("_due_s", "_handle", "_on_tick", "_wheel")

    def __init__(
        self, wheel: TimerWheel, on_tick: Callable[[float], None] = lambda late_s: None
    ) -> None:
        self._wheel = wheel
        self._on_tick = on_tick
        self._due_s = 0.0
        self._handle: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to turn; call it on the loop."""
        loop = asyncio.get_running_loop()
        self._due_s = loop.time() + self._wheel.tick_seconds
        self._handle = loop.call_at(self._due_s, self._tick)

    def stop(self) -> None:
        """Turn no more; what waits in the wheel is not called."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _tick(self) -> None:
        loop = asyncio.get_running_loop()
        late_s = loop.time() - self._due_s
        self.start()
        self._on_tick(late_s)
        for deadline in self._wheel.advance():
            loop.call_soon(deadline.ring)  # a callback that fails harms no other
