"""Main time, and an increment after each own move."""

from dataclasses import dataclass

from xiangqi_server.aggregates.room.clock.control import SideClock, SideTime


@dataclass(frozen=True, slots=True)
class FischerControl:
    """See the module."""

    main_ms: int
    increment_ms: int

    def start(self) -> SideTime:
        """The main time."""
        return SideTime(self.main_ms)

    def allowance_ms(self, time: SideTime) -> int:
        """All that is left."""
        return time.left_ms

    def moved(self, time: SideTime, used_ms: int) -> SideTime:
        """What was used is gone, the increment is earned."""
        return SideTime(time.left_ms - used_ms + self.increment_ms)

    def cut(self, time: SideTime, used_ms: int) -> SideTime:
        """What was used is gone."""
        return SideTime(time.left_ms - used_ms)

    def face(self, time: SideTime, used_ms: int) -> SideClock:
        """The main time."""
        return SideClock(max(0, time.left_ms - used_ms), 0, None)
