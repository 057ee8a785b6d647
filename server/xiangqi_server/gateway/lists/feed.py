"""The games that began and ended, for programs that follow them."""

from typing import Final

from xiangqi_server.aggregates.feed import kind
from xiangqi_server.aggregates.feed.state import FEED_ID
from xiangqi_server.api.views.feed import ROWS, entry_view, has_lost
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.kernel.host.view import key
from xiangqi_server.wire import client as wire
from xiangqi_server.wire import server

FEED: Final = key(kind.FEED, FEED_ID)


class FeedHandler:
    """Part of the lists."""

    def __init__(self, node: Node) -> None:
        self._host = node.host
        self._names = node.names

    async def read(self, _: Client, message: wire.Feed) -> server.Feed:
        """The entries after one.

        Raises:
            StoreUnavailable: there is no store.
        """
        feed = (await self._host.view(FEED)).state
        since, game = message.since, message.game
        is_reset = since is not None and has_lost(feed, since, game)
        found = feed.after(0 if since is None or is_reset else since, ROWS)
        await self._names.learn(
            {player for entry in found for player in (entry.told.red, entry.told.black)}
        )
        rows = [entry_view(entry, self._names) for entry in found]
        return server.Feed(message.id, rows, feed.last, is_reset)
