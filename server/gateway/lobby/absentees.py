"""Takes from the lobby who has had no connection to any node for as long as `lobby` allows."""

from collections.abc import Awaitable, Callable

from server.gateway.connection.node import Node
from server.gateway.connection.online_players import OnlinePlayers
from server.gateway.lobby.broadcaster import LobbyBroadcaster
from server.gateway.lobby.handler import LOBBY
from server.lobby.absence import away_since, who_gave_up
from server.lobby.messages import Depart


class Absentees:
    """Who looks for a game and is not here. Owned by the gateway.

    Args:
        is_seen: tells whether any node sees a player.
    """

    def __init__(
        self,
        node: Node,
        broadcaster: LobbyBroadcaster,
        online_players: OnlinePlayers,
        is_seen: Callable[[str], Awaitable[bool]],
    ) -> None:
        self._node = node
        self._broadcaster = broadcaster
        self._online_players = online_players
        self._is_seen = is_seen
        self._since_ms: dict[str, int] = {}

    def follow(self) -> None:
        """Know who looks for a game: this node may have to miss them."""
        self._node.tasks.start(self._follow())

    def look_around(self) -> None:
        """Take out who has been away for too long; called now and then."""
        now_ms = self._node.clock.now_ms()
        waiting = self._broadcaster.lobby.players()
        away = {player for player in waiting if not self._online_players.is_here(player)}
        self._since_ms = away_since(self._since_ms, away, now_ms)
        for player in who_gave_up(self._since_ms, now_ms):
            self._node.tasks.start(self._take_out(player))

    async def _follow(self) -> None:
        self._broadcaster.follow(await self._node.host.view(LOBBY), self._node.host)

    async def _take_out(self, player: str) -> None:
        if not await self._is_seen(player):
            now_ms = self._node.clock.now_ms()
            self._node.host.submit(LOBBY, Depart(player), arrived_ms=now_ms)
