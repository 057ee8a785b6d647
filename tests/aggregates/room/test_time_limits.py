"""What is scaled by the speed of a game."""

import pytest

from xiangqi_server.aggregates.room.terms import (
    ByoyomiClock,
    ClockTerms,
    CorrespondenceClock,
    FischerClock,
    GameTerms,
    NoClock,
    PerMoveClock,
    ThreePartClock,
)
from xiangqi_server.aggregates.room.time_limits import (
    allotted_ms,
    claim_grace_ms,
    first_move_ms,
    lag_quota_ms,
)

MINUTE_MS = 60_000


@pytest.mark.parametrize(
    ("clock", "estimate_ms", "quota_ms", "grace_ms"),
    [
        (FischerClock(MINUTE_MS), 60_000, 1_000, 15_000),
        (FischerClock(3 * MINUTE_MS - 1), 179_999, 2_999, 15_000),
        (FischerClock(3 * MINUTE_MS), 180_000, 3_000, 30_000),
        (FischerClock(3 * MINUTE_MS, 2_000), 260_000, 4_333, 30_000),
        (FischerClock(8 * MINUTE_MS), 480_000, 8_000, 60_000),
        (FischerClock(15 * MINUTE_MS, 10_000), 1_300_000, 15_000, 60_000),
        (FischerClock(25 * MINUTE_MS), 1_500_000, 15_000, 120_000),
        (ByoyomiClock(0, 3_000, 5), 120_000, 2_000, 15_000),
        (ThreePartClock(10 * MINUTE_MS, 60_000, 30_000), 1_800_000, 15_000, 120_000),
        (PerMoveClock(10_000), 400_000, 6_666, 30_000),
        (CorrespondenceClock(3), None, 0, None),
        (NoClock(), None, 0, 180_000),
    ],
    ids=str,
)
def test_quota_and_grace_follow_the_estimate(
    clock: ClockTerms, estimate_ms: int | None, quota_ms: int, grace_ms: int | None
) -> None:
    assert allotted_ms(clock) == estimate_ms
    assert lag_quota_ms(GameTerms(clock)) == quota_ms
    assert claim_grace_ms(clock) == grace_ms


def test_the_terms_can_turn_compensation_off() -> None:
    assert lag_quota_ms(GameTerms(FischerClock(MINUTE_MS), compensation=False)) == 0


@pytest.mark.parametrize(
    ("clock", "within_ms"),
    [
        (FischerClock(MINUTE_MS), 20_000),
        (FischerClock(5 * MINUTE_MS, 3_000), 20_000),
        (FischerClock(10 * MINUTE_MS, 5_000), 30_000),
        (FischerClock(30 * MINUTE_MS, 30_000), 60_000),
        (CorrespondenceClock(1), None),
        (NoClock(), None),
    ],
    ids=str,
)
def test_a_first_move_is_waited_for_by_the_speed_of_the_game(
    clock: ClockTerms, within_ms: int | None
) -> None:
    assert first_move_ms(clock) == within_ms
