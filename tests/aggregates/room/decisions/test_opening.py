"""How rooms begin: both seats at once, a friend invited, a rematch."""

import msgspec
import pytest

from tests.support.golden import golden
from tests.support.rooms import (
    ANN,
    BEN,
    BLITZ,
    ENTERED,
    EVE,
    MATE,
    ROOM,
    T0_MS,
    Story,
    a_room,
    a_story,
    refusal_of,
    told_began,
)
from xiangqi_server.aggregates.room.clock.pair import start
from xiangqi_server.aggregates.room.decide import decide
from xiangqi_server.aggregates.room.decisions.opening import lock_of
from xiangqi_server.aggregates.room.messages import (
    Abort,
    Alarm,
    Engage,
    Open,
    Opened,
    Resign,
    Seated,
    Sit,
)
from xiangqi_server.aggregates.room.parts import Series, Timing
from xiangqi_server.aggregates.room.records import RoomRecord, from_record
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.aggregates.room.terms import FischerClock, GameTerms, RuleTerms, Seats
from xiangqi_server.aggregates.room.time_limits import READY_MS
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Decision, Effect
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode

ANN_ALONE = Seats(red=ANN)


@pytest.mark.parametrize(("ready_ms", "can_wait"), [(READY_MS, False), (60_000, True)])
def test_who_is_asked_to_show_up_for_long_may_play_elsewhere_first(
    ready_ms: int, can_wait: bool
) -> None:
    story = Story()

    story.tell(Open(BLITZ, Seats(ANN, BEN), ready_ms=ready_ms))

    red = Engage(ROOM, Side.RED, live=True, opponent=BEN, can_wait=can_wait)
    assert story.effects[0] == Effect("player", ANN, red)


def test_with_both_seats_taken_the_game_starts_at_once() -> None:
    story = Story()

    events = story.tell(Open(BLITZ, Seats(ANN, BEN), previous="room0"))

    assert events == (Opened(BLITZ, Seats(ANN, BEN), previous="room0"),)
    assert story.effects == [
        Effect("player", ANN, Engage(ROOM, Side.RED, opponent=BEN)),
        Effect("player", BEN, Engage(ROOM, Side.BLACK, opponent=ANN)),
        ENTERED,
        told_began(),
    ]
    assert story.room == Room(
        id=ROOM,
        terms=BLITZ,
        seats=Seats(ANN, BEN),
        series=Series(previous="room0"),
        timing=Timing(start(BLITZ.clock), T0_MS, BySide.both(1_666), T0_MS),
        status=Status.PLAYING,
        event_count=1,
    )


def test_an_empty_room_knows_only_how_to_be_opened() -> None:
    story = Story()

    assert story.room.status is Status.EMPTY
    for command in (Sit(ANN), Resign(ANN), Abort(ANN), Alarm()):
        assert refusal_of(story, command) is RoomRefusal.NO_SUCH_ROOM


def test_a_room_is_opened_once() -> None:
    assert refusal_of(a_story(), Open(BLITZ, Seats(ANN, BEN))) is RoomRefusal.ROOM_EXISTS


def test_the_version_of_the_rule_set_is_written_into_the_first_event() -> None:
    room = a_room(rules=RuleTerms(name="wxf", version=0))

    assert room.terms.rules == RuleTerms(name="wxf", version=1)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Open(BLITZ, Seats()), RoomRefusal.BAD_TERMS),
        (Open(BLITZ, Seats(ANN, ANN)), CommonRefusal.NOT_YOURSELF),
        (Open(GameTerms(FischerClock(0)), Seats(ANN, BEN)), RoomRefusal.BAD_TERMS),
        (
            Open(GameTerms(BLITZ.clock, RuleTerms("nobodys")), Seats(ANN, BEN)),
            RoomRefusal.UNKNOWN_RULES,
        ),
        (
            Open(GameTerms(BLITZ.clock, RuleTerms(version=9)), Seats(ANN, BEN)),
            RoomRefusal.UNKNOWN_RULES,
        ),
    ],
)
def test_impossible_rooms_are_refused(command: Open, code: RefusalCode) -> None:
    assert refusal_of(Story(), command) is code


def test_with_one_seat_taken_the_room_waits_and_its_owner_can_find_it_again() -> None:
    story = a_story(seats=ANN_ALONE)

    assert story.room.status is Status.WAITING
    assert story.room.flag_at_ms() is None
    assert story.effects == [Effect("player", ANN, Engage(ROOM, Side.RED))]


def test_taking_the_free_seat_starts_the_game_and_reds_turn() -> None:
    story = a_story(seats=Seats(black=ANN)).wait(5_000)

    events = story.tell(Sit(BEN))

    assert events == (Seated(Side.RED, BEN),)
    assert story.effects[1:] == [
        Effect("player", BEN, Engage(ROOM, Side.RED, opponent=ANN)),
        ENTERED,
        told_began(BEN, ANN),
    ]
    assert story.room.status is Status.PLAYING
    assert story.room.seats == Seats(BEN, ANN)
    assert story.room.timing.turn_started_ms == T0_MS + 5_000
    assert story.room.timing.clock == start(BLITZ.clock)


KEY = "abcdefgh234567ab"


def an_invitation() -> Story:
    """Ann waits for whoever has the key."""
    story = Story()
    story.tell(Open(BLITZ, ANN_ALONE, lock=lock_of(KEY)))
    return story


@pytest.mark.parametrize("wrong", ["", KEY[::-1], lock_of(KEY)])
def test_to_know_a_room_gives_no_seat(wrong: str) -> None:
    assert refusal_of(an_invitation(), Sit(EVE, seat_key=wrong)) is RoomRefusal.NO_SEAT_KEY


def test_whoever_has_the_key_sits_and_the_log_does_not_tell_it() -> None:
    story = an_invitation()

    assert story.tell(Sit(BEN, seat_key=KEY)) == (Seated(Side.BLACK, BEN),)
    assert KEY not in str(story.log)


def test_a_room_that_waited_before_there_were_keys_needs_none() -> None:
    old = msgspec.convert(golden("room_snapshots")["waiting"], RoomRecord)

    seated = decide(from_record(ROOM, old), Sit(ANN), T0_MS)

    assert seated.events == (Seated(Side.RED, ANN),)


def test_to_sit_down_again_changes_nothing() -> None:
    story = a_story(seats=ANN_ALONE)
    story.tell(Sit(BEN))

    assert story.tell(Sit(BEN)) == ()
    assert story.tell(Sit(ANN)) == ()


def test_nobody_sits_where_somebody_sits_or_opposite_oneself_or_after_the_end() -> None:
    assert refusal_of(a_story(seats=ANN_ALONE), Sit(ANN)) is CommonRefusal.NOT_YOURSELF
    assert refusal_of(a_story(), Sit(EVE)) is RoomRefusal.SEAT_TAKEN
    assert refusal_of(a_story(*MATE), Sit(EVE)) is RoomRefusal.GAME_OVER


def test_the_seat_of_a_challenge_is_for_the_one_who_was_asked() -> None:
    story = Story()
    story.tell(Open(BLITZ, ANN_ALONE, invited=BEN))

    assert refusal_of(story, Sit(EVE)) is RoomRefusal.NOT_INVITED
    assert story.tell(Sit(BEN)) == (Seated(Side.BLACK, BEN),)


def test_a_waiting_game_is_not_played() -> None:
    story = a_story(seats=ANN_ALONE)

    assert refusal_of(story, Resign(ANN)) is RoomRefusal.NOT_STARTED


def test_orders_without_events_do_not_exist() -> None:
    assert a_story(seats=ANN_ALONE).tell(Alarm()) == Decision().events
