"""What the feed decides: news gets the next number, and a repeat nothing."""

from xiangqi_server.aggregates.feed.messages import FeedCommand, FeedEvent, Told
from xiangqi_server.aggregates.feed.state import GameFeed
from xiangqi_server.kernel.aggregate.decision import Decision


def decide(feed: GameFeed, command: FeedCommand, _: int) -> Decision[FeedEvent]:
    """What `command` does to `feed`; nothing is refused."""
    return Decision() if feed.has_told(command) else Decision((Told(feed.last + 1, command),))
