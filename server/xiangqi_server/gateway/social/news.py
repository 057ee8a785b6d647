"""The news at this node: what clients get, and what operators post."""

from typing import Final

from xiangqi_server.aggregates.news import kind
from xiangqi_server.aggregates.news.messages import WithdrawNews
from xiangqi_server.aggregates.news.state import NEWS_ID
from xiangqi_server.api.social import post_command
from xiangqi_server.api.views.news_views import news_view
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.connection.replies import have_decided
from xiangqi_server.gateway.social.operators import Operators
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require
from xiangqi_server.kernel.host.view import key
from xiangqi_server.wire import client as wire

NEWS: Final = key(kind.NEWS, NEWS_ID)


class NewsHandler:
    """Part of the social handler."""

    def __init__(self, node: Node, online_players: OnlinePlayers, operators: Operators) -> None:
        self._host = node.host
        self._fresh_id = node.fresh_id
        self._online_players = online_players
        self._operators = operators

    async def show(self, client: Client, message: wire.News) -> None:
        """Send a page of the news.

        Raises:
            StoreUnavailable: there is no store.
        """
        news = (await self._host.view(NEWS)).state
        client.send(news_view(message.id, news, message.after, client.language))

    def post(self, client: Client, message: wire.PostNews, now_ms: int) -> None:
        """Post an item.

        Raises:
            Refused: this is no operator, or the item has no title.
        """
        self._require_operator(client)
        command = post_command(message, client.player, self._fresh_id())
        have_decided(self._host, NEWS, command, client, message, now_ms)

    def withdraw(self, client: Client, message: wire.WithdrawNews, now_ms: int) -> None:
        """Take an item back.

        Raises:
            Refused: this is no operator.
        """
        self._require_operator(client)
        command = WithdrawNews(client.player, message.item)
        have_decided(self._host, NEWS, command, client, message, now_ms)

    def _require_operator(self, client: Client) -> None:
        player = self._online_players.player(client.player)
        require(self._operators.is_operator(player), CommonRefusal.NOT_ALLOWED)
