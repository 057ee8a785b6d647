"""What an event does to the feed; live play, rebuild and replay share it."""

from xiangqi_server.aggregates.feed.messages import FeedEvent
from xiangqi_server.aggregates.feed.state import KEPT_ENTRIES, GameFeed, ToldGame, key_of
from xiangqi_server.kernel.aggregate.decision import Stamped


def apply(feed: GameFeed, stamped: Stamped[FeedEvent]) -> GameFeed:
    """The feed after one accepted event."""
    event = stamped.event
    entry = ToldGame(event.number, stamped.at_ms, event.news)
    entries = {**feed.entries, key_of(event.news): entry}
    if len(entries) > KEPT_ENTRIES:
        del entries[next(iter(entries))]
    return GameFeed(event.number, entries)
