"""Each control: what a turn may take, what it leaves, and what the clock shows."""

import pytest

from xiangqi_server.aggregates.room.clock.control import SideClock, SideTime, TimeControl
from xiangqi_server.aggregates.room.clock.controls import (
    ByoyomiClock,
    FischerClock,
    NoClock,
    PerMoveClock,
    ThreePartClock,
)

FISCHER = FischerClock(180_000, 2_000)


def test_a_side_starts_with_the_main_time_and_may_use_all_but_a_millisecond_of_it() -> None:
    assert FISCHER.start() == SideTime(180_000)
    assert FISCHER.allowance_ms(SideTime(1_000)) == 1_000
    assert FISCHER.moved(SideTime(1_000), 999) == SideTime(2_001)


def test_a_move_earns_the_increment_and_a_turn_cut_off_does_not() -> None:
    assert FISCHER.moved(SideTime(10_000), 4_000) == SideTime(8_000)
    assert FISCHER.cut(SideTime(10_000), 4_000) == SideTime(6_000)


def test_the_clock_shows_what_is_left_and_never_less_than_nothing() -> None:
    assert FISCHER.face(SideTime(10_000), 4_000) == SideClock(6_000, 0, None)
    assert FISCHER.face(SideTime(10_000), 10_000) == SideClock(0, 0, None)
    assert FISCHER.face(SideTime(10_000), 99_000) == SideClock(0, 0, None)


BYOYOMI = ByoyomiClock(main_ms=60_000, period_ms=10_000, periods=3)
MAIN = SideTime(5_000, 3)
PERIODS = SideTime(0, 3)


def test_a_side_starts_with_main_time_and_all_periods() -> None:
    assert BYOYOMI.start() == SideTime(60_000, 3)
    assert BYOYOMI.allowance_ms(BYOYOMI.start()) == 90_000


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
    assert BYOYOMI.moved(time, used_ms) == after
    assert BYOYOMI.cut(time, used_ms) == after


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
    assert BYOYOMI.face(time, used_ms) == face


THREE_PART = ThreePartClock(game_ms=600_000, move_ms=60_000, count_ms=20_000)


@pytest.mark.parametrize(
    ("left_ms", "allowance_ms"),
    [
        (600_000, 60_000),
        (60_001, 60_000),
        (60_000, 80_000),
        (30_000, 50_000),
        (1, 20_001),
        (0, 20_000),
    ],
)
def test_a_turn_may_take_the_move_time_or_the_rest_of_game_time_and_the_count(
    left_ms: int, allowance_ms: int
) -> None:
    assert THREE_PART.allowance_ms(SideTime(left_ms)) == allowance_ms


@pytest.mark.parametrize(
    ("left_ms", "used_ms", "after_ms"),
    [
        (600_000, 59_999, 540_001),
        (30_000, 29_999, 1),
        (30_000, 30_000, 0),
        (30_000, 49_999, 0),
        (0, 19_999, 0),
    ],
)
def test_only_game_time_is_used_up(left_ms: int, used_ms: int, after_ms: int) -> None:
    assert THREE_PART.moved(SideTime(left_ms), used_ms) == SideTime(after_ms)
    assert THREE_PART.cut(SideTime(left_ms), used_ms) == SideTime(after_ms)


@pytest.mark.parametrize(
    ("left_ms", "used_ms", "face"),
    [
        (600_000, 0, SideClock(600_000, 0, 60_000)),
        (600_000, 59_999, SideClock(540_001, 0, 1)),
        (600_000, 60_000, SideClock(540_000, 0, 0)),
        (30_000, 29_999, SideClock(1, 0, 20_001)),
        (30_000, 30_000, SideClock(20_000, 0, 20_000)),
        (30_000, 49_999, SideClock(1, 0, 1)),
        (30_000, 50_000, SideClock(0, 0, 0)),
        (0, 0, SideClock(20_000, 0, 20_000)),
        (0, 99_000, SideClock(0, 0, 0)),
    ],
)
def test_the_clock_shows_game_time_then_the_count(
    left_ms: int, used_ms: int, face: SideClock
) -> None:
    assert THREE_PART.face(SideTime(left_ms), used_ms) == face


def test_a_side_starts_with_the_game_time() -> None:
    assert THREE_PART.start() == SideTime(600_000)


PER_MOVE = PerMoveClock(30_000)


def test_each_move_has_the_same_time_whatever_the_one_before_took() -> None:
    assert PER_MOVE.start() == SideTime(30_000)
    assert PER_MOVE.moved(SideTime(30_000), 29_999) == SideTime(30_000)
    assert PER_MOVE.cut(SideTime(30_000), 12_000) == SideTime(30_000)


def test_time_that_was_given_is_for_one_move() -> None:
    given = SideTime(45_000)

    assert PER_MOVE.allowance_ms(given) == 45_000
    assert PER_MOVE.moved(given, 0) == SideTime(30_000)


def test_the_clock_shows_what_is_left_for_the_move() -> None:
    assert PER_MOVE.face(SideTime(30_000), 29_999) == SideClock(1, 0, 1)
    assert PER_MOVE.face(SideTime(30_000), 99_000) == SideClock(0, 0, 0)


def test_nothing_is_ever_used_up() -> None:
    control: TimeControl = NoClock()
    time = SideTime(0)

    assert control.start() == time
    assert control.allowance_ms(time) is None
    assert control.moved(time, 10**12) == time
    assert control.cut(time, 10**12) == time
    assert control.face(time, 10**12) == SideClock(0, 0, None)
