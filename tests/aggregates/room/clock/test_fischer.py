"""Main time and increment at their boundaries."""

from xiangqi_server.aggregates.room.clock.control import SideClock, SideTime
from xiangqi_server.aggregates.room.clock.fischer import FischerControl

CONTROL = FischerControl(180_000, 2_000)


def test_a_side_starts_with_the_main_time_and_may_use_all_but_a_millisecond_of_it() -> None:
    assert CONTROL.start() == SideTime(180_000)
    assert CONTROL.allowance_ms(SideTime(1_000)) == 1_000
    assert CONTROL.moved(SideTime(1_000), 999) == SideTime(2_001)


def test_a_move_earns_the_increment_and_a_turn_cut_off_does_not() -> None:
    assert CONTROL.moved(SideTime(10_000), 4_000) == SideTime(8_000)
    assert CONTROL.cut(SideTime(10_000), 4_000) == SideTime(6_000)


def test_the_clock_shows_what_is_left_and_never_less_than_nothing() -> None:
    assert CONTROL.face(SideTime(10_000), 4_000) == SideClock(6_000, 0, None)
    assert CONTROL.face(SideTime(10_000), 10_000) == SideClock(0, 0, None)
    assert CONTROL.face(SideTime(10_000), 99_000) == SideClock(0, 0, None)
