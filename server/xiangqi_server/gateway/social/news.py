"""The news at this node: what is told, and what operators post."""

from typing import Final

from xiangqi_server.aggregate.refusal import CommonRefusal, require
from xiangqi_server.api.news_views import news_view
from xiangqi_server.api.social import news_command
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.replies import have_decided
from xiangqi_server.gateway.social.operators import Operators
from xiangqi_server.host.view import key
from xiangqi_server.news import kind
from xiangqi_server.news.state import NEWS_ID
from xiangqi_server.players.state import Player
from xiangqi_server.wire import client as wire

NEWS: Final = key(kind.NEWS, NEWS_ID)


class NewsHandler:
    """Part of the social handler."""

    def __init__(self, node: Node, operators: Operators) -> None:
        self._host = node.host
        self._fresh_id = node.fresh_id
        self._operators = operators

    async def show(self, client: Client, message: wire.News) -> None:
        """Send a page of the news.

        Raises:
            StoreUnavailable: there is no store.
        """
        news = (await self._host.view(NEWS)).state
        client.send(news_view(message.id, news, message.after, client.language))

    def post(
        self,
        client: Client,
        message: wire.PostNews | wire.WithdrawNews,
        player: Player | None,
        now_ms: int,
    ) -> None:
        """Post an item, or take one back.

        Raises:
            Refused: this is no operator, or the item has no title.
        """
        require(self._operators.is_operator(player), CommonRefusal.NOT_ALLOWED)
        command = news_command(message, client.player, self._fresh_id())
        have_decided(self._host, NEWS, command, client, message, now_ms)
