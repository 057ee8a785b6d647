"""What clients ask about ratings, games, the ladder and TV, and which part answers it."""

from collections.abc import Awaitable, Callable, Collection
from typing import assert_never

from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.inbox import Coro
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.connection.player_broadcaster import PlayerListener
from xiangqi_server.gateway.lists.ladder import ClimbMessage, LadderHandler
from xiangqi_server.gateway.lists.ladder_broadcaster import LadderBroadcaster
from xiangqi_server.gateway.lists.my_games import MyGamesBroadcaster
from xiangqi_server.gateway.lists.queries import Queries, Query
from xiangqi_server.gateway.lists.tv import TvBroadcaster
from xiangqi_server.gateway.lists.viewer_counts import ViewerCounts
from xiangqi_server.gateway.room.broadcasters import RoomBroadcasters
from xiangqi_server.gateway.room.game_texts import GameTexts
from xiangqi_server.players.state import Player
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.server import Done

ListsMessage = (
    Query
    | ClimbMessage
    | wire.JoinLadder
    | wire.LadderPage
    | wire.MyGames
    | wire.WatchTv
    | wire.LeaveTv
)
"""The messages handled here."""


class ListsHandler(PlayerListener):
    """Owned by the gateway.

    Args:
        seen: gives those of some players whom any node sees.
    """

    def __init__(
        self,
        node: Node,
        texts: GameTexts,
        rooms: RoomBroadcasters,
        online_players: OnlinePlayers,
        seen: Callable[[Collection[str]], Awaitable[frozenset[str]]],
    ) -> None:
        self._queries = Queries(node, texts)
        self._my_games = MyGamesBroadcaster(node)
        self._tv = TvBroadcaster(node, self._queries, seen)
        self._ladder_broadcaster = LadderBroadcaster(node)
        self._ladder = LadderHandler(node, self._ladder_broadcaster)
        self._viewer_counts = ViewerCounts(node.row_store, node.clock, node.tasks, rooms)
        online_players.listen(self)

    def handle(self, client: Client, message: ListsMessage) -> Coro | None:
        """Have a message answered by the part it concerns."""
        match message:
            case wire.MyGames():
                return self._my_games.show(client, message)
            case wire.WatchTv():
                return self._tv.show(client, message)
            case wire.LeaveTv():
                self._tv.discard(client)
                client.send(Done(message.id))
            case wire.LadderPage():
                return self._ladder.show(client, message)
            case wire.JoinLadder():
                return self._ladder.join(client, message)
            case (
                wire.LeaveLadder()
                | wire.LadderChallenge()
                | wire.LadderAnswer()
                | wire.LadderWithdraw()
            ):
                self._ladder.climb(client, message)
            case (
                wire.Ratings()
                | wire.RatingHistory()
                | wire.Leaderboard()
                | wire.Games()
                | wire.ExportGames()
                | wire.LiveGames()
            ):
                return self._queries.answer(client, message)
            case _:
                assert_never(message)
        return None

    def welcomed(self, client: Client, player: Player) -> None:
        """A connection was welcomed: tell it of the ladder if its player may be on it."""
        if player.identity.has_account:
            self._ladder_broadcaster.on_account(client)

    def on_renamed(self, client: Client) -> None:
        """A guest has an account now, an account another name, or it has become a bot."""
        self._ladder_broadcaster.on_account(client)

    def on_close(self, client: Client) -> None:
        """The connection is gone."""
        self._ladder_broadcaster.on_close(client)
        self._my_games.on_close(client)
        self._tv.discard(client)

    def refresh(self) -> None:
        """Count the watchers of games, and see what is on TV; called now and then."""
        self._viewer_counts.refresh()
        self._tv.propose()
