"""Publications within one process: the contract of `feed` for the store in memory."""

import asyncio

from xiangqi_server.kernel.store.feed import Ephemeral, FeedListener, Publication
from xiangqi_server.kernel.store.values import AggregateId


class MemoryFeed:
    """See `Feed`; what is published is told in a later turn of the loop."""

    def __init__(self, listener: FeedListener) -> None:
        self._listener = listener
        self._followed: set[AggregateId] = set()

    def follow(self, aggregate: AggregateId) -> None:
        """See `Feed.follow`."""
        if aggregate not in self._followed:
            self._followed.add(aggregate)
            asyncio.get_running_loop().call_soon(self._listener.on_begin, aggregate)

    def unfollow(self, aggregate: AggregateId) -> None:
        """See `Feed.unfollow`."""
        self._followed.discard(aggregate)

    def publish(self, aggregate: AggregateId, news: Publication | Ephemeral) -> None:
        """Tell the listener, if it follows the aggregate."""
        if aggregate in self._followed:
            loop = asyncio.get_running_loop()
            if isinstance(news, Publication) and self._is_own(news):
                return
            if isinstance(news, Ephemeral):
                loop.call_soon(self._listener.on_ephemeral, aggregate, news)
            else:
                loop.call_soon(self._listener.on_publication, aggregate, news)

    def _is_own(self, news: Publication) -> bool:
        return bool(news.events) and self._listener.is_own(news.events[0].event_id)


class MemoryChannels:
    """Every feed on one store in memory; a copy of the store, as another branch, shares them."""

    def __init__(self) -> None:
        self._feeds: list[MemoryFeed] = []

    def __deepcopy__(self, memo: dict[int, object]) -> "MemoryChannels":
        return self

    def feed(self, listener: FeedListener) -> MemoryFeed:
        """A new feed."""
        feed = MemoryFeed(listener)
        self._feeds.append(feed)
        return feed

    def end(self) -> None:
        """End every feed: all who listened are dead."""
        self._feeds.clear()

    def publish(self, aggregate: AggregateId, news: Publication | Ephemeral) -> None:
        """Tell everybody who follows the aggregate."""
        for feed in self._feeds:
            feed.publish(aggregate, news)
