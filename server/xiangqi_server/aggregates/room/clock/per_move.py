"""The same time for each move, seconds or days; what a move does not use is lost."""

from dataclasses import dataclass

from xiangqi_server.aggregates.room.clock.control import SideClock, SideTime


@dataclass(frozen=True, slots=True)
class PerMoveControl:
    """See the module."""

    move_ms: int

    def start(self) -> SideTime:
        """The time of the first move."""
        return SideTime(self.move_ms)

    def allowance_ms(self, time: SideTime) -> int:
        """The time of the move, with what the other player gave for it."""
        return time.left_ms

    def moved(self, time: SideTime, used_ms: int) -> SideTime:
        """The time of the next move, whole."""
        return self.start()

    def cut(self, time: SideTime, used_ms: int) -> SideTime:
        """The same."""
        return self.start()

    def face(self, time: SideTime, used_ms: int) -> SideClock:
        """What is left for the move."""
        left_ms = max(0, time.left_ms - used_ms)
        return SideClock(left_ms, 0, left_ms)
