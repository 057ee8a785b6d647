"""A vacation as a player takes it: what is kept, what comes in, and what comes back."""

import pytest

from xiangqi_server.aggregates.players.leave import (
    FIRST_DAYS,
    MOST_DAYS,
    EndLeave,
    Leave,
    LeaveCommand,
    TakeLeave,
    apply,
    decide,
)
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.kernel.aggregate.spans import DAY_MS, HOUR_MS

T0_MS = 1_700_000_000_000


def after(part: Leave, command: LeaveCommand, at_ms: int) -> Leave:
    """What a player has after a command."""
    for event in decide(part, command, at_ms, T0_MS).events:
        part = apply(part, event)
    return part


def days_kept(part: Leave, at_ms: int) -> float:
    """How many days are kept at a moment."""
    return part.bank_now_ms(T0_MS, at_ms) / DAY_MS


def test_an_account_begins_with_ten_days_and_thirty_come_in_a_year_up_to_thirty() -> None:
    days = [days_kept(Leave(), T0_MS + passed * DAY_MS) for passed in (0, 73, 365, 3_650)]

    assert days == [FIRST_DAYS, FIRST_DAYS + 6, MOST_DAYS, MOST_DAYS]


def test_a_vacation_takes_its_days_at_once_and_no_more_than_there_are() -> None:
    on = after(Leave(), TakeLeave(7), T0_MS)

    assert (on.number, on.until_ms, days_kept(on, T0_MS)) == (1, T0_MS + 7 * DAY_MS, 3)
    with pytest.raises(Refused) as again:
        after(on, TakeLeave(1), T0_MS + 7 * DAY_MS - 1)
    with pytest.raises(Refused) as more:
        after(on, TakeLeave(5), T0_MS + 7 * DAY_MS)
    assert again.value.code is PlayerRefusal.ON_VACATION
    assert more.value.code is PlayerRefusal.NO_VACATION_LEFT


def test_to_come_back_early_brings_whole_days_back_and_a_day_begun_is_gone() -> None:
    on = after(Leave(), TakeLeave(7), T0_MS)

    back = after(on, EndLeave(), T0_MS + HOUR_MS)

    assert (back.number, back.until_ms) == (2, T0_MS + HOUR_MS)
    assert days_kept(back, T0_MS + HOUR_MS) == pytest.approx(9, abs=0.01)
    assert after(back, EndLeave(), T0_MS + 2 * HOUR_MS) == back


def test_going_to_and_fro_costs_a_day_each_time() -> None:
    part, at_ms = Leave(), T0_MS
    for _ in range(FIRST_DAYS):
        part = after(part, TakeLeave(1), at_ms)
        part = after(part, EndLeave(), at_ms + 1_000)
        at_ms += 2_000

    with pytest.raises(Refused):
        after(part, TakeLeave(1), at_ms)
