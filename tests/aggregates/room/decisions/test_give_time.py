"""Time given to the other player."""

import pytest

from tests.support.laws import audit
from tests.support.rooms import ANN, BEN, EVE, MATE, a_story, left_ms, refusal_of
from xiangqi_server.aggregates.room.decisions.give_time import GIFT_MS, ROOM_MS
from xiangqi_server.aggregates.room.messages import GiveTime, TimeGiven
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import (
    ByoyomiClock,
    CorrespondenceClock,
    FischerClock,
    NoClock,
    PerMoveClock,
    Seats,
    ThreePartClock,
)
from xiangqi_server.game.rules.board.encoding import Side

MINUTE = FischerClock(60_000)


def test_a_gift_reaches_the_other_clock_on_either_turn() -> None:
    story = a_story(clock=MINUTE).wait(20_000)

    assert story.tell(GiveTime(ANN)) == (TimeGiven(Side.BLACK, GIFT_MS),)
    assert story.tell(GiveTime(BEN)) == (TimeGiven(Side.RED, GIFT_MS),)
    assert left_ms(story.room, story.now_ms) == (55_000, 75_000)
    audit(story.log)


def test_a_gift_comes_before_everything_the_turn_has_used() -> None:
    story = a_story(clock=ByoyomiClock(0, 10_000, 3)).wait(12_000)

    story.tell(GiveTime(BEN))

    assert left_ms(story.room, story.now_ms) == (3_000, 10_000)
    assert story.room.faces(story.now_ms).sides.red.periods == 3


def test_no_clock_is_filled_more_than_a_minute_above_its_beginning() -> None:
    story = a_story(clock=MINUTE)
    for _ in range(ROOM_MS // GIFT_MS):
        story.tell(GiveTime(ANN))

    assert refusal_of(story, GiveTime(ANN)) is RoomRefusal.ENOUGH_TIME


def test_a_gift_never_shortens_a_turn() -> None:
    story = a_story(clock=ThreePartClock(70_000, 60_000, 30_000))
    story.wait(59_999).play("h2e2", "h9g7")
    while story.room.timing.clock.times.red.left_ms + GIFT_MS <= 60_000:
        story.tell(GiveTime(BEN))

    assert story.room.timing.clock.times.red.left_ms == 55_001
    assert refusal_of(story, GiveTime(BEN)) is RoomRefusal.ENOUGH_TIME


def test_a_gift_for_a_move_is_for_that_move() -> None:
    story = a_story(clock=PerMoveClock(10_000))
    story.tell(GiveTime(BEN))

    story.wait(24_999).play("h2e2")

    assert left_ms(story.room, story.now_ms) == (10_000, 10_000)


@pytest.mark.parametrize("clock", [NoClock(), CorrespondenceClock(1)], ids=str)
def test_nothing_is_given_where_nobody_is_hurried(clock: NoClock | CorrespondenceClock) -> None:
    assert refusal_of(a_story(clock=clock), GiveTime(ANN)) is RoomRefusal.NO_TIME_TO_GIVE


def test_only_players_give_and_only_while_the_game_runs() -> None:
    late = a_story(clock=MINUTE).wait(60_000)

    assert refusal_of(a_story(), GiveTime(EVE)) is RoomRefusal.NOT_SEATED
    assert refusal_of(a_story(*MATE), GiveTime(ANN)) is RoomRefusal.GAME_OVER
    assert refusal_of(a_story(seats=Seats(red=ANN)), GiveTime(ANN)) is RoomRefusal.NOT_STARTED
    assert refusal_of(late, GiveTime(BEN)) is RoomRefusal.FLAG_FELL
