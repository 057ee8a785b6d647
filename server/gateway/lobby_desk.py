"""The lobby as this node's connections see it: whole at first, then what changed, in ticks."""

from collections.abc import Mapping
from typing import cast

from server.gateway.client import WIRE_FORMAT, Client
from server.gateway.counts import Count
from server.gateway.names import Names
from server.host.aggregate_host import AggregateHost
from server.host.replica import Change, Replica
from server.lobby.messages import Seek
from server.lobby.state import Lobby
from server.net.fanout import Audience
from server.net.ports import Connection
from server.session.lobby_views import is_hidden, lobby_change, lobby_view, without_seeks
from server.store.feed import Aside
from server.wire.codec import encode
from server.wire.server import LobbyChanged


class LobbyDesk:
    """The watchers of the lobby on this node.

    Attributes:
        players: how many are online, on all nodes.
    """

    def __init__(self, names: Names, players: Count) -> None:
        self.players = players
        self._names = names
        self._is_asking = False
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
            host.listen(replica, self)

    def add(self, client: Client) -> None:
        """Let a client look: what changed since the last tick goes to the others first."""
        self._tell()
        self._clients.add(client)
        self._audience.add(client.connection, droppable=True)
        self.show(client)

    def discard(self, client: Client) -> None:
        """The client looks no longer."""
        self._clients.discard(client)
        self._audience.discard(client.connection)

    def __contains__(self, client: Client) -> bool:
        return client in self._clients

    def show(self, client: Client) -> None:
        """Send the whole lobby."""
        version = self.replica.head.version if self.replica else 0
        client.send(
            lobby_view(
                self.lobby,
                version,
                client.player,
                self.players.total(),
                self._names,
                client.ignored,
            )
        )

    def tell_changes(self) -> None:
        """Tell everybody what is new since the last call; called every tick.

        Whoever has a new seek and is not known by name is looked up first.
        """
        if not self._is_asking:
            told, seeks = self._told.seeks, self.lobby.seeks
            newcomers = [seek.player for id_, seek in seeks.items() if id_ not in told]
            self._is_asking = True
            self._names.when_known(newcomers, self._tell_known)

    def _tell_known(self) -> None:
        self._is_asking = False
        self._tell()

    def _tell(self) -> None:
        players = self.players.total()
        if self.lobby == self._told and players == self._told_players:
            return
        version = self.replica.head.version if self.replica else 0
        change = lobby_change(self._told, self.lobby, version, players, self._names)
        seeks = {seek.id: self.lobby.seeks[seek.id] for seek in change.opened}
        self._told, self._told_players = self.lobby, players
        apart = self._tell_apart(change, seeks)
        self._audience.send(lambda form: encode(change, WIRE_FORMAT[form]), apart)

    def _tell_apart(self, change: LobbyChanged, seeks: Mapping[str, Seek]) -> set[Connection]:
        """Tell those who must not see all new offers what they may see of the change."""
        apart: set[Connection] = set()
        for client in self._clients if seeks else ():
            hidden = {
                id_ for id_, seek in seeks.items() if is_hidden(seek, client.player, client.ignored)
            }
            if hidden:
                client.send(without_seeks(change, hidden))
                apart.add(client.connection)
        return apart

    def said(self, aside: Aside) -> None:
        """Take how many players there are on all nodes."""
        self.players.heard(aside)

    def changed(self, changes: tuple[Change, ...]) -> None:
        """Nothing at once: the next tick tells the sum of all changes."""

    def replaced(self, replica: Replica) -> None:
        """Nothing at once: the next tick tells the difference."""
        self.replica = replica
