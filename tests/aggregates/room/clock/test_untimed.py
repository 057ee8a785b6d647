"""A game without a clock."""

from xiangqi_server.aggregates.room.clock.control import SideClock, SideTime, TimeControl
from xiangqi_server.aggregates.room.clock.untimed import UntimedControl


def test_nothing_is_ever_used_up() -> None:
    control: TimeControl = UntimedControl()
    time = SideTime(0)

    assert control.start() == time
    assert control.allowance_ms(time) is None
    assert control.moved(time, 10**12) == time
    assert control.cut(time, 10**12) == time
    assert control.face(time, 10**12) == SideClock(0, 0, None)
