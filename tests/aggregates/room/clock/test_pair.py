"""Both clocks under every control, and the laws that hold for all of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xiangqi_server.aggregates.room.clock.control import SideClock, SideTime
from xiangqi_server.aggregates.room.clock.controls import (
    ByoyomiClock,
    ClockTerms,
    CorrespondenceClock,
    FischerClock,
    NoClock,
    PerMoveClock,
    ThreePartClock,
)
from xiangqi_server.aggregates.room.clock.pair import Clock, start
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.spans import DAY_MS

amounts_ms = st.integers(min_value=1, max_value=20_000)
clocks: st.SearchStrategy[ClockTerms] = st.one_of(
    st.builds(FischerClock, main_ms=amounts_ms, increment_ms=amounts_ms),
    st.builds(
        ByoyomiClock,
        main_ms=st.integers(min_value=0, max_value=20_000),
        period_ms=amounts_ms,
        periods=st.integers(min_value=1, max_value=4),
    ),
    st.builds(ThreePartClock, game_ms=amounts_ms, move_ms=amounts_ms, count_ms=amounts_ms),
    st.builds(PerMoveClock, move_ms=amounts_ms),
    st.builds(
        CorrespondenceClock,
        days=st.integers(min_value=1, max_value=14),
        bank_days=st.integers(min_value=0, max_value=30),
    ),
)
parts = st.floats(min_value=0, max_value=1, exclude_max=True)


@st.composite
def clocks_in_play(draw: st.DrawFn) -> Clock:
    """A pair of clocks after a few moves, none of which came too late."""
    clock = start(draw(clocks))
    for ply, part in enumerate(draw(st.lists(parts, max_size=8))):
        side = Side(ply % 2)
        allowance_ms = clock.allowance_ms(side)
        assert allowance_ms is not None
        clock = clock.spent(side, int(allowance_ms * part))
    return clock


def rest_ms(clock: Clock, face: SideClock) -> int:
    """How long the turn may still last, read from nothing but what the clock shows."""
    match clock.control:
        case ByoyomiClock(_, period_ms, _) if face.turn_ms is None:
            return face.left_ms + face.periods * period_ms
        case ByoyomiClock(_, period_ms, _):
            return face.left_ms + max(0, face.periods - 1) * period_ms
        case _:
            return face.left_ms if face.turn_ms is None else face.turn_ms


@pytest.mark.parametrize(
    ("terms", "clock"),
    [
        (FischerClock(9_000, 10), Clock(FischerClock(9_000, 10), BySide.both(SideTime(9_000)))),
        (ByoyomiClock(0, 5, 2), Clock(ByoyomiClock(0, 5, 2), BySide.both(SideTime(0, 2)))),
        (ThreePartClock(9, 8, 7), Clock(ThreePartClock(9, 8, 7), BySide.both(SideTime(9)))),
        (PerMoveClock(40), Clock(PerMoveClock(40), BySide.both(SideTime(40)))),
        (
            CorrespondenceClock(3),
            Clock(CorrespondenceClock(3), BySide.both(SideTime(3 * DAY_MS))),
        ),
        (NoClock(), Clock(NoClock(), BySide.both(SideTime(0)))),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_terms_choose_the_control(terms: ClockTerms, clock: Clock) -> None:
    assert start(terms) == clock


def test_days_that_are_not_used_go_into_the_bank_up_to_its_size() -> None:
    banked = start(CorrespondenceClock(3, 7))
    plain = start(CorrespondenceClock(3))

    assert banked.times.red == SideTime(10 * DAY_MS)
    assert banked.spent(Side.RED, 9 * DAY_MS).times.red == SideTime(4 * DAY_MS)
    assert banked.spent(Side.RED, DAY_MS // 24).times.red == SideTime(10 * DAY_MS)
    assert banked.cut(Side.RED, 9 * DAY_MS).times.red == SideTime(3 * DAY_MS)
    assert banked.cut(Side.RED, DAY_MS).times.red == SideTime(9 * DAY_MS)
    assert plain.spent(Side.RED, 2 * DAY_MS) == plain.cut(Side.RED, DAY_MS) == plain


def test_only_the_side_that_moved_is_charged() -> None:
    clock = start(FischerClock(10_000, 500))

    assert clock.spent(Side.RED, 4_000) == clock.showing(BySide(SideTime(6_500), SideTime(10_000)))
    assert clock.spent(Side.BLACK, 4_000) == clock.showing(
        BySide(SideTime(10_000), SideTime(6_500))
    )
    assert clock.cut(Side.BLACK, 4_000) == clock.showing(BySide(SideTime(10_000), SideTime(6_000)))


@pytest.mark.parametrize(
    "terms", [FischerClock(1_000), ByoyomiClock(0, 500, 2), PerMoveClock(1_000)], ids=str
)
def test_a_turn_that_goes_on_after_the_flag_is_our_bug(terms: ClockTerms) -> None:
    clock = start(terms)

    for end_turn in (clock.spent, clock.cut):
        end_turn(Side.RED, 999)
        with pytest.raises(AssertionError, match="after the flag"):
            end_turn(Side.RED, 1_000)


@given(clock=clocks_in_play(), part=st.floats(min_value=0, max_value=2))
def test_what_is_shown_and_what_was_used_are_the_allowance(clock: Clock, part: float) -> None:
    allowance_ms = clock.allowance_ms(Side.RED)
    assert allowance_ms is not None
    used_ms = int(allowance_ms * part)

    face = clock.control.face(clock.times[Side.RED], used_ms)
    shown_ms = rest_ms(clock, face)

    assert shown_ms == max(0, allowance_ms - used_ms)


@given(clock=clocks_in_play())
def test_a_move_in_the_last_millisecond_leaves_something(clock: Clock) -> None:
    allowance_ms = clock.allowance_ms(Side.BLACK)
    assert allowance_ms is not None

    after = clock.spent(Side.BLACK, allowance_ms - 1)

    assert (after.allowance_ms(Side.BLACK) or 0) > 0


@given(clock=clocks_in_play(), used_ms=st.integers(min_value=0, max_value=100))
def test_a_turn_cut_off_never_leaves_more_than_a_move(clock: Clock, used_ms: int) -> None:
    allowance_ms = clock.allowance_ms(Side.RED)
    assert allowance_ms is not None
    used_ms = min(used_ms, allowance_ms - 1)

    cut, moved = clock.cut(Side.RED, used_ms), clock.spent(Side.RED, used_ms)

    assert cut.times.red.left_ms <= moved.times.red.left_ms
    assert cut.times.red.periods == moved.times.red.periods


@given(clock=clocks_in_play(), gift_ms=amounts_ms)
def test_a_gift_is_shown_at_once_and_the_other_clock_is_untouched(
    clock: Clock, gift_ms: int
) -> None:
    given_some = clock.given(Side.BLACK, gift_ms)

    assert given_some.times.black.left_ms == clock.times.black.left_ms + gift_ms
    assert given_some.times.red == clock.times.red
