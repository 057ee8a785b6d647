"""What one asks of the lobby: to see it, to offer or take a game, to wait for an opponent."""

from collections.abc import Callable
from functools import partial
from typing import Final

from server.aggregate.refusal import RefusalCode, Refused
from server.gateway.answers import have_decided, look_up
from server.gateway.client import Client
from server.gateway.lobby_desk import LobbyDesk
from server.gateway.names import Names
from server.gateway.turns import Turns
from server.gateway.visitors import Visitors
from server.host.aggregate_host import AggregateHost
from server.host.replica import Replica
from server.lobby.state import LOBBY_ID
from server.players.state import Player
from server.session import commands
from server.session.commands import lobby_command
from server.store.base import AggregateId
from server.wire import client as wire
from server.wire.server import Done

LOBBY: Final = AggregateId("lobby", LOBBY_ID)

LobbyMessage = commands.LobbyMessage | wire.WatchLobby | wire.LeaveLobby
"""What is taken here."""


class LobbyDoor:
    """The lobby for the connections of this node. Owned by the gateway.

    Args:
        fresh_id: gives an unguessable id for a seek or a room.
        toss: gives a random bit.
    """

    def __init__(
        self,
        host: AggregateHost,
        turns: Turns,
        visitors: Visitors,
        desk: LobbyDesk,
        names: Names,
        fresh_id: Callable[[], str],
        toss: Callable[[], int],
    ) -> None:
        self._host = host
        self._turns = turns
        self._visitors = visitors
        self._desk = desk
        self._names = names
        self._fresh_id = fresh_id
        self._toss = toss

    def take(self, client: Client, message: LobbyMessage, now_ms: int) -> None:
        """Do what a message asks."""
        match message:
            case wire.WatchLobby():
                self._turns.look(client, LOBBY, partial(self._show, client, message))
            case wire.LeaveLobby():
                self._desk.discard(client)
                client.send(Done(message.id))
            case _:
                self._visitors.when_registered(
                    client, message, lambda player: self._command(client, message, player, now_ms)
                )

    def _show(
        self,
        client: Client,
        message: wire.WatchLobby,
        shown: Callable[[], None],
        replica: Replica | None,
    ) -> None:
        """Show the lobby once those who wait in it are known by name."""
        if replica is None:
            client.refuse(message.id, RefusalCode.UNAVAILABLE)
            shown()
            return
        self._desk.follow(replica, self._host)

        def known() -> None:
            if not client.is_gone:
                self._desk.add(client)
                client.send(Done(message.id))
            shown()

        owners = {seek.player for seek in self._desk.lobby.seeks.values()}
        self._names.when_known(owners, known)

    def _command(
        self, client: Client, message: commands.LobbyMessage, player: Player, now_ms: int
    ) -> None:
        """Have a message decided by the lobby, which this node follows from then on."""
        if self._desk.replica is not None:
            lobby, fresh_id = self._desk.lobby, self._fresh_id()
            command = lobby_command(message, player, lobby, fresh_id, self._toss(), now_ms)
            have_decided(self._host, LOBBY, command, client, message, now_ms)
            return

        def seen(replica: Replica) -> None:
            self._desk.follow(replica, self._host)
            try:
                self._command(client, message, player, now_ms)
            except Refused as refused:
                client.refuse(message.id, refused.code, refused.detail)

        look_up(self._host, LOBBY, client, message, seen)
