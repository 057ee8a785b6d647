"""How often one connection may ask."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xiangqi_server.api.rate_limits import (
    Charge,
    RateDecision,
    Throttle,
    admit,
    count_fault,
    wait_ms,
)
from xiangqi_server.limits import CHAT, FAULTS, MESSAGES, STARTS, Rate

T0_MS = 1_000_000


def verdicts(throttle: Throttle, times_ms: list[int]) -> tuple[Throttle, list[RateDecision]]:
    """The verdicts over a message at each of the times."""
    seen = []
    for now_ms in times_ms:
        throttle, verdict = admit(throttle, Charge.MESSAGE, now_ms)
        seen.append(verdict)
    return throttle, seen


def test_a_burst_passes_and_the_next_is_refused() -> None:
    _, seen = verdicts(Throttle(), [T0_MS] * (MESSAGES.burst + 1))

    assert seen == [RateDecision.PASS] * MESSAGES.burst + [RateDecision.REFUSE]


def test_after_a_burst_one_more_passes_when_one_token_is_back_not_before() -> None:
    throttle, _ = verdicts(Throttle(), [T0_MS] * MESSAGES.burst)

    _, early = admit(throttle, Charge.MESSAGE, T0_MS + MESSAGES.every_ms - 1)
    _, in_time = admit(throttle, Charge.MESSAGE, T0_MS + MESSAGES.every_ms)

    assert (early, in_time) == (RateDecision.REFUSE, RateDecision.PASS)


def test_twenty_messages_a_second_pass_for_ever() -> None:
    _, seen = verdicts(Throttle(), [T0_MS + 50 * n for n in range(2_000)])

    assert set(seen) == {RateDecision.PASS}


def test_looking_for_an_opponent_has_a_slower_bucket_of_its_own() -> None:
    throttle, seen = Throttle(), []
    for _ in range(STARTS.burst + 1):
        throttle, verdict = admit(throttle, Charge.START, T0_MS)
        seen.append(verdict)

    _, other = admit(throttle, Charge.MESSAGE, T0_MS)

    assert seen == [RateDecision.PASS] * STARTS.burst + [RateDecision.REFUSE]
    assert other is RateDecision.PASS


def test_who_goes_on_flooding_is_closed() -> None:
    flood = MESSAGES.burst + FAULTS.burst + 1

    _, seen = verdicts(Throttle(), [T0_MS] * flood)

    assert seen[-2:] == [RateDecision.REFUSE, RateDecision.CLOSE]
    assert seen.count(RateDecision.CLOSE) == 1


def test_unreadable_messages_are_counted_as_floods_are() -> None:
    throttle, seen = Throttle(), []
    for _ in range(FAULTS.burst + 1):
        throttle, verdict = count_fault(throttle, T0_MS)
        seen.append(verdict)

    assert seen == [RateDecision.REFUSE] * FAULTS.burst + [RateDecision.CLOSE]


@given(st.integers(1, 100), st.integers(1, 20), st.lists(st.integers(0, 200), max_size=60))
def test_in_no_window_passes_more_than_the_burst_and_the_refill(
    every_ms: int, burst: int, gaps_ms: list[int]
) -> None:
    rate = Rate(every_ms=every_ms, burst=burst)
    full_at_ms, now_ms, passed_ms = 0, T0_MS, []
    for gap_ms in gaps_ms:
        now_ms += gap_ms
        after_ms = rate.take(full_at_ms, now_ms)
        if after_ms is not None:
            full_at_ms = after_ms
            passed_ms.append(now_ms)

    windows = [
        (last - first, 1 + j - i)
        for i, first in enumerate(passed_ms)
        for j, last in enumerate(passed_ms)
        if j >= i
    ]

    assert all(count <= burst + span_ms // every_ms + 1 for span_ms, count in windows)


def test_who_has_taken_all_is_told_how_long_to_wait_for_one_more() -> None:
    full_at_ms = 0
    for _ in range(CHAT.burst):
        taken_ms = CHAT.take(full_at_ms, T0_MS)
        assert taken_ms is not None
        full_at_ms = taken_ms
    now_ms = T0_MS + 700

    late_ms = CHAT.wait_ms(full_at_ms, now_ms)

    assert late_ms == CHAT.every_ms - 700
    assert CHAT.take(full_at_ms, now_ms + late_ms - 1) is None
    assert CHAT.take(full_at_ms, now_ms + late_ms) is not None


@pytest.mark.parametrize("cost", list(Charge))
def test_who_was_refused_passes_after_the_wait_it_was_told_and_not_before(
    cost: Charge,
) -> None:
    throttle, verdict = Throttle(), RateDecision.PASS
    while verdict is RateDecision.PASS:
        throttle, verdict = admit(throttle, cost, T0_MS)

    late_ms = wait_ms(throttle, cost, T0_MS)
    verdicts = [admit(throttle, cost, T0_MS + late_ms - early)[1] for early in (1, 0)]

    assert verdicts == [RateDecision.REFUSE, RateDecision.PASS]
