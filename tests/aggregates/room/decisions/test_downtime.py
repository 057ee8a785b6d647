"""Downtime of ours: given back once, to whom it concerns."""

import pytest

from tests.support.laws import audit
from tests.support.rooms import ANN, BEN, ROOM, T0_MS, Story, a_room, a_story, left_ms
from xiangqi_server.aggregates.room.decide import decide
from xiangqi_server.aggregates.room.decisions.downtime import (
    LEAST_BY_DAYS_MS,
    wants_failover,
    wants_outage,
)
from xiangqi_server.aggregates.room.messages import (
    Absent,
    Alarm,
    CreditReason,
    Disconnected,
    Resign,
    TakeFailover,
    TakeOutage,
    TimeCredited,
    YourMove,
)
from xiangqi_server.aggregates.room.parts import FAILOVER_MS, SAFE_MS
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.room.terms import (
    ByoyomiClock,
    CorrespondenceClock,
    FischerClock,
    NoClock,
    Seats,
)
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Effect
from xiangqi_server.kernel.aggregate.spans import DAY_MS, HOUR_MS

MINUTE = FischerClock(60_000)


def took(story: Story, from_ms: int, to_ms: int) -> tuple[object, ...]:
    """What a room does when it is told of an outage (times since `T0_MS`) at its end."""
    story.now_ms = max(story.now_ms, T0_MS + to_ms)
    return story.tell(TakeOutage(T0_MS + from_ms, T0_MS + to_ms))


def credited(side: Side, ms: int, from_ms: int, to_ms: int) -> TimeCredited:
    """The event, with times since `T0_MS`."""
    return TimeCredited(side, ms, T0_MS + from_ms, T0_MS + to_ms)


def test_an_outage_is_taken_out_of_the_running_turn() -> None:
    story = a_story(clock=MINUTE)

    assert took(story, 20_000, 50_000) == (credited(Side.RED, 30_000, 20_000, 50_000),)
    assert left_ms(story.room, story.now_ms) == (40_000, 60_000)
    story.wait(1_000).play("h2e2")
    assert left_ms(story.room, story.now_ms) == (39_000, 60_000)
    audit(story.log)


def test_only_the_part_in_the_turn_counts() -> None:
    story = a_story("h2e2", clock=MINUTE, think_ms=10_000)

    assert took(story, 5_000, 30_000) == (credited(Side.BLACK, 20_000, 5_000, 30_000),)
    assert left_ms(story.room, story.now_ms) == (50_000, 60_000)


def test_an_outage_is_credited_once_whatever_is_told_again() -> None:
    story = a_story(clock=MINUTE)
    took(story, 20_000, 50_000)

    assert took(story, 20_000, 50_000) == ()
    assert took(story, 25_000, 45_000) == ()
    assert took(story, 40_000, 55_000) == (credited(Side.RED, 5_000, 40_000, 55_000),)
    assert left_ms(story.room, story.now_ms) == (40_000, 60_000)


def test_downtime_before_the_turn_is_nobodys() -> None:
    story = a_story("h2e2", clock=MINUTE, think_ms=10_000)

    assert took(story, 1_000, 10_000) == ()


def test_after_a_credit_no_flag_falls_for_a_while() -> None:
    story = a_story(clock=MINUTE)
    took(story, 59_900, 100_000)

    assert story.room.flag_at_ms() == T0_MS + 100_000 + SAFE_MS
    assert not story.room.flag_fell(T0_MS + 100_000 + SAFE_MS - 1)


def test_a_period_that_was_running_runs_on() -> None:
    story = a_story(clock=ByoyomiClock(0, 10_000, 3))

    took(story, 12_000, 500_000)

    assert left_ms(story.room, story.now_ms) == (8_000, 10_000)
    assert story.room.faces(story.now_ms).sides.red.periods == 2


def test_who_had_left_gets_the_countdown_put_off() -> None:
    story = a_story(clock=MINUTE)
    story.tell(Absent(Side.BLACK))
    story.tell(Absent(Side.RED))

    told = took(story, 4_000, 40_000)

    assert told == (
        credited(Side.RED, 36_000, 4_000, 40_000),
        Disconnected(Side.RED, T0_MS + 15_000 + 36_000),
        Disconnected(Side.BLACK, T0_MS + 15_000 + 36_000),
    )
    assert took(story, 4_000, 40_000) == ()


def test_there_is_always_time_to_come_back_in() -> None:
    story = a_story(clock=MINUTE)
    story.tell(Absent(Side.BLACK))

    assert took(story, 14_999, 15_000)[1:] == (Disconnected(Side.BLACK, T0_MS + 15_000 + SAFE_MS),)


def test_games_without_a_clock_get_nothing_back() -> None:
    assert took(a_story(clock=NoClock()), 0, 10**6) == ()


def test_a_game_by_days_gets_an_outage_of_a_minute_back() -> None:
    story = a_story(clock=CorrespondenceClock(1))

    short = took(story, 1_000, LEAST_BY_DAYS_MS + 999)
    long = took(story, 100_000, 100_000 + HOUR_MS)

    assert short == ()
    assert long == (credited(Side.RED, HOUR_MS, 100_000, 100_000 + HOUR_MS),)
    assert story.room.flag_at_ms() == T0_MS + DAY_MS + HOUR_MS
    assert story.room.timing.suspended is None
    audit(story.log)


def test_an_outage_puts_off_the_flag_that_the_players_heard_of() -> None:
    story = a_story(clock=CorrespondenceClock(1))
    story.effects.clear()

    took(story, 0, HOUR_MS)

    (told,) = story.effects
    flag_at_ms = T0_MS + DAY_MS + HOUR_MS
    assert told == Effect("notices", ANN, YourMove(ROOM, T0_MS + HOUR_MS, 2, 0, flag_at_ms))


def test_without_a_clock_the_countdown_is_put_off_all_the_same() -> None:
    story = a_story(clock=NoClock())
    story.tell(Absent(Side.RED))

    assert took(story, 0, 100_000) == (Disconnected(Side.RED, T0_MS + 280_000),)


def test_before_the_start_and_after_the_end_nothing_is_owed() -> None:
    waiting = a_story(seats=Seats(red=ANN))
    over = a_story(clock=MINUTE)
    over.tell(Resign(ANN))

    assert took(waiting, 0, 10_000) == took(over, 0, 10_000) == ()


def test_the_host_can_ask_first() -> None:
    room = a_room(clock=MINUTE)

    assert wants_outage(room, T0_MS - 5_000, T0_MS + 1)
    assert not wants_outage(room, T0_MS - 5_000, T0_MS)
    assert not wants_outage(Room.empty(ROOM), T0_MS, T0_MS + 1)


def test_a_flag_that_seemed_to_fall_in_an_outage_did_not() -> None:
    story = a_story(clock=MINUTE)

    took(story, 30_000, 130_000)

    assert decide(story.room, Alarm(), story.now_ms).events == ()
    assert story.room.flag_at_ms() == T0_MS + 160_000


# The death of a player's own node.


def cut_off(story: Story, player: str, from_ms: int, to_ms: int) -> tuple[object, ...]:
    """What a room does when it is told that a player's node died (times since `T0_MS`)."""
    story.now_ms = max(story.now_ms, T0_MS + to_ms)
    return story.tell(TakeFailover(player, T0_MS + from_ms, T0_MS + to_ms))


def failover(ms: int, from_ms: int, to_ms: int) -> TimeCredited:
    return TimeCredited(Side.RED, ms, T0_MS + from_ms, T0_MS + to_ms, CreditReason.FAILOVER)


def test_a_player_on_move_gets_back_what_the_way_to_another_node_took() -> None:
    story = a_story(clock=MINUTE)

    early = cut_off(story, ANN, 20_000, 21_500)
    late = cut_off(story, ANN, 20_000, 24_000)

    assert early == (failover(1_500, 20_000, 21_500),)
    assert late == (failover(2_500, 20_000, 24_000),)
    assert cut_off(story, ANN, 20_000, 24_000) == ()
    assert left_ms(story.room, story.now_ms) == (40_000, 60_000)
    audit(story.log)


@pytest.mark.parametrize(
    ("player", "to_ms", "is_wanted"),
    [(ANN, 25_000, True), (ANN, 24_000, False), (BEN, 25_000, False)],
)
def test_a_death_is_wanted_where_something_of_it_is_owed_yet(
    player: str, to_ms: int, is_wanted: bool
) -> None:
    story = a_story(clock=MINUTE)
    cut_off(story, ANN, 20_000, 24_000)
    command = TakeFailover(player, T0_MS + 20_000, T0_MS + to_ms)

    assert wants_failover(story.room, command) is is_wanted
    assert bool(cut_off(story, player, 20_000, to_ms)) is is_wanted


def test_no_more_than_15_s_is_given_for_it() -> None:
    story = a_story(clock=MINUTE)

    told = cut_off(story, ANN, 20_000, 50_000)

    assert told == (failover(FAILOVER_MS, 20_000, 20_000 + FAILOVER_MS),)


def test_whose_turn_it_is_not_loses_nothing_by_it() -> None:
    story = a_story(clock=MINUTE)

    assert cut_off(story, BEN, 20_000, 24_000) == ()
    assert cut_off(story, "eveyu", 20_000, 24_000) == ()


def test_the_flag_of_a_player_on_the_way_waits_for_15_s() -> None:
    story = a_story(clock=MINUTE)

    cut_off(story, ANN, 59_000, 60_500)

    assert story.room.flag_at_ms() == T0_MS + 59_000 + FAILOVER_MS


def test_an_outage_is_not_given_twice_for_two_reasons() -> None:
    story = a_story(clock=MINUTE)
    took(story, 20_000, 26_000)

    assert cut_off(story, ANN, 20_500, 27_000) == (failover(1_000, 20_500, 27_000),)
