"""The feed: numbers without gaps, each thing once, and the latest so many of them."""

from xiangqi_server.aggregates.feed.kind import FEED
from xiangqi_server.aggregates.feed.messages import FeedCommand
from xiangqi_server.aggregates.feed.state import KEPT_ENTRIES, GameFeed
from xiangqi_server.aggregates.room.messages import GameBegan, GameOver
from xiangqi_server.api.views.feed import has_lost
from xiangqi_server.kernel.aggregate.decision import Stamped

NOW_MS = 1_700_000_000_000


def began(room: str) -> GameBegan:
    """A game of two players begins."""
    return GameBegan(room, "ann", "ben", "cxa", "blitz", rated=False, tournament=None)


def over(room: str) -> GameOver:
    """Red wins it."""
    return GameOver(room, "ann", "ben", 0, "checkmate", 61, None)


def fed(*commands: FeedCommand) -> GameFeed:
    """The feed after so many effects."""
    feed = GameFeed()
    for version, command in enumerate(commands, 1):
        for event in FEED.decide(feed, command, NOW_MS).events:
            feed = FEED.apply(feed, Stamped(version, NOW_MS, event))
    return feed


def told(feed: GameFeed, after: int = 0) -> list[tuple[int, str]]:
    """The numbers after one, each with its room."""
    return [(entry.number, entry.told.room) for entry in feed.after(after, 100)]


def test_what_is_told_gets_the_next_number_and_a_repeat_none() -> None:
    feed = fed(began("r1"), began("r2"), began("r1"), over("r1"), over("r1"), over("r2"))

    assert told(feed) == [(1, "r1"), (2, "r2"), (3, "r1"), (4, "r2")]
    assert told(feed, 2) == [(3, "r1"), (4, "r2")]
    assert told(feed, 4) == []


def test_a_beginning_that_comes_after_its_end_is_no_news() -> None:
    assert told(fed(over("r1"), began("r1"))) == [(1, "r1")]


def test_of_a_game_that_began_at_a_node_without_the_feed_only_the_end_is_told() -> None:
    assert told(fed(over("r1"), began("r2"), over("r2"))) == [(1, "r1"), (2, "r2"), (3, "r2")]


def test_only_the_latest_are_kept_and_their_numbers_go_on() -> None:
    feed = fed(*(began(f"r{number}") for number in range(1, KEPT_ENTRIES + 4)))

    assert (feed.last, feed.forgotten, len(feed.entries)) == (KEPT_ENTRIES + 3, 3, KEPT_ENTRIES)
    assert told(feed, 3)[0] == (4, "r4")
    assert [has_lost(feed, since, None) for since in (2, 3, feed.last, feed.last + 1)] == [
        True,
        False,
        False,
        True,
    ]


def test_a_reader_hears_that_the_store_has_another_game_at_its_number() -> None:
    feed = fed(began("r1"), began("r2"))

    assert not has_lost(feed, 2, "r2")
    assert has_lost(feed, 2, "lost")
    assert not has_lost(feed, 0, "whatever")
