"""Takebacks: what they undo, what the clocks are, what everybody forgets."""

import pytest

from tests.support.laws import audit
from tests.support.rooms import (
    ANN,
    BEN,
    BLITZ,
    IDLE_LOOP,
    NO_CLOCK,
    PERPETUAL_CHECK,
    Story,
    a_room,
    a_story,
    refusal_of,
)
from xiangqi_server.aggregates.room.messages import (
    AcceptOffer,
    DeclineOffer,
    MakeOffer,
    OfferKind,
    Resign,
    TookBack,
    Warned,
)
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import (
    ByoyomiClock,
    ClockTerms,
    GameTerms,
    PerMoveClock,
    ThreePartClock,
)
from xiangqi_server.game.rules.board.encoding import Side

TAKEBACK, DRAW = OfferKind.TAKEBACK, OfferKind.DRAW


def taken_back(story: Story, asker: str) -> Story:
    """The story after a takeback that was asked for and granted at once."""
    story.tell(MakeOffer(asker, TAKEBACK, story.room.game.ply, "x"))
    story.tell(AcceptOffer(BEN if asker == ANN else ANN, TAKEBACK, "x"))
    return story


@pytest.mark.parametrize(("asker", "plies"), [(ANN, 1), (BEN, 2)])
def test_the_askers_last_move_is_undone_with_the_reply_to_it(asker: str, plies: int) -> None:
    story = taken_back(a_story("h2e2", "h9g7", "h0g2"), asker)

    side = story.room.seats.side_of(asker)
    assert side is not None
    assert story.log[-1].event == TookBack(side, plies, 0, 62_000, 61_000)
    assert story.room.game.ply == 3 - plies
    assert story.room.game.to_move is side


def test_the_game_and_its_score_are_as_if_the_moves_had_never_been_played() -> None:
    other = taken_back(a_story("h2e2", "h9g7", "h0g2", clock=NO_CLOCK), BEN)

    other.play("b9c7", "b0c2")

    same = a_room("h2e2", "b9c7", "b0c2", clock=NO_CLOCK)
    assert (other.room.game, other.room.score) == (same.game, same.score)


def test_repetition_forgets_what_was_taken_back() -> None:
    story = a_story(*IDLE_LOOP * 2, *IDLE_LOOP[:3], clock=NO_CLOCK)
    taken_back(story, BEN)

    assert story.room.game.ply == 9
    assert story.play(*IDLE_LOOP[1:3]).room.outcome is None
    story.play(IDLE_LOOP[3])

    assert story.room.outcome is not None
    assert story.room.outcome.ending == "repetition"
    assert story.room.game == a_room(*IDLE_LOOP * 3, clock=NO_CLOCK).game


def test_the_warning_that_stood_stands_again() -> None:
    before = a_room(*PERPETUAL_CHECK[:10], clock=NO_CLOCK)
    story = taken_back(a_story(*PERPETUAL_CHECK[:11], clock=NO_CLOCK), ANN)

    assert before.warning is not None
    assert isinstance(story.log[-1].event, Warned)
    assert story.room.warning == before.warning


def test_nobody_gets_time_back_and_the_turn_that_is_cut_off_is_charged() -> None:
    story = a_story("h2e2", think_ms=5_000).wait(3_000)

    taken_back(story, ANN)

    assert story.log[-1].event == TookBack(Side.RED, 1, 3_000, 56_000, 57_000)
    assert story.room.timing.turn_started_ms == story.now_ms
    audit(story.log)


@pytest.mark.parametrize(
    ("clock", "took_back"),
    [
        (ByoyomiClock(0, 2_000, 3), TookBack(Side.RED, 1, 4_500, 0, 0, 3, 1)),
        (ThreePartClock(4_000, 3_000, 2_000), TookBack(Side.RED, 1, 2_500, 4_000, 1_500)),
        (PerMoveClock(3_000), TookBack(Side.RED, 1, 2_500, 3_000, 3_000)),
    ],
    ids=str,
)
def test_limits_per_move_begin_anew(clock: ClockTerms, took_back: TookBack) -> None:
    story = a_story("h2e2", clock=clock).wait(took_back.spent_ms)

    taken_back(story, ANN)

    assert story.log[-1].event == took_back


def test_all_offers_of_the_longer_game_are_gone() -> None:
    story = a_story("h2e2", "h9g7")
    story.tell(MakeOffer(ANN, DRAW, 2, "x"))

    assert taken_back(story, BEN).room.offers.open == ()


def test_a_move_ends_the_request_whoever_plays_it() -> None:
    for asker in (ANN, BEN):
        story = a_story("h2e2", "h9g7")
        story.tell(MakeOffer(asker, TAKEBACK, 2, "x"))

        assert story.play("h0g2").room.offers.open == ()


def test_both_asking_is_not_agreeing() -> None:
    story = a_story("h2e2", "h9g7")
    story.tell(MakeOffer(ANN, TAKEBACK, 2, "x"))

    assert refusal_of(story, MakeOffer(BEN, TAKEBACK, 2, "x")) is RoomRefusal.ANSWER_FIRST


@pytest.mark.parametrize(
    ("moves", "asker"), [((), ANN), ((), BEN), (("h2e2",), BEN)], ids=["red", "black", "later"]
)
def test_who_has_not_moved_has_nothing_to_take_back(moves: tuple[str, ...], asker: str) -> None:
    request = MakeOffer(asker, TAKEBACK, len(moves), "x")

    assert refusal_of(a_story(*moves), request) is RoomRefusal.NOTHING_TO_TAKE_BACK


def test_the_terms_can_exclude_takebacks_and_the_end_does() -> None:
    firm = a_story("h2e2", terms=GameTerms(BLITZ.clock, takebacks=False))
    over = a_story("h2e2")
    over.tell(Resign(BEN))

    assert refusal_of(firm, MakeOffer(ANN, TAKEBACK, 1, "x")) is RoomRefusal.TAKEBACKS_OFF
    assert refusal_of(over, MakeOffer(ANN, TAKEBACK, 1, "x")) is RoomRefusal.GAME_OVER


def test_after_the_flag_nothing_is_taken_back() -> None:
    story = a_story("h2e2")
    story.tell(MakeOffer(ANN, TAKEBACK, 1, "x"))
    story.wait(60_000)

    assert refusal_of(story, AcceptOffer(BEN, TAKEBACK, "x")) is RoomRefusal.FLAG_FELL


def test_a_takeback_granted_forgets_the_refusals_before_it() -> None:
    story = a_story("h2e2")
    story.tell(MakeOffer(ANN, TAKEBACK, 1, "x"))
    story.tell(DeclineOffer(BEN, TAKEBACK))
    assert story.room.offers.wait(TAKEBACK, Side.RED) is not None

    taken_back(story.wait(10_000), ANN)

    assert story.room.offers.wait(TAKEBACK, Side.RED) is None
