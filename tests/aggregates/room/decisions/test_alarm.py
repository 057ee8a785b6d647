"""Flags fall and invitations expire by an alarm, never early."""

import pytest

from tests.support.rooms import (
    ANN,
    BEN,
    ENTERED,
    MATE,
    NO_CLOCK,
    ROOM,
    T0_MS,
    a_room,
    a_story,
    left_ms,
    refusal_of,
    told_over,
)
from xiangqi_server.aggregates.room.decide import decide
from xiangqi_server.aggregates.room.decisions.alarm import due_at_ms
from xiangqi_server.aggregates.room.decisions.turn_cost import GRACE_MS
from xiangqi_server.aggregates.room.messages import (
    Abort,
    AcceptOffer,
    Alarm,
    Ended,
    MakeOffer,
    OfferKind,
    PlayMove,
    Release,
    Resign,
)
from xiangqi_server.aggregates.room.parts import INVITE_MS
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.room.terms import CorrespondenceClock, FischerClock, Seats
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Decision, Effect
from xiangqi_server.kernel.aggregate.spans import DAY_MS

RELEASES = (
    Effect("player", ANN, Release(ROOM)),
    Effect("player", BEN, Release(ROOM)),
    ENTERED,
)
SECOND = FischerClock(main_ms=1_000)
LATE_MS = GRACE_MS + 1_000 // 60
"""The alarm waits for a move on another node, and for lag up to the quota of such a game."""


def test_the_flag_is_called_when_time_and_grace_are_over_not_before() -> None:
    room = a_room(clock=SECOND)
    due_ms = T0_MS + 1_000 + LATE_MS

    assert due_at_ms(room) == due_ms
    assert decide(room, Alarm(), due_ms - 1) == Decision()
    effects = (*RELEASES, told_over(Side.BLACK, "time", 0))
    assert decide(room, Alarm(), due_ms) == Decision((Ended(Side.BLACK, "time"),), effects, due_ms)


def test_by_days_a_flag_that_falls_in_a_first_move_makes_the_game_void() -> None:
    fallen = []
    for moves in ((), ("h2e2",), ("h2e2", "h9g7")):
        story = a_story(*moves, clock=CorrespondenceClock(1)).wait(DAY_MS + GRACE_MS)
        fallen += [event.ending for event in story.tell(Alarm()) if isinstance(event, Ended)]

    assert fallen == ["void", "void", "time"]


def test_a_flag_belongs_to_the_side_to_move() -> None:
    story = a_story("h2e2", clock=SECOND, think_ms=300).wait(1_000 + LATE_MS)

    assert due_at_ms(story.room) == T0_MS + 300 + 1_000 + LATE_MS
    assert story.tell(Alarm()) == (Ended(Side.RED, "time"),)
    assert left_ms(story.room, story.now_ms) == (700, 0)


def test_an_alarm_that_comes_after_a_move_is_early() -> None:
    story = a_story(clock=SECOND).wait(999).play("h2e2").wait(LATE_MS + 1)

    assert story.tell(Alarm()) == ()


def test_once_the_flag_has_fallen_nothing_else_decides_the_game() -> None:
    story = a_story(clock=SECOND)
    story.tell(MakeOffer(BEN, OfferKind.DRAW, 0, "x"))
    story.wait(1_000)

    for command in (
        PlayMove(ANN, 0, "h2e2"),
        AcceptOffer(ANN, OfferKind.DRAW, "x"),
        MakeOffer(ANN, OfferKind.DRAW, 0, "x"),
        Resign(BEN),
        Abort(ANN),
    ):
        assert refusal_of(story, command) is RoomRefusal.FLAG_FELL


def test_an_invitation_expires_after_a_day() -> None:
    room = a_room(seats=Seats(red=ANN))
    due_ms = T0_MS + INVITE_MS

    assert due_at_ms(room) == due_ms
    assert decide(room, Alarm(), due_ms - 1) == Decision()
    assert decide(room, Alarm(), due_ms) == Decision(
        (Ended(None, "expired"),), (RELEASES[0], ENTERED), not_before_ms=due_ms
    )


@pytest.mark.parametrize(
    "room",
    [Room.empty(ROOM), a_room(clock=NO_CLOCK), a_room(*MATE)],
    ids=["empty", "without a clock", "over"],
)
def test_other_rooms_want_no_alarm(room: Room) -> None:
    assert due_at_ms(room) is None


def test_an_alarm_after_the_end_changes_nothing() -> None:
    assert decide(a_room(*MATE), Alarm(), T0_MS + 10**9) == Decision()
