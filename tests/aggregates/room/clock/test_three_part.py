"""局时, 步时, 读秒 at every boundary."""

import pytest

from xiangqi_server.aggregates.room.clock.control import SideClock, SideTime
from xiangqi_server.aggregates.room.clock.three_part import ThreePartControl

CONTROL = ThreePartControl(game_ms=600_000, move_ms=60_000, count_ms=20_000)


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
    assert CONTROL.allowance_ms(SideTime(left_ms)) == allowance_ms


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
    assert CONTROL.moved(SideTime(left_ms), used_ms) == SideTime(after_ms)
    assert CONTROL.cut(SideTime(left_ms), used_ms) == SideTime(after_ms)


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
    assert CONTROL.face(SideTime(left_ms), used_ms) == face


def test_a_side_starts_with_the_game_time() -> None:
    assert CONTROL.start() == SideTime(600_000)
