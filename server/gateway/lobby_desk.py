"""The lobby as this node's connections see it: whole at first, then what changed, in ticks."""

from typing import cast

from server.gateway.client import WIRE_FORMAT, Client
from server.gateway.names import Names
from server.host.aggregate_host import AggregateHost
from server.host.replica import Change, Replica
from server.lobby.state import Lobby
from server.net.fanout import Audience
from server.session.lobby_views import lobby_change, lobby_view
from server.wire.codec import encode


class LobbyDesk:
    """The watchers of the lobby on this node."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self.replica: Replica | None = None
        self._audience = Audience()
        self._clients: set[Client] = set()
        self._told = Lobby()
        self._told_players = 0

    @property
    def lobby(self) -> Lobby:
        """The lobby as it stands; empty until it is first loaded."""
        return Lobby() if self.replica is None else cast("Lobby", self.replica.state)

    def follow(self, replica: Replica, host: AggregateHost) -> None:
        """Look at the lobby's replica from now on, for good."""
        if self.replica is None:
            self.replica = replica
            self._told = self.lobby
            host.watch(replica, self)

    def add(self, client: Client, players_here: int) -> None:
        """Let a client look: what changed since the last tick goes to the others first."""
        self.tell_changes(players_here)
        self._clients.add(client)
        self._audience.add(client.connection, droppable=True)
        self.show(client, players_here)

    def discard(self, client: Client) -> None:
        """The client looks no longer."""
        self._clients.discard(client)
        self._audience.discard(client.connection)

    def __contains__(self, client: Client) -> bool:
        return client in self._clients

    def show(self, client: Client, players_here: int) -> None:
        """Send the whole lobby."""
        version = self.replica.head.version if self.replica else 0
        client.send(lobby_view(self.lobby, version, client.player, players_here, self._names))

    def tell_changes(self, players_here: int) -> None:
        """Tell everybody what is new since the last call; called every tick."""
        if self.lobby == self._told and players_here == self._told_players:
            return
        version = self.replica.head.version if self.replica else 0
        change = lobby_change(self._told, self.lobby, version, players_here, self._names)
        self._told, self._told_players = self.lobby, players_here
        self._audience.send(lambda form: encode(change, WIRE_FORMAT[form]))

    def changed(self, changes: tuple[Change, ...]) -> None:
        """Nothing at once: the next tick tells the sum of all changes."""

    def replaced(self, replica: Replica) -> None:
        """Nothing at once: the next tick tells the difference."""
        self.replica = replica
