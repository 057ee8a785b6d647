"""The clocks of both sides, under one time control.

The rest of the room only says how much of a turn is charged to a side.
"""

from msgspec import Struct
from msgspec.structs import replace

from xiangqi_server.aggregates.room.clock.control import SideTime, TimeControl
from xiangqi_server.aggregates.room.clock.controls import ClockTerms
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Side


class Clock(Struct, frozen=True, gc=False):
    """The time of both sides as it stood when the current turn began.

    Fields:
        no_increment: which sides earn none.
    """

    control: TimeControl
    times: BySide[SideTime]
    no_increment: BySide[bool] = BySide(red=False, black=False)

    def allowance_ms(self, side: Side) -> int | None:
        """How long a turn of `side` may be: when that much is used its flag falls."""
        return self.control.allowance_ms(self.times[side])

    def spent(self, side: Side, used_ms: int) -> "Clock":
        """The clocks after a move of `side` that was charged `used_ms`, with what it earns."""
        earn = self.control.cut if self.no_increment[side] else self.control.moved
        return self._with(side, earn(self._in_time(side, used_ms), used_ms))

    def cut(self, side: Side, used_ms: int) -> "Clock":
        """The clocks when a turn of `side` is cut off after `used_ms` and another begins."""
        return self._with(side, self.control.cut(self._in_time(side, used_ms), used_ms))

    def given(self, side: Side, gift_ms: int) -> "Clock":
        """The clocks with some time more for `side`, before everything its turn has used."""
        time = self.times[side]
        return self._with(side, replace(time, left_ms=time.left_ms + gift_ms))

    def berserk(self, side: Side, cost_ms: int) -> "Clock":
        """The clocks with less time for `side`, which earns no increment any more."""
        without = replace(self, no_increment=self.no_increment.replace(side, value=True))
        return without.given(side, -cost_ms)

    def showing(self, times: BySide[SideTime]) -> "Clock":
        """The clocks set to what an event recorded."""
        return Clock(self.control, times, self.no_increment)

    def _with(self, side: Side, time: SideTime) -> "Clock":
        red, black = self.times
        times = BySide(time, black) if side is Side.RED else BySide(red, time)
        return Clock(self.control, times, self.no_increment)

    def _in_time(self, side: Side, used_ms: int) -> SideTime:
        """The time of `side`, before a turn that ended in time."""
        time = self.times[side]
        allowance_ms = self.control.allowance_ms(time)
        if allowance_ms is not None and used_ms >= allowance_ms:
            raise AssertionError("a turn went on after the flag fell")
        return time


def start(terms: ClockTerms) -> Clock:
    """The clocks before the first move."""
    return Clock(terms, BySide.both(terms.start()))
