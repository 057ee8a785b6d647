"""Ratings, games, boards and the ladder for the connections of this node."""

from collections.abc import Awaitable, Callable, Collection

from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.connection.player_broadcaster import PlayerListener
from xiangqi_server.gateway.lists.boards import BoardsHandler
from xiangqi_server.gateway.lists.feed import FeedHandler
from xiangqi_server.gateway.lists.ladder import LadderHandler
from xiangqi_server.gateway.lists.ladder_broadcaster import LadderBroadcaster
from xiangqi_server.gateway.lists.live_positions import LivePositions
from xiangqi_server.gateway.lists.my_games import MyGamesHandler
from xiangqi_server.gateway.lists.queries import Queries
from xiangqi_server.gateway.lists.viewer_counts import ViewerCounts
from xiangqi_server.gateway.room.broadcasters import RoomBroadcasters
from xiangqi_server.gateway.room.exports.game_texts import GameTexts


class ListsHandler(PlayerListener):
    """Owned by the gateway.

    Args:
        seen: gives those of some players that any node sees.

    Attributes:
        queries, my_games, boards, feed, ladder: the handlers of these topics.
    """

    def __init__(
        self,
        node: Node,
        texts: GameTexts,
        rooms: RoomBroadcasters,
        online_players: OnlinePlayers,
        seen: Callable[[Collection[str]], Awaitable[frozenset[str]]],
    ) -> None:
        self.queries = Queries(node, texts, LivePositions(node.host, rooms))
        self.my_games = MyGamesHandler(node)
        self._online_players = online_players
        self.boards = BoardsHandler(node, self.queries, rooms, seen)
        self.feed = FeedHandler(node)
        self._ladder_broadcaster = LadderBroadcaster(node)
        self.ladder = LadderHandler(node, self._ladder_broadcaster)
        self._viewer_counts = ViewerCounts(node.row_store, node.clock, node.tasks, rooms)
        online_players.listen(self)

    def welcomed(self, client: Client, player: Player) -> None:
        """A connection was welcomed: tell it of what may concern its player.

        That is the ladder for those with an account, and the moves for which games by days wait.
        """
        if player.identity.has_account:
            self._ladder_broadcaster.on_account(client)
        if player.open_games.games:
            self.my_games.listen(client)

    def on_game_opened(self, player: str) -> None:
        """A game has begun, or waits for its opponent: by days it will wait for moves."""
        stored = self._online_players.player(player)
        if stored is not None and stored.open_games.live is None:
            for client in self._online_players.clients_of(player):
                self.my_games.listen(client)

    def on_renamed(self, client: Client) -> None:
        """A guest has an account now, an account another name, or it has become a bot."""
        self._ladder_broadcaster.on_account(client)

    def on_close(self, client: Client) -> None:
        """The connection is gone."""
        self._ladder_broadcaster.on_close(client)
        self.my_games.on_close(client)
        self.boards.discard(client)

    def refresh(self) -> None:
        """Count the watchers of games, and see what is on TV; called now and then."""
        self._viewer_counts.refresh()
        self.boards.propose()
