"""Byo-yomi: main time, then periods, each of which lasts as long as every move is made within it.

A turn uses the main time first, then one period after the other. A period is lost when
all of it is used; the one in which the move is made is whole again at the next turn. The
flag falls when the last one is lost.
"""

from dataclasses import dataclass

from xiangqi_server.aggregates.room.clock.control import SideClock, SideTime


@dataclass(frozen=True, slots=True)
class ByoyomiControl:
    """See the module."""

    main_ms: int
    period_ms: int
    periods: int

    def start(self) -> SideTime:
        """The main time and all periods."""
        return SideTime(self.main_ms, self.periods)

    def allowance_ms(self, time: SideTime) -> int:
        """The main time and every period that is left."""
        return time.left_ms + time.periods * self.period_ms

    def moved(self, time: SideTime, used_ms: int) -> SideTime:
        """Main time used and periods lost are gone; the period of the move is not."""
        left_ms = time.left_ms - used_ms
        if left_ms > 0:
            return SideTime(left_ms, time.periods)
        return SideTime(0, time.periods - -left_ms // self.period_ms)

    def cut(self, time: SideTime, used_ms: int) -> SideTime:
        """The same: a turn that begins again has a whole period."""
        return self.moved(time, used_ms)

    def face(self, time: SideTime, used_ms: int) -> SideClock:
        """The main time, and when it is used up the running period, also as `turn_ms`."""
        left_ms = time.left_ms - used_ms
        if left_ms > 0:
            return SideClock(left_ms, time.periods, None)
        lost, of_period_ms = divmod(-left_ms, self.period_ms)
        if lost >= time.periods:
            return SideClock(0, 0, 0)
        period_left_ms = self.period_ms - of_period_ms
        return SideClock(period_left_ms, time.periods - lost, period_left_ms)
