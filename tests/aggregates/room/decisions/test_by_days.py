"""What a game by days tells its players' notices, and that a live game tells nothing."""

from tests.support.rooms import ANN, BEN, ROOM, T0_MS, Story, a_story
from xiangqi_server.aggregates.room.messages import (
    AcceptOffer,
    MakeOffer,
    NotYours,
    OfferKind,
    Resign,
    Sit,
    YourMove,
)
from xiangqi_server.aggregates.room.terms import CorrespondenceClock, NoClock, Seats
from xiangqi_server.kernel.aggregate.spans import DAY_MS, HOUR_MS

THREE_DAYS = CorrespondenceClock(3)


def news(story: Story) -> list[tuple[str, object]]:
    """What the players' notices got, oldest first; it is forgotten then."""
    told = [(effect.id, effect.command) for effect in story.effects if effect.kind == "notices"]
    story.effects.clear()
    return told


def test_each_move_tells_both_players_whose_turn_it_is() -> None:
    story = a_story(clock=THREE_DAYS)
    begun = news(story)

    story.play("h2e2", think_ms=HOUR_MS)

    at_ms = T0_MS + HOUR_MS
    assert begun == [(ANN, YourMove(ROOM, T0_MS, 1, 0, T0_MS + 3 * DAY_MS))]
    assert news(story) == [
        (ANN, NotYours(ROOM, at_ms, 2)),
        (BEN, YourMove(ROOM, at_ms, 2, 1, at_ms + 3 * DAY_MS)),
    ]


def test_a_game_begins_to_wait_when_its_second_player_sits_down() -> None:
    story = a_story(clock=THREE_DAYS, seats=Seats(ANN))
    before = news(story)

    story.wait(HOUR_MS).tell(Sit(BEN))

    at_ms = T0_MS + HOUR_MS
    assert before == []
    assert news(story) == [
        (ANN, YourMove(ROOM, at_ms, 2, 0, at_ms + 3 * DAY_MS)),
        (BEN, NotYours(ROOM, at_ms, 2)),
    ]


def test_an_offer_tells_nothing_and_a_takeback_whose_turn_it_is_again() -> None:
    story = a_story("h2e2", clock=THREE_DAYS)
    news(story)

    story.tell(MakeOffer(ANN, OfferKind.TAKEBACK, 1, "room2"))
    offered = news(story)
    story.tell(AcceptOffer(BEN, OfferKind.TAKEBACK, "room2"))

    assert offered == []
    assert news(story) == [
        (ANN, YourMove(ROOM, T0_MS, 4, 0, T0_MS + 3 * DAY_MS)),
        (BEN, NotYours(ROOM, T0_MS, 4)),
    ]


def test_the_end_is_told_to_the_player_who_was_waited_for() -> None:
    story = a_story("h2e2", "h9g7", clock=THREE_DAYS)
    news(story)

    story.tell(Resign(BEN))

    assert news(story) == [(ANN, NotYours(ROOM, T0_MS, 4))]


def test_games_without_days_tell_nothing() -> None:
    for story in (a_story("h2e2"), a_story("h2e2", clock=NoClock())):
        story.tell(Resign(BEN))
        assert news(story) == []
