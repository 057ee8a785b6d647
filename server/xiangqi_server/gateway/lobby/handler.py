"""What clients ask of the lobby: seeing it, offering or taking a game, waiting for an opponent."""

from typing import Final

from xiangqi_server.aggregates.lobby import kind
from xiangqi_server.aggregates.lobby.state import LOBBY_ID
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.api.commands import LobbyMessage, lobby_command
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.inbox import Coro
from xiangqi_server.gateway.connection.limits.address_tags import Tags
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.connection.replies import have_decided
from xiangqi_server.gateway.lobby.broadcaster import LobbyBroadcaster
from xiangqi_server.kernel.host.view import key
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.server import Done

LOBBY: Final = key(kind.LOBBY, LOBBY_ID)


class LobbyHandler:
    """The lobby for the connections of this node. Owned by the gateway."""

    def __init__(
        self,
        node: Node,
        online_players: OnlinePlayers,
        broadcaster: LobbyBroadcaster,
        tags: Tags,
    ) -> None:
        self._host = node.host
        self._names = node.names
        self._fresh_id = node.fresh_id
        self._toss = node.toss
        self._online_players = online_players
        self._broadcaster = broadcaster
        self._tags = tags

    async def watch(self, client: Client, message: wire.WatchLobby) -> None:
        """Show the lobby once the names of the players in it are known."""
        await self._follow()
        await self._names.learn(seek.player for seek in self._broadcaster.lobby.seeks.values())
        if not client.is_gone:
            self._broadcaster.add(client)
            client.send(Done(message.id))

    def leave(self, client: Client, message: wire.LeaveLobby) -> None:
        """Show it no longer."""
        self._broadcaster.discard(client)
        client.send(Done(message.id))

    def ask(self, client: Client, message: LobbyMessage, now_ms: int) -> Coro | None:
        """Have a message decided by the lobby.

        Raises:
            Refused: there is no such pool.
        """
        player = self._online_players.own(client)
        if self._broadcaster.view is None:
            return self._follow_and_submit(client, message, player, now_ms)
        self._submit(client, message, player, now_ms)
        return None

    async def _follow(self) -> None:
        self._broadcaster.follow(await self._host.view(LOBBY), self._host)

    async def _follow_and_submit(
        self, client: Client, message: LobbyMessage, player: Player, now_ms: int
    ) -> None:
        await self._follow()
        self._submit(client, message, player, now_ms)

    def _submit(self, client: Client, message: LobbyMessage, player: Player, now_ms: int) -> None:
        """Have a message decided by the lobby, which this node follows."""
        command = lobby_command(
            message,
            player,
            self._broadcaster.lobby,
            self._fresh_id(),
            self._toss(),
            now_ms,
            tag=self._tags.of(client.address, client.player),
        )
        have_decided(self._host, LOBBY, command, client, message, now_ms)
