"""However its players go on, the log of a room does not grow without bound."""

import pytest

from tests.support.rooms import ANN, BEN, a_story, refusal_of
from xiangqi_server.aggregates.room.decisions.endings import RoomEnding
from xiangqi_server.aggregates.room.messages import (
    Absent,
    AcceptOffer,
    DeclineOffer,
    GiveTime,
    MakeOffer,
    OfferKind,
    PlayMove,
    Present,
    Resign,
)
from xiangqi_server.aggregates.room.records import from_record, to_record
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import MAX_EVENTS
from xiangqi_server.aggregates.room.terms import CorrespondenceClock
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.refusal import Refused

TAKEBACK = OfferKind.TAKEBACK


@pytest.mark.parametrize("what", [OfferKind.DRAW, OfferKind.ABORT])
def test_an_offer_that_was_taken_back_waits_like_one_that_was_declined(what: OfferKind) -> None:
    story = a_story("h2e2", "h9g7")
    story.tell(MakeOffer(ANN, what, 2, "x"))
    story.tell(DeclineOffer(ANN, what))

    assert refusal_of(story, MakeOffer(ANN, what, 2, "x")) is RoomRefusal.OFFER_TOO_SOON
    assert story.tell(MakeOffer(BEN, what, 2, "x"))
    story.tell(DeclineOffer(BEN, what))
    assert story.wait(10_000).tell(MakeOffer(ANN, what, 2, "x"))


def test_offering_and_taking_back_for_an_hour_writes_a_few_events() -> None:
    story = a_story("h2e2", clock=CorrespondenceClock(14))

    for _ in range(3_600):
        story.wait(1_000)
        for command in (MakeOffer(ANN, OfferKind.DRAW, 1, "x"), DeclineOffer(ANN, OfferKind.DRAW)):
            try:
                story.tell(command)
            except Refused:
                continue

    assert len(story.log) < 40


def test_a_full_log_takes_moves_and_the_end_and_nothing_else() -> None:
    story = a_story()
    for _ in range(MAX_EVENTS):
        if story.room.event_count >= MAX_EVENTS:
            break
        ply = story.room.game.ply
        story.tell(PlayMove(ANN, ply, "h2e2"))
        story.tell(MakeOffer(ANN, TAKEBACK, ply + 1, "x"))
        story.tell(AcceptOffer(BEN, TAKEBACK, "x"))
    full = len(story.log)

    assert MAX_EVENTS <= full < MAX_EVENTS + 4
    for command in (MakeOffer(ANN, OfferKind.DRAW, 0, "x"), GiveTime(ANN)):
        assert refusal_of(story, command) is RoomRefusal.LOG_FULL
    for told in (Absent(Side.RED), Present(Side.RED)):
        assert story.tell(told) == ()
    story.room = from_record(story.room.id, to_record(story.room))
    assert refusal_of(story, GiveTime(ANN)) is RoomRefusal.LOG_FULL
    assert story.tell(PlayMove(ANN, 0, "h2e2"))
    (end,) = story.tell(Resign(BEN))
    assert getattr(end, "ending", None) == RoomEnding.RESIGN
