"""A long outage of ours: the game waits until both are back, then goes on where it stood."""

import pytest

from tests.support.laws import audit
from tests.support.rooms import ANN, BEN, ROOM, T0_MS, Story, a_story, left_ms, refusal_of
from xiangqi_server.aggregates.room.decide import decide
from xiangqi_server.aggregates.room.decisions.suspension import SUSPEND_MS, WAIT_MS
from xiangqi_server.aggregates.room.messages import (
    Absent,
    Alarm,
    Claim,
    ClaimKind,
    Continued,
    Disconnected,
    Ended,
    PlayMove,
    Present,
    Reconnected,
    Resign,
    Suspended,
    TakeFailover,
    TakeOutage,
    TimeCredited,
)
from xiangqi_server.aggregates.room.records import from_record, to_record
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import (
    ClockTerms,
    CorrespondenceClock,
    FischerClock,
    NoClock,
)
from xiangqi_server.game.rules.board.encoding import Side

MINUTE = FischerClock(60_000)
HOUR_MS = 3_600_000


def a_suspended(clock: ClockTerms = MINUTE) -> Story:
    """Red has used 20 s of the turn when all nodes go for an hour."""
    story = a_story(clock=clock)
    story.wait(20_000 + HOUR_MS)
    story.tell(TakeOutage(T0_MS + 20_000, story.now_ms))
    return story


def test_a_long_outage_suspends_a_game_with_a_clock() -> None:
    story = a_story(clock=MINUTE)
    story.wait(20_000 + SUSPEND_MS + 1)

    told = story.tell(TakeOutage(T0_MS + 20_000, story.now_ms))

    assert told == (
        TimeCredited(Side.RED, SUSPEND_MS + 1, T0_MS + 20_000, story.now_ms),
        Suspended(story.now_ms + WAIT_MS),
    )
    assert story.tell(TakeOutage(T0_MS + 20_000, story.now_ms)) == ()


def test_a_shorter_one_does_not() -> None:
    story = a_story(clock=MINUTE)
    story.wait(20_000 + SUSPEND_MS)

    assert len(story.tell(TakeOutage(T0_MS + 20_000, story.now_ms))) == 1


@pytest.mark.parametrize("clock", [CorrespondenceClock(3), NoClock()])
def test_games_by_days_and_without_a_clock_go_on(clock: ClockTerms) -> None:
    assert a_suspended(clock).room.timing.suspended is None


def test_the_clock_stands_until_both_are_back_and_then_goes_on() -> None:
    story = a_suspended()
    story.wait(5 * 60_000)
    first = story.tell(Present(Side.BLACK))
    story.wait(60_000)
    assert left_ms(story.room, story.now_ms) == (40_000, 60_000)
    assert story.room.flag_at_ms() is None

    second = story.tell(Present(Side.RED))

    assert (first, second) == ((Reconnected(Side.BLACK),), (Reconnected(Side.RED), Continued()))
    story.wait(5_000).play("h2e2")
    assert left_ms(story.room, story.now_ms) == (35_000, 60_000)
    audit(story.log)


def test_whoever_leaves_again_is_waited_for_again() -> None:
    story = a_suspended()
    story.tell(Present(Side.BLACK))
    (gone,) = story.tell(Absent(Side.BLACK))
    assert isinstance(gone, Disconnected)

    assert story.tell(Present(Side.RED)) == (Reconnected(Side.RED),)
    assert story.tell(Present(Side.BLACK)) == (Reconnected(Side.BLACK), Continued())


def test_no_move_and_no_claim_is_taken_meanwhile() -> None:
    story = a_suspended()
    story.wait(WAIT_MS // 2)

    assert refusal_of(story, PlayMove(ANN, 0, "h2e2")) == RoomRefusal.SUSPENDED
    claim = Claim(BEN, ClaimKind.WIN)
    assert refusal_of(story, claim) == RoomRefusal.SUSPENDED


def test_one_may_resign_meanwhile() -> None:
    story = a_suspended()

    assert isinstance(story.tell(Resign(ANN))[0], Ended)


def test_nobody_is_waited_for_for_ever() -> None:
    story = a_suspended()
    story.tell(Present(Side.RED))
    due_ms = story.now_ms + WAIT_MS
    assert decide(story.room, Alarm(), due_ms - 1).events == ()

    decision = decide(story.room, Alarm(), due_ms)

    assert decision.events == (Ended(None, "aborted"),)
    assert decision.not_before_ms == due_ms


def test_downtime_while_suspended_is_nobodys_then_and_later() -> None:
    story = a_suspended()
    began_ms = story.now_ms
    story.wait(60_000)
    assert story.tell(TakeOutage(began_ms, story.now_ms)) == ()
    assert story.tell(TakeFailover(ANN, began_ms, story.now_ms)) == ()
    ended_ms = story.now_ms
    story.tell(Present(Side.RED))
    story.tell(Present(Side.BLACK))

    assert story.tell(TakeOutage(began_ms, ended_ms)) == ()
    assert left_ms(story.room, story.now_ms) == (40_000, 60_000)


def test_a_suspended_room_is_read_back_from_its_record() -> None:
    room = a_suspended().room

    assert from_record(ROOM, to_record(room)) == room
