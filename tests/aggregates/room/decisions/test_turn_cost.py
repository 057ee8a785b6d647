"""What a turn is charged: lag, premoves, the seconds after downtime."""

import pytest

from tests.support.rooms import ANN, NO_CLOCK, T0_MS, a_room, a_story, left_ms, refusal_of
from xiangqi_server.aggregates.room.decisions.turn_cost import (
    GRACE_MS,
    LATE_MS,
    MAX_LAG_MS,
    MAX_LATE_MS,
    TurnCost,
    flag_due_ms,
    turn_cost,
)
from xiangqi_server.aggregates.room.messages import Moved, PlayMove, TakeOutage
from xiangqi_server.aggregates.room.parts import SAFE_MS
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.room.terms import FischerClock, GameTerms
from xiangqi_server.kernel.aggregate.refusal import Refused

MINUTE = FischerClock(60_000)
QUOTA_MS = 1_000


def charged(room: Room, took_ms: int, lag_ms: int) -> TurnCost:
    """What a first move costs."""
    return turn_cost(room, T0_MS + took_ms, lag_ms=lag_ms)


def test_a_turn_is_charged_from_its_start_to_the_arrival() -> None:
    assert charged(a_room(clock=MINUTE), 700, 0) == TurnCost(700, 700, QUOTA_MS)


def test_an_arrival_before_the_turn_began_costs_nothing() -> None:
    assert charged(a_room(clock=MINUTE), -300, 50) == TurnCost(0, 0, QUOTA_MS)


@pytest.mark.parametrize(
    ("took_ms", "lag_ms", "compensated_ms"),
    [(700, 120, 120), (700, 700, 500), (80, 120, 80), (700, -5, 0), (10_000, 10**9, MAX_LAG_MS)],
)
def test_measured_lag_is_not_charged_within_bounds(
    took_ms: int, lag_ms: int, compensated_ms: int
) -> None:
    expected = TurnCost(took_ms, took_ms - compensated_ms, QUOTA_MS - compensated_ms)

    assert charged(a_room(clock=MINUTE), took_ms, lag_ms) == expected


@pytest.mark.parametrize(
    ("told_after_ms", "took_ms", "compensated_ms"),
    [
        (LATE_MS, 700, 0),
        (300, 700, 300),
        (300, 200, 200),
        (9_000, 9_100, MAX_LATE_MS),
        (-9, 700, 0),
    ],
)
def test_what_passed_before_its_player_was_told_is_not_charged_and_takes_no_quota(
    told_after_ms: int, took_ms: int, compensated_ms: int
) -> None:
    room = a_room(clock=MINUTE)

    found = turn_cost(room, T0_MS + took_ms, delivered_ms=T0_MS + told_after_ms)

    assert found == TurnCost(took_ms, took_ms - compensated_ms, QUOTA_MS)


def test_lag_is_compensated_besides() -> None:
    found = turn_cost(a_room(clock=MINUTE), T0_MS + 700, lag_ms=120, delivered_ms=T0_MS + 300)

    assert found == TurnCost(700, 280, QUOTA_MS - 120)


def test_a_quota_is_used_up_by_its_own_side_only() -> None:
    story = a_story(clock=MINUTE)
    for text in ("h2e2", "h9g7", "h0g2", "i9h9", "b0c2"):
        lag_ms = 450 if story.room.game.ply % 2 == 0 else 0
        player = story.room.seats.of(story.room.game.to_move)
        assert player is not None
        story.wait(1_000).tell(PlayMove(player, story.room.game.ply, text, lag_ms=lag_ms))

    moved = [s.event for s in story.log if isinstance(s.event, Moved)]

    assert [event.compensated_ms for event in moved] == [450, 0, 450, 0, 100]
    assert [event.red_quota_ms for event in moved] == [550, 550, 100, 100, 0]
    assert {event.black_quota_ms for event in moved} == {QUOTA_MS}
    assert story.room.timing.quotas_ms == (0, QUOTA_MS)
    assert left_ms(story.room, story.now_ms) == (58_000, 58_000)


def test_without_compensation_or_a_clock_there_is_no_quota() -> None:
    unfair = a_story(terms=GameTerms(MINUTE, compensation=False)).room

    assert charged(unfair, 700, 200) == TurnCost(700, 700, 0)
    assert charged(a_room(clock=NO_CLOCK), 700, 200) == TurnCost(700, 700, 0)


def test_a_move_that_was_on_its_way_when_the_flag_fell_is_in_time() -> None:
    room = a_room(clock=MINUTE)

    assert charged(room, 60_299, 300) == TurnCost(60_299, 59_999, QUOTA_MS - 300)
    with pytest.raises(Refused) as refused:
        charged(room, 60_300, 300)
    assert refused.value.code is RoomRefusal.FLAG_FELL


def test_the_alarm_waits_for_every_move_that_could_be_in_time() -> None:
    story = a_story(clock=MINUTE)

    assert flag_due_ms(story.room) == T0_MS + 60_000 + MAX_LAG_MS + GRACE_MS
    assert flag_due_ms(a_room(clock=FischerClock(6_000))) == T0_MS + 6_000 + 100 + GRACE_MS
    assert flag_due_ms(a_room(clock=NO_CLOCK)) is None


@pytest.mark.parametrize("played_ms", [0, 70, 60_000])
def test_a_premove_made_before_its_turn_costs_nothing(played_ms: int) -> None:
    story = a_story(clock=MINUTE).wait(played_ms)
    made = PlayMove(ANN, 0, "h2e2", premove=True, lag_ms=200, made_at_ms=T0_MS - 1)

    (moved,) = story.tell(made)

    assert isinstance(moved, Moved)
    assert (moved.spent_ms, moved.compensated_ms, moved.red_left_ms) == (0, 0, 60_000)


def test_a_premove_made_in_its_turn_costs_what_it_took_to_make() -> None:
    story = a_story(clock=MINUTE).wait(5_000)
    made = PlayMove(ANN, 0, "h2e2", premove=True, made_at_ms=T0_MS + 4_000)
    late = PlayMove(ANN, 0, "h2e2", premove=True, made_at_ms=T0_MS + 60_000)

    assert refusal_of(a_story(clock=MINUTE).wait(61_000), late) is RoomRefusal.FLAG_FELL
    (moved,) = story.tell(made)

    assert isinstance(moved, Moved)
    assert (moved.spent_ms, moved.red_left_ms) == (4_000, 56_000)


def test_after_downtime_a_late_move_leaves_a_millisecond() -> None:
    story = a_story(clock=MINUTE).wait(59_000)
    outage = TakeOutage(story.now_ms, story.now_ms + 5_000)
    story.wait(5_000).tell(outage)

    last = turn_cost(story.room, story.now_ms + SAFE_MS - 1)

    assert last == TurnCost(59_000 + SAFE_MS - 1, 59_999, QUOTA_MS)
    with pytest.raises(Refused):
        turn_cost(story.room, story.now_ms + SAFE_MS)
    assert flag_due_ms(story.room) == story.now_ms + SAFE_MS + MAX_LAG_MS + GRACE_MS


def test_the_receipt_is_in_the_event() -> None:
    story = a_story(clock=MINUTE).wait(2_000)

    (moved,) = story.tell(PlayMove(ANN, 0, "h2e2", lag_ms=120))

    assert isinstance(moved, Moved)
    assert (moved.spent_ms, moved.compensated_ms, moved.red_quota_ms) == (2_000, 120, 880)
    assert moved.red_left_ms == 60_000 - 2_000 + 120
