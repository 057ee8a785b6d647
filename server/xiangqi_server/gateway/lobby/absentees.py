"""Takes players out of the lobby that have had no connection to any node for too long."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Final

from xiangqi_server.aggregates.lobby.absence import away_since, who_gave_up
from xiangqi_server.aggregates.lobby.messages import Depart
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.lobby.broadcaster import LobbyBroadcaster
from xiangqi_server.gateway.lobby.handler import LOBBY

IN_A_TURN: Final = 500
"""How many waiting players are looked at in one turn of the loop."""


class Absentees:
    """Players that look for a game and are not here. Owned by the gateway.

    Args:
        seen: gives those of some players that any node sees.
    """

    def __init__(
        self,
        node: Node,
        broadcaster: LobbyBroadcaster,
        online_players: OnlinePlayers,
        seen: Callable[[Collection[str]], Awaitable[frozenset[str]]],
    ) -> None:
        self._node = node
        self._broadcaster = broadcaster
        self._online_players = online_players
        self._seen = seen
        self._since_ms: dict[str, int] = {}

    def follow(self) -> None:
        """Follow the lobby, because this node may have to look for the players in it."""
        self._node.tasks.start(self._follow())

    def look_around(self) -> None:
        """Take out the players that have been away for too long; called now and then."""
        self._node.tasks.start(self._look_through())

    async def _look_through(self) -> None:
        """Find the players that are away, and for too long, in several turns of the loop."""
        away = []
        for number, player in enumerate(self._broadcaster.lobby.players(), 1):
            if not self._online_players.is_here(player):
                away.append(player)
            if number % IN_A_TURN == 0:
                await asyncio.sleep(0)
        now_ms = self._node.clock.now_ms()
        self._since_ms = away_since(self._since_ms, away, now_ms)
        gave_up = who_gave_up(self._since_ms, now_ms)
        seen = await self._seen(gave_up) if gave_up else frozenset()
        for player in gave_up:
            if player not in seen:
                self._node.host.submit(LOBBY, Depart(player), arrived_ms=now_ms)

    async def _follow(self) -> None:
        self._broadcaster.follow(await self._node.host.view(LOBBY), self._node.host)
