"""Who leaves, and what may be claimed when."""

import pytest

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
    told_over,
)
from xiangqi_server.aggregates.room.decide import decide
from xiangqi_server.aggregates.room.messages import (
    Absent,
    Alarm,
    Claim,
    ClaimKind,
    Disconnected,
    Ended,
    Present,
    Reconnected,
    Release,
)
from xiangqi_server.aggregates.room.parts import Absence
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import CorrespondenceClock, FischerClock, Seats
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Decision, Effect
from xiangqi_server.kernel.aggregate.refusal import Refused

WIN, DRAW = ClaimKind.WIN, ClaimKind.DRAW
BLITZ = FischerClock(180_000, 2_000)
GRACE_MS = 30_000


def ben_left() -> Story:
    """Black is to move, and gone."""
    story = a_story("h2e2", "h9g7", "h0g2", clock=BLITZ)
    story.tell(Absent(Side.BLACK))
    return story


def test_leaving_starts_a_countdown_and_coming_back_ends_it() -> None:
    story = a_story("h2e2", clock=BLITZ)

    assert story.tell(Absent(Side.BLACK)) == (Disconnected(Side.BLACK, T0_MS + GRACE_MS),)
    assert list(story.room.absences) == [None, Absence(T0_MS, T0_MS + GRACE_MS)]
    assert story.tell(Present(Side.BLACK)) == (Reconnected(Side.BLACK),)
    assert list(story.room.absences) == [None, None]


def test_what_is_known_already_is_no_event() -> None:
    story = ben_left()

    assert story.wait(5_000).tell(Absent(Side.BLACK)) == ()
    assert story.tell(Present(Side.RED)) == ()


def test_both_may_be_gone() -> None:
    story = ben_left()

    assert story.tell(Absent(Side.RED)) == (Disconnected(Side.RED, T0_MS + GRACE_MS),)


@pytest.mark.parametrize(("what", "winner"), [(WIN, Side.RED), (DRAW, None)])
def test_the_other_claims_a_win_or_a_draw_when_the_grace_is_over(
    what: ClaimKind, winner: Side | None
) -> None:
    story = ben_left().wait(GRACE_MS)
    releases = (
        Effect("player", ANN, Release(ROOM)),
        Effect("player", BEN, Release(ROOM)),
        ENTERED,
        told_over(winner, "abandoned", story.room.game.ply),
    )

    decision = decide(story.room, Claim(ANN, what), story.now_ms)

    assert decision == Decision((Ended(winner, "abandoned"),), releases)


def test_a_claim_that_comes_early_is_told_how_much() -> None:
    story = ben_left().wait(GRACE_MS - 1)

    with pytest.raises(Refused) as refused:
        decide(story.room, Claim(ANN, WIN), story.now_ms)

    assert (refused.value.code, refused.value.retry_ms) == (RoomRefusal.CLAIM_TOO_SOON, 1)


def test_nothing_is_claimed_in_the_own_turn() -> None:
    story = ben_left().play("b9c7").wait(GRACE_MS)

    assert refusal_of(story, Claim(ANN, WIN)) is RoomRefusal.CLAIM_ON_OWN_TURN
    assert story.play("b0c2").tell(Claim(ANN, WIN)) == (Ended(Side.RED, "abandoned"),)


def test_nothing_is_claimed_from_who_is_here_or_came_back() -> None:
    story = ben_left().wait(GRACE_MS)

    assert refusal_of(story, Claim(BEN, WIN)) is RoomRefusal.NOT_DISCONNECTED
    story.tell(Present(Side.BLACK))
    assert refusal_of(story, Claim(ANN, WIN)) is RoomRefusal.NOT_DISCONNECTED


def test_each_absence_has_its_own_countdown() -> None:
    story = ben_left().wait(GRACE_MS)
    story.tell(Present(Side.BLACK))

    assert story.tell(Absent(Side.BLACK)) == (Disconnected(Side.BLACK, T0_MS + 2 * GRACE_MS),)


def test_a_game_nobody_claims_ends_by_its_clock() -> None:
    story = ben_left().wait(182_000)

    assert refusal_of(story, Claim(ANN, WIN)) is RoomRefusal.FLAG_FELL
    assert story.wait(10_000).tell(Alarm()) == (Ended(Side.RED, "time"),)


def test_by_days_nobody_is_ever_gone() -> None:
    story = a_story("h2e2", clock=CorrespondenceClock(1))

    assert story.tell(Absent(Side.BLACK)) == ()
    assert refusal_of(story, Claim(ANN, WIN)) is RoomRefusal.NOT_DISCONNECTED


def test_before_the_start_and_after_the_end_nobody_is_gone() -> None:
    story = ben_left().wait(GRACE_MS)
    story.tell(Claim(ANN, WIN))

    assert list(story.room.absences) == [None, None]
    assert story.tell(Absent(Side.BLACK)) == story.tell(Present(Side.BLACK)) == ()
    assert a_story(seats=Seats(red=ANN)).tell(Absent(Side.RED)) == ()


def test_only_players_claim_and_only_once() -> None:
    assert refusal_of(ben_left().wait(GRACE_MS), Claim(EVE, WIN)) is RoomRefusal.NOT_SEATED
    assert refusal_of(a_story(*MATE), Claim(ANN, WIN)) is RoomRefusal.GAME_OVER
