"""The kind of aggregate the feed is."""

from typing import Final

from xiangqi_server.aggregates.feed.apply import apply
from xiangqi_server.aggregates.feed.decide import decide
from xiangqi_server.aggregates.feed.messages import FeedCommand, FeedEvent
from xiangqi_server.aggregates.feed.state import GameFeed
from xiangqi_server.kernel.aggregate.kind import Kind, Limits, Records

GATHER_MS: Final = 200
"""The news of so long becomes one append: a node makes at most five a second."""
MOST_TOGETHER: Final = 256
"""What a crowd of games that begin at once needs of an append."""

FEED: Kind[GameFeed, FeedCommand, FeedEvent] = Kind(
    name="game_feed",
    empty=lambda _: GameFeed(),
    decide=decide,
    apply=apply,
    commands=FeedCommand,
    events=FeedEvent,
    records=Records(GameFeed),
    limits=Limits(min_append_interval_ms=GATHER_MS, max_batch=MOST_TOGETHER),
)
