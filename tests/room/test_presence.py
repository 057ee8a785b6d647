"""Who leaves, and what may be claimed when."""

import pytest

from server.aggregate.decision import Decision, Order
from server.aggregate.refusal import RefusalCode, Refused
from server.room.decide import decide
from server.room.messages import (
    Absent,
    Alarm,
    Back,
    Claim,
    ClaimKind,
    Ended,
    Gone,
    Present,
    Release,
)
from server.room.state import Absence
from server.room.terms import Correspondence, Fischer, Seats
from tests.support.rooms import (
    ANN,
    BEN,
    ENTERED,
    EVE,
    MATE,
    ROOM,
    T0_MS,
    Story,
    a_story,
    refusal_of,
)

WIN, DRAW = ClaimKind.WIN, ClaimKind.DRAW
BLITZ = Fischer(180_000, 2_000)
GRACE_MS = 30_000


def ben_left() -> Story:
    """Black is to move, and gone."""
    story = a_story("h2e2", clock=BLITZ)
    story.tell(Absent(1))
    return story


def test_leaving_starts_a_countdown_and_coming_back_ends_it() -> None:
    story = a_story("h2e2", clock=BLITZ)

    assert story.tell(Absent(1)) == (Gone(1, T0_MS + GRACE_MS),)
    assert list(story.room.absences) == [None, Absence(T0_MS, T0_MS + GRACE_MS)]
    assert story.tell(Present(1)) == (Back(1),)
    assert list(story.room.absences) == [None, None]


def test_what_is_known_already_is_no_event() -> None:
    story = ben_left()

    assert story.wait(5_000).tell(Absent(1)) == ()
    assert story.tell(Present(0)) == ()


def test_both_may_be_gone() -> None:
    story = ben_left()

    assert story.tell(Absent(0)) == (Gone(0, T0_MS + GRACE_MS),)


@pytest.mark.parametrize(("what", "winner"), [(WIN, 0), (DRAW, None)])
def test_the_other_claims_a_win_or_a_draw_when_the_grace_is_over(
    what: ClaimKind, winner: int | None
) -> None:
    story = ben_left().wait(GRACE_MS)
    releases = (
        Order("player", ANN, Release(ROOM)),
        Order("player", BEN, Release(ROOM)),
        ENTERED,
    )

    decision = decide(story.room, Claim(ANN, what), story.now_ms)

    assert decision == Decision((Ended(winner, "abandoned"),), releases)


def test_a_claim_that_comes_early_is_told_how_much() -> None:
    story = ben_left().wait(GRACE_MS - 1)

    with pytest.raises(Refused) as refused:
        decide(story.room, Claim(ANN, WIN), story.now_ms)

    assert (refused.value.code, refused.value.retry_ms) == (RefusalCode.CLAIM_TOO_SOON, 1)


def test_nothing_is_claimed_in_the_own_turn() -> None:
    story = ben_left().play("h9g7").wait(GRACE_MS)

    assert refusal_of(story, Claim(ANN, WIN)) is RefusalCode.CLAIM_ON_OWN_TURN
    assert story.play("h0g2").tell(Claim(ANN, WIN)) == (Ended(0, "abandoned"),)


def test_nothing_is_claimed_from_who_is_here_or_came_back() -> None:
    story = ben_left().wait(GRACE_MS)

    assert refusal_of(story, Claim(BEN, WIN)) is RefusalCode.NOT_GONE
    story.tell(Present(1))
    assert refusal_of(story, Claim(ANN, WIN)) is RefusalCode.NOT_GONE


def test_each_absence_has_its_own_countdown() -> None:
    story = ben_left().wait(GRACE_MS)
    story.tell(Present(1))

    assert story.tell(Absent(1)) == (Gone(1, T0_MS + 2 * GRACE_MS),)


def test_a_game_nobody_claims_ends_by_its_clock() -> None:
    story = ben_left().wait(180_000)

    assert refusal_of(story, Claim(ANN, WIN)) is RefusalCode.FLAG_FELL
    assert story.wait(1_000).tell(Alarm()) == (Ended(0, "time"),)


def test_by_days_nobody_is_ever_gone() -> None:
    story = a_story("h2e2", clock=Correspondence(1))

    assert story.tell(Absent(1)) == ()
    assert refusal_of(story, Claim(ANN, WIN)) is RefusalCode.NOT_GONE


def test_before_the_start_and_after_the_end_nobody_is_gone() -> None:
    story = ben_left().wait(GRACE_MS)
    story.tell(Claim(ANN, WIN))

    assert list(story.room.absences) == [None, None]
    assert story.tell(Absent(1)) == story.tell(Present(1)) == ()
    assert a_story(seats=Seats(red=ANN)).tell(Absent(0)) == ()


def test_only_players_claim_and_only_once() -> None:
    assert refusal_of(ben_left().wait(GRACE_MS), Claim(EVE, WIN)) is RefusalCode.NOT_SEATED
    assert refusal_of(a_story(*MATE), Claim(ANN, WIN)) is RefusalCode.GAME_OVER
