"""Draws and rematches: offered, agreed, turned down, outlived."""

import pytest

from tests.support.rooms import (
    ANN,
    BEN,
    BLITZ,
    ENTERED,
    EVE,
    MATE,
    ROOM,
    Story,
    a_story,
    refusal_of,
    told_over,
)
from xiangqi_server.aggregates.room.decide import decide
from xiangqi_server.aggregates.room.messages import (
    AcceptOffer,
    Alarm,
    Declined,
    DeclineOffer,
    Ended,
    MakeOffer,
    Offered,
    OfferKind,
    Open,
    Release,
    RematchOpened,
    Resign,
)
from xiangqi_server.aggregates.room.parts import Offer
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import GameTerms, NoClock, RuleTerms, Seats
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Effect
from xiangqi_server.kernel.aggregate.refusal import Refused

DRAW, REMATCH = OfferKind.DRAW, OfferKind.REMATCH
AGREED = Ended(None, "agreement")


def offered(*moves: str, by: str = ANN) -> Story:
    """A game in which a draw was offered after `moves`."""
    story = a_story(*moves)
    story.tell(MakeOffer(by, DRAW, len(moves), "fresh"))
    return story


def over() -> Story:
    """A game Black has resigned."""
    story = a_story("h2e2")
    story.tell(Resign(BEN))
    story.effects.clear()
    return story


def test_a_draw_is_offered_on_either_turn_and_agreed_to() -> None:
    for by, other in ((ANN, BEN), (BEN, ANN)):
        story = a_story("h2e2")
        story.effects.clear()

        side = story.room.seats.side_of(by)
        assert side is not None
        assert story.tell(MakeOffer(by, DRAW, 1, "fresh")) == (Offered(side, DRAW, 1),)
        assert list(story.room.offers.open) == [Offer(DRAW, side, 1)]
        assert story.tell(AcceptOffer(other, DRAW, "fresh")) == (AGREED,)
        assert list(story.room.offers.open) == []
        assert story.effects == [
            Effect("player", ANN, Release(ROOM)),
            Effect("player", BEN, Release(ROOM)),
            ENTERED,
            told_over(None, "agreement", 1),
        ]


def test_offering_what_the_other_offers_is_agreeing() -> None:
    assert offered().tell(MakeOffer(BEN, DRAW, 0, "fresh")) == (AGREED,)


def test_ones_own_move_leaves_the_offer_standing_the_others_ends_it() -> None:
    story = offered(by=ANN)

    assert story.play("h2e2").room.offers.open == (Offer(DRAW, Side.RED, 0),)
    assert story.play("h9g7").room.offers.open == ()
    assert refusal_of(story, AcceptOffer(BEN, DRAW, "fresh")) is RoomRefusal.NO_SUCH_OFFER


@pytest.mark.parametrize(("by", "side"), [(BEN, Side.BLACK), (ANN, Side.RED)])
def test_an_offer_is_turned_down_or_taken_back(by: str, side: Side) -> None:
    story = offered(by=ANN)

    assert story.tell(DeclineOffer(by, DRAW)) == (Declined(side, DRAW),)
    assert story.room.offers.open == ()
    assert refusal_of(story, DeclineOffer(by, DRAW)) is RoomRefusal.NO_SUCH_OFFER


def test_offers_that_make_no_sense_are_refused() -> None:
    story = offered(by=ANN)
    waiting = a_story(seats=Seats(red=ANN))

    assert refusal_of(story, MakeOffer(ANN, DRAW, 0, "x")) is RoomRefusal.ALREADY_OFFERED
    assert refusal_of(story, AcceptOffer(ANN, DRAW, "x")) is RoomRefusal.OWN_OFFER
    assert refusal_of(story, MakeOffer(BEN, DRAW, 1, "x")) is RoomRefusal.STALE_PLY
    assert refusal_of(story, MakeOffer(EVE, DRAW, 0, "x")) is RoomRefusal.NOT_SEATED
    assert refusal_of(story, AcceptOffer(EVE, DRAW, "x")) is RoomRefusal.NOT_SEATED
    assert refusal_of(story, DeclineOffer(EVE, DRAW)) is RoomRefusal.NOT_SEATED
    assert refusal_of(story, MakeOffer(ANN, REMATCH, 0, "x")) is RoomRefusal.GAME_NOT_OVER
    assert refusal_of(story, AcceptOffer(BEN, REMATCH, "x")) is RoomRefusal.NO_SUCH_OFFER
    assert refusal_of(waiting, MakeOffer(ANN, DRAW, 0, "x")) is RoomRefusal.NOT_STARTED
    assert refusal_of(over(), MakeOffer(ANN, DRAW, 1, "x")) is RoomRefusal.GAME_OVER


def test_the_end_of_the_game_ends_its_offers() -> None:
    story = offered(*MATE[:-1], by=ANN).play(MATE[-1])

    assert story.room.offers.open == ()


def test_a_rematch_opens_a_new_room_with_the_sides_changed() -> None:
    story = over()
    story.tell(MakeOffer(BEN, REMATCH, 1, "x"))

    events = story.tell(AcceptOffer(ANN, REMATCH, "room2"))

    todays = GameTerms(BLITZ.clock, RuleTerms(version=0))
    assert events == (RematchOpened("room2"),)
    again = Open(todays, Seats(BEN, ANN), previous=ROOM, points=BySide(0, 2))
    assert story.effects == [Effect("room", "room2", again)]
    assert (story.room.series.next, story.room.offers.open) == ("room2", ())


def test_both_offering_a_rematch_open_one() -> None:
    story = over()
    story.tell(MakeOffer(ANN, REMATCH, 1, "room2"))

    assert story.tell(MakeOffer(BEN, REMATCH, 1, "room3")) == (RematchOpened("room3"),)
    assert refusal_of(story, MakeOffer(ANN, REMATCH, 1, "x")) is RoomRefusal.ALREADY_OFFERED


def test_there_is_no_rematch_of_a_game_nobody_joined() -> None:
    story = a_story(seats=Seats(red=ANN))
    story.wait(10**9).tell(Alarm())

    assert refusal_of(story, MakeOffer(ANN, REMATCH, 0, "x")) is RoomRefusal.NOT_STARTED


def refused_draws(story: Story, count: int) -> list[int]:
    """How long Red had to wait after each of so many refusals."""
    waits = []
    for _ in range(count):
        story.tell(MakeOffer(ANN, DRAW, story.room.game.ply, "x"))
        story.tell(DeclineOffer(BEN, DRAW))
        wait = story.room.offers.wait(DRAW, Side.RED)
        assert wait is not None
        waits.append(wait.until_ms - story.now_ms)
        story.wait(waits[-1])
    return waits


def test_whoever_is_turned_down_waits_longer_each_time() -> None:
    story = a_story("h2e2", clock=NoClock())

    waits_ms = refused_draws(story, 7)

    assert waits_ms == [10_000, 30_000, 90_000, 270_000, 600_000, 600_000, 600_000]


def test_an_offer_that_comes_too_soon_is_told_when_it_may_come() -> None:
    story = offered("h2e2")
    story.tell(DeclineOffer(BEN, DRAW))
    story.wait(2_500)

    with pytest.raises(Refused) as refused:
        decide(story.room, MakeOffer(ANN, DRAW, 1, "x"), story.now_ms)

    assert (refused.value.code, refused.value.retry_ms) == (RoomRefusal.OFFER_TOO_SOON, 7_500)


def test_only_the_side_and_the_kind_that_was_turned_down_must_wait() -> None:
    story = offered("h2e2", "h9g7")
    story.tell(DeclineOffer(BEN, DRAW))

    assert story.tell(MakeOffer(ANN, OfferKind.TAKEBACK, 2, "x"))
    assert story.tell(MakeOffer(BEN, DRAW, 2, "x"))
    assert story.tell(MakeOffer(ANN, DRAW, 2, "x")) == (AGREED,)


def test_a_game_is_called_off_by_both_at_any_ply() -> None:
    story = a_story("h2e2", "h9g7", "h0g2")
    story.effects.clear()

    story.tell(MakeOffer(ANN, OfferKind.ABORT, 3, "x"))

    assert story.tell(AcceptOffer(BEN, OfferKind.ABORT, "x")) == (Ended(None, "aborted"),)
    assert story.effects[3:] == [told_over(None, "aborted", 3)]
    assert refusal_of(story, MakeOffer(ANN, OfferKind.ABORT, 3, "x")) is RoomRefusal.GAME_OVER
