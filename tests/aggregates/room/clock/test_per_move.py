"""The same time for each move."""

from xiangqi_server.aggregates.room.clock.control import SideClock, SideTime
from xiangqi_server.aggregates.room.clock.per_move import PerMoveControl

CONTROL = PerMoveControl(30_000)


def test_each_move_has_the_same_time_whatever_the_one_before_took() -> None:
    assert CONTROL.start() == SideTime(30_000)
    assert CONTROL.moved(SideTime(30_000), 29_999) == SideTime(30_000)
    assert CONTROL.cut(SideTime(30_000), 12_000) == SideTime(30_000)


def test_time_that_was_given_is_for_one_move() -> None:
    given = SideTime(45_000)

    assert CONTROL.allowance_ms(given) == 45_000
    assert CONTROL.moved(given, 0) == SideTime(30_000)


def test_the_clock_shows_what_is_left_for_the_move() -> None:
    assert CONTROL.face(SideTime(30_000), 29_999) == SideClock(1, 0, 1)
    assert CONTROL.face(SideTime(30_000), 99_000) == SideClock(0, 0, 0)
