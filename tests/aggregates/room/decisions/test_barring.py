"""A banned player's rooms: what has not begun is called off, what runs goes on."""

import pytest

from tests.support.rooms import ANN, BEN, BLITZ, EVE, T0_MS, Story, a_story
from xiangqi_server.aggregates.room.decide import decide
from xiangqi_server.aggregates.room.decisions.endings import RoomEnding
from xiangqi_server.aggregates.room.messages import (
    Bar,
    Declined,
    MakeOffer,
    OfferKind,
    Open,
    Resign,
    RoomEvent,
    Sit,
)
from xiangqi_server.aggregates.room.state import Status
from xiangqi_server.aggregates.room.terms import Seats
from xiangqi_server.game.rules.board.encoding import Side

BAN = Bar(ANN, 3, T0_MS + 60_000)
NEW = Bar(ANN, 3, T0_MS + 60_000, is_new=True)


def how(events: tuple[RoomEvent, ...]) -> list[str]:
    """The endings among the events."""
    return [str(ending) for event in events if (ending := getattr(event, "ending", None))]


def a_challenge(by: str, to: str) -> Story:
    """A room in which one player waits for another one."""
    story = Story()
    story.tell(Open(BLITZ, Seats(red=by), invited=to, ready_ms=20_000))
    return story


@pytest.mark.parametrize("bar", [BAN, NEW])
def test_what_waits_is_over_whoever_was_waited_for(bar: Bar) -> None:
    assert how(a_story(seats=Seats(red=ANN)).tell(bar)) == [RoomEnding.ABORTED]
    assert how(a_challenge(ANN, BEN).tell(bar)) == [RoomEnding.ABORTED]
    assert how(a_challenge(BEN, ANN).tell(bar)) == [RoomEnding.DECLINED]
    assert a_story(seats=Seats(red=BEN)).tell(bar) == ()


def test_a_pair_that_was_found_is_void() -> None:
    story = a_challenge(BEN, ANN)
    story.tell(Sit(ANN))

    assert how(story.tell(BAN)) == [RoomEnding.VOID]


def test_a_game_that_runs_goes_on_unless_it_began_under_the_ban() -> None:
    story = a_story("h2e2", "h9g7", "b2d2")

    assert story.tell(BAN) == ()
    assert story.room.status is Status.PLAYING
    assert how(story.tell(NEW)) == [RoomEnding.VOID]


@pytest.mark.parametrize("by", [ANN, BEN])
def test_a_rematch_that_was_offered_is_off(by: str) -> None:
    story = a_story()
    story.tell(Resign(BEN))
    story.tell(MakeOffer(by, OfferKind.REMATCH, 0, "room2"))

    assert story.tell(BAN) == (Declined(Side.RED, OfferKind.REMATCH),)
    assert story.tell(BAN) == ()


def test_whom_a_room_does_not_know_it_does_not_mind() -> None:
    story = a_story()

    assert not decide(story.room, Bar(EVE, 3, T0_MS + 1), T0_MS).events
