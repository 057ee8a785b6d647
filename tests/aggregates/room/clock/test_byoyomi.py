"""Byo-yomi at every boundary: main time, a period's end, several periods in one turn."""

import pytest

from xiangqi_server.aggregates.room.clock.byoyomi import ByoyomiControl
from xiangqi_server.aggregates.room.clock.control import SideClock, SideTime

CONTROL = ByoyomiControl(main_ms=60_000, period_ms=10_000, periods=3)
MAIN = SideTime(5_000, 3)
PERIODS = SideTime(0, 3)


def test_a_side_starts_with_main_time_and_all_periods() -> None:
    assert CONTROL.start() == SideTime(60_000, 3)
    assert CONTROL.allowance_ms(CONTROL.start()) == 90_000


@pytest.mark.parametrize(
    ("time", "used_ms", "after"),
    [
        (MAIN, 0, SideTime(5_000, 3)),
        (MAIN, 4_999, SideTime(1, 3)),
        (MAIN, 5_000, SideTime(0, 3)),
        (MAIN, 14_999, SideTime(0, 3)),
        (MAIN, 15_000, SideTime(0, 2)),
        (MAIN, 34_999, SideTime(0, 1)),
        (PERIODS, 9_999, SideTime(0, 3)),
        (PERIODS, 10_000, SideTime(0, 2)),
        (PERIODS, 19_999, SideTime(0, 2)),
        (PERIODS, 20_000, SideTime(0, 1)),
        (PERIODS, 29_999, SideTime(0, 1)),
    ],
)
def test_a_move_within_a_period_renews_it(time: SideTime, used_ms: int, after: SideTime) -> None:
    assert CONTROL.moved(time, used_ms) == after
    assert CONTROL.cut(time, used_ms) == after


@pytest.mark.parametrize(
    ("time", "used_ms", "face"),
    [
        (MAIN, 0, SideClock(5_000, 3, None)),
        (MAIN, 4_999, SideClock(1, 3, None)),
        (MAIN, 5_000, SideClock(10_000, 3, 10_000)),
        (MAIN, 14_999, SideClock(1, 3, 1)),
        (MAIN, 15_000, SideClock(10_000, 2, 10_000)),
        (MAIN, 34_999, SideClock(1, 1, 1)),
        (MAIN, 35_000, SideClock(0, 0, 0)),
        (MAIN, 99_000, SideClock(0, 0, 0)),
        (PERIODS, 0, SideClock(10_000, 3, 10_000)),
    ],
)
def test_the_clock_shows_main_time_then_the_running_period(
    time: SideTime, used_ms: int, face: SideClock
) -> None:
    assert CONTROL.face(time, used_ms) == face
