"""How many frames without a message a peer may send: pings, fragments, unasked pongs.

They cost us nearly as much as messages, which the application counts. The pongs to our own pings
are not charged.
"""

from xiangqi_server.net.limits import ListenerLimits
from xiangqi_server.net.timer_wheel import TimerWheel


class ControlBudget:
    """What one connection has sent; made when it sends the first frame of the kind."""

    __slots__ = ("_at", "_level")

    def __init__(self) -> None:
        self._level = 0.0
        self._at = 0

    def take(self, count: int, wheel: TimerWheel, limits: ListenerLimits) -> bool:
        """Charge `count` frames; False if they were too many."""
        passed_seconds = (wheel.now - self._at) * wheel.tick_seconds
        drained = passed_seconds * limits.controls_per_second
        self._level = max(0.0, self._level - drained) + count
        self._at = wheel.now
        return self._level <= limits.control_burst
