"""A vacation in a game by days: the clock stands, to the millisecond, with receipts."""

from tests.support.rooms import ANN, BEN, ROOM, T0_MS, Story, a_story, left_ms
from xiangqi_server.aggregates.room.messages import (
    AcceptOffer,
    Alarm,
    CreditReason,
    MakeOffer,
    OfferKind,
    Open,
    SetLeave,
    TakeOutage,
    TimeCredited,
    YourMove,
)
from xiangqi_server.aggregates.room.state import Status
from xiangqi_server.aggregates.room.terms import (
    CorrespondenceClock,
    FischerClock,
    GameTerms,
    Seats,
)
from xiangqi_server.kernel.aggregate.spans import DAY_MS, HOUR_MS, MINUTE_MS

THREE_DAYS = CorrespondenceClock(3)
SECOND_MS = 1_000


def away(story: Story, days: int, player: str = ANN, number: int = 1) -> int:
    """Somebody goes on vacation now; until when."""
    until_ms = story.now_ms + days * DAY_MS
    story.tell(SetLeave(player, number, until_ms))
    return until_ms


def credits_of(story: Story) -> list[int]:
    """How much each receipt of a vacation gave, oldest first."""
    events = [stamped.event for stamped in story.log if isinstance(stamped.event, TimeCredited)]
    return [event.ms for event in events if event.reason is CreditReason.VACATION]


def shown(story: Story) -> int:
    """What the clock of the side to move shows now."""
    return left_ms(story.room, story.now_ms)[story.room.game.to_move]


def test_the_clock_stands_in_ones_own_turn_and_goes_on_from_where_it_stood() -> None:
    story = a_story(clock=THREE_DAYS).wait(HOUR_MS)
    until_ms = away(story, 7)

    left = [shown(story.wait(passed)) for passed in (0, DAY_MS, 6 * DAY_MS, HOUR_MS)]

    stood_ms = 3 * DAY_MS - HOUR_MS
    assert left == [stood_ms, stood_ms, stood_ms, stood_ms - HOUR_MS]
    assert story.room.flag_at_ms() == until_ms + stood_ms
    assert credits_of(story) == [7 * DAY_MS]


def test_a_vacation_with_a_second_left_gives_back_just_that_second() -> None:
    story = a_story("h2e2", "h9g7", clock=THREE_DAYS).wait(3 * DAY_MS - SECOND_MS)
    until_ms = away(story, 1)

    story.wait(DAY_MS + SECOND_MS - 1)
    in_time = story.room.flag_fell(story.now_ms)
    story.wait(MINUTE_MS).tell(Alarm())

    assert (in_time, story.room.status) == (False, Status.OVER)
    assert story.room.flag_at_ms() is None
    assert until_ms == T0_MS + 4 * DAY_MS - SECOND_MS


def test_after_the_flag_no_vacation_helps() -> None:
    story = a_story("h2e2", "h9g7", clock=THREE_DAYS).wait(3 * DAY_MS)

    away(story, 7)
    story.wait(MINUTE_MS).tell(Alarm())

    assert (credits_of(story), story.room.status) == ([], Status.OVER)


def test_a_move_meanwhile_is_charged_what_was_used_before_and_the_next_turn_stands_too() -> None:
    story = a_story(clock=CorrespondenceClock(3, bank_days=7)).wait(4 * DAY_MS)
    away(story, 7)

    story.play("h2e2", think_ms=DAY_MS)
    story.play("h9g7", think_ms=2 * DAY_MS)
    begun = shown(story)
    story.wait(4 * DAY_MS + HOUR_MS)

    assert begun == 9 * DAY_MS
    assert shown(story) == 9 * DAY_MS - HOUR_MS
    assert credits_of(story) == [7 * DAY_MS, 4 * DAY_MS]


def test_the_others_vacation_does_not_stop_ones_own_clock() -> None:
    story = a_story(clock=THREE_DAYS)
    away(story, 7, BEN)

    story.wait(DAY_MS)

    assert shown(story) == 2 * DAY_MS
    assert credits_of(story) == []


def test_who_comes_back_early_has_the_rest_taken_back() -> None:
    story = a_story(clock=THREE_DAYS).wait(HOUR_MS)
    away(story, 7)

    story.wait(DAY_MS).tell(SetLeave(ANN, 2, story.now_ms))
    story.wait(HOUR_MS)

    assert shown(story) == 3 * DAY_MS - 2 * HOUR_MS
    assert credits_of(story) == [7 * DAY_MS, -6 * DAY_MS]


def test_a_second_vacation_in_one_turn_comes_on_top() -> None:
    story = a_story(clock=THREE_DAYS)
    away(story, 1)
    story.wait(DAY_MS + HOUR_MS)
    until_ms = away(story, 2, number=2)

    stands = shown(story.wait(DAY_MS))
    story.wait(DAY_MS + HOUR_MS)

    assert stands == 3 * DAY_MS - HOUR_MS
    assert shown(story) == 3 * DAY_MS - 2 * HOUR_MS
    assert story.room.flag_at_ms() == until_ms + stands


def test_of_two_orders_the_higher_number_holds_and_a_repeat_changes_nothing() -> None:
    story = a_story(clock=THREE_DAYS)
    story.tell(SetLeave(ANN, 2, story.now_ms))

    late = story.tell(SetLeave(ANN, 1, story.now_ms + 7 * DAY_MS))
    repeat = story.tell(SetLeave(ANN, 2, story.now_ms))

    assert (late, repeat, credits_of(story)) == ((), (), [])


def test_an_outage_within_a_vacation_is_not_given_back_twice() -> None:
    story = a_story(clock=THREE_DAYS)
    away(story, 1)
    start_ms = story.now_ms
    story.wait(2 * DAY_MS)

    within = story.tell(TakeOutage(start_ms + HOUR_MS, start_ms + 2 * HOUR_MS))
    over_the_end = story.tell(
        TakeOutage(start_ms + DAY_MS - HOUR_MS, start_ms + DAY_MS + 3 * HOUR_MS)
    )

    assert within == ()
    assert [event.ms for event in over_the_end if isinstance(event, TimeCredited)] == [3 * HOUR_MS]
    assert shown(story) == 2 * DAY_MS + 3 * HOUR_MS


def test_an_outage_in_the_first_of_two_vacations_of_a_turn_is_not_given_back() -> None:
    story = a_story(clock=THREE_DAYS)
    away(story, 1)
    story.wait(DAY_MS + HOUR_MS)
    away(story, 1, number=2)
    story.wait(DAY_MS)

    within = story.tell(TakeOutage(T0_MS + HOUR_MS, T0_MS + 2 * HOUR_MS))

    assert within == ()
    assert shown(story) == 3 * DAY_MS - HOUR_MS


def test_an_outage_before_a_vacation_in_the_same_turn_counts_as_well() -> None:
    story = a_story(clock=THREE_DAYS).wait(5 * HOUR_MS)
    away(story, 1)
    story.wait(2 * DAY_MS)

    story.tell(TakeOutage(T0_MS + HOUR_MS, T0_MS + 7 * HOUR_MS))

    assert shown(story) == 2 * DAY_MS - 5 * HOUR_MS + 4 * HOUR_MS


def test_a_takeback_begins_a_turn_that_stands() -> None:
    story = a_story("h2e2", "h9g7", clock=THREE_DAYS)
    away(story, 7, BEN)
    story.tell(MakeOffer(BEN, OfferKind.TAKEBACK, 2, "room2"))

    story.tell(AcceptOffer(ANN, OfferKind.TAKEBACK, "room2"))
    story.wait(DAY_MS)

    assert shown(story) == 3 * DAY_MS
    assert credits_of(story) == [7 * DAY_MS]


def test_the_notice_names_the_flag_after_the_vacation() -> None:
    story = a_story(clock=THREE_DAYS)
    until_ms = away(story, 7, BEN)
    story.effects.clear()

    story.play("h2e2", think_ms=HOUR_MS)

    (told,) = [e.command for e in story.effects if isinstance(e.command, YourMove)]
    assert told.flag_at_ms == until_ms + 3 * DAY_MS


def test_terms_may_rule_it_out_and_events_do_unless_they_say_otherwise() -> None:
    def stands(origin: str, *, leave: bool | None = None) -> bool:
        story = Story()
        terms = GameTerms(CorrespondenceClock(3, leave=leave), rated=bool(origin))
        story.tell(Open(terms, Seats(ANN, BEN), origin=origin))
        away(story, 7)
        return bool(credits_of(story))

    event = "tournament:abc"
    assert [stands(""), stands("", leave=True), stands("", leave=False)] == [True, True, False]
    assert [stands(event), stands(event, leave=True), stands("ladder")] == [False, True, False]


def test_a_live_game_and_one_that_is_over_take_no_notice() -> None:
    story = a_story(clock=FischerClock(60_000))

    assert story.tell(SetLeave(ANN, 1, story.now_ms + DAY_MS)) == ()
    assert story.room.id == ROOM
