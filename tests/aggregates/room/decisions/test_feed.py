"""What a room tells the feed: nothing before both have a seat, then its beginning and its end."""

from tests.support.rooms import ANN, BEN, Story, a_story, told_began, told_over
from xiangqi_server.aggregates.room.messages import Abort, Resign, Sit
from xiangqi_server.aggregates.room.terms import Seats
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Effect


def fed(story: Story) -> list[Effect]:
    """What the feed got."""
    return [effect for effect in story.effects if effect.kind == "game_feed"]


def test_a_game_is_told_once_when_it_begins_and_once_when_it_ends() -> None:
    story = a_story(seats=Seats(red=ANN))
    before = fed(story)

    story.tell(Sit(BEN))
    story.play("h2e2", "h9g7")
    story.tell(Resign(BEN))

    assert before == []
    assert fed(story) == [told_began(), told_over(Side.RED, "resign", 2)]


def test_an_invitation_that_is_called_off_tells_nothing() -> None:
    story = a_story(seats=Seats(red=ANN))

    story.tell(Abort(ANN))

    assert fed(story) == []
