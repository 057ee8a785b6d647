"""A rated game: ratings are recorded once, and decide once, in whichever order things come."""

import pytest

from tests.support.rooms import (
    ANN,
    BEN,
    ENTERED,
    ROOM,
    Story,
    told_over,
)
from xiangqi_server.aggregates.room.messages import (
    Abort,
    ChangeRating,
    Engage,
    Introduce,
    Open,
    RatePlayer,
    RatingChanged,
    RatingKnown,
    Release,
    Resign,
    RoomCommand,
)
from xiangqi_server.aggregates.room.parts import Entry
from xiangqi_server.aggregates.room.terms import FischerClock, GameTerms, Seats
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Effect

RATED = GameTerms(FischerClock(300_000, 3_000), rated=True)
KNOW_ANN = Introduce(ANN, 1600.0, 80.0)
KNOW_BEN = Introduce(BEN, 1500.0, 120.0)
RATE_ANN = Effect("player", ANN, RatePlayer(ROOM, "blitz", 1500.0, 120.0, 0.0))
RATE_BEN = Effect("player", BEN, RatePlayer(ROOM, "blitz", 1600.0, 80.0, 1.0))


def a_rated_game(*commands: RoomCommand, terms: GameTerms = RATED) -> Story:
    """A game of Ann (Red) and Ben after some commands, and nothing ordered yet."""
    story = Story()
    story.tell(Open(terms, Seats(ANN, BEN)))
    for command in commands:
        story.tell(command)
    story.effects.clear()
    return story


def rate_effects(story: Story) -> list[Effect]:
    """The effects to rate, of all that were given."""
    return [effect for effect in story.effects if isinstance(effect.command, RatePlayer)]


def test_a_rated_game_asks_its_players_for_their_ratings_and_a_casual_one_does_not() -> None:
    rated, casual = Story(), Story()

    rated.tell(Open(RATED, Seats(ANN, BEN)))
    casual.tell(Open(GameTerms(RATED.clock), Seats(ANN, BEN)))

    assert [effect.command for effect in rated.effects[:2]] == [
        Engage(ROOM, Side.RED, "blitz", opponent=BEN),
        Engage(ROOM, Side.BLACK, "blitz", opponent=ANN),
    ]
    assert [effect.command for effect in casual.effects[:2]] == [
        Engage(ROOM, Side.RED, opponent=BEN),
        Engage(ROOM, Side.BLACK, opponent=ANN),
    ]


def test_a_rating_is_written_down_once() -> None:
    story = a_rated_game()

    first = story.tell(KNOW_BEN)
    again = story.tell(Introduce(BEN, 1700.0, 60.0))

    assert first == (RatingKnown(Side.BLACK, 1500.0, 120.0),)
    assert again == ()
    assert story.room.entries == (None, Entry(1500.0, 120.0))


def test_the_end_has_both_rated_by_what_was_written_down() -> None:
    story = a_rated_game(KNOW_ANN, KNOW_BEN).play("h2e2", "h9g7")

    story.tell(Resign(ANN))

    assert story.effects == [
        Effect("player", ANN, Release(ROOM)),
        Effect("player", BEN, Release(ROOM)),
        RATE_ANN,
        RATE_BEN,
        ENTERED,
        told_over(Side.BLACK, "resign", 2),
    ]


def test_a_rating_that_is_told_after_the_end_counts_as_well() -> None:
    story = a_rated_game(KNOW_ANN).play("h2e2", "h9g7")
    story.tell(Resign(ANN))
    before = rate_effects(story)

    story.tell(KNOW_BEN)
    story.tell(KNOW_BEN)

    assert before == []
    assert rate_effects(story) == [RATE_ANN, RATE_BEN]


@pytest.mark.parametrize(
    ("moves", "end"),
    [((), Resign(ANN)), (("h2e2",), Resign(ANN)), (("h2e2",), Abort(BEN))],
    ids=str,
)
def test_a_game_that_hardly_began_is_not_rated(moves: tuple[str, ...], end: RoomCommand) -> None:
    story = a_rated_game(KNOW_ANN, KNOW_BEN).play(*moves)

    story.tell(end)

    assert rate_effects(story) == []


def test_what_came_of_it_is_written_down_once() -> None:
    story = a_rated_game(KNOW_ANN, KNOW_BEN).play("h2e2", "h9g7")
    story.tell(Resign(ANN))

    first = story.tell(ChangeRating(ANN, 1588.0, 79.0))
    again = story.tell(ChangeRating(ANN, 1580.0, 79.0))

    assert first == (RatingChanged(Side.RED, 1588.0, 79.0),)
    assert again == ()
    assert story.room.entries[0] == Entry(1600.0, 80.0, 1588.0, 79.0)


def test_a_change_is_what_this_game_made_and_not_what_others_did_meanwhile() -> None:
    story = a_rated_game(KNOW_ANN, KNOW_BEN).play("h2e2", "h9g7")
    story.tell(Resign(ANN))

    story.tell(ChangeRating(ANN, 1688.4, 79.0, before=1700.2))

    (entry, _) = story.room.entries
    assert entry == Entry(1600.0, 80.0, 1688.4, 79.0, 1700.2)
    assert entry.change == -12
