"""No clock: no flag ever falls."""

from dataclasses import dataclass

from xiangqi_server.aggregates.room.clock.control import SideClock, SideTime


@dataclass(frozen=True, slots=True)
class UntimedControl:
    """See the module."""

    def start(self) -> SideTime:
        """0, which stands for nothing here."""
        return SideTime(0)

    def allowance_ms(self, time: SideTime) -> None:
        """For ever."""

    def moved(self, time: SideTime, used_ms: int) -> SideTime:
        """Unchanged."""
        return time

    def cut(self, time: SideTime, used_ms: int) -> SideTime:
        """Unchanged."""
        return time

    def face(self, time: SideTime, used_ms: int) -> SideClock:
        """Nothing."""
        return SideClock(0, 0, None)
