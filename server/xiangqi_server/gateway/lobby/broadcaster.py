"""The lobby as the connections of this node see it: whole at first, then its changes by ticks."""

from collections.abc import Mapping, Sequence
from functools import partial

from xiangqi_server.aggregates.lobby.messages import LobbyEvent, Seek
from xiangqi_server.aggregates.lobby.state import Lobby
from xiangqi_server.api.views.lobby_views import (
    is_hidden,
    is_shown_all,
    lobby_change,
    lobby_view,
    without_seeks,
)
from xiangqi_server.gateway.connection.client import WIRE_FORMAT, Client
from xiangqi_server.gateway.connection.cluster_counters import ClusterCounter
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.shared_frames import SharedFrames
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.view import Change, View
from xiangqi_server.kernel.store.feed import Ephemeral
from xiangqi_server.net.fanout import Subscribers
from xiangqi_server.net.ports import Connection
from xiangqi_server.wire.codec import encode
from xiangqi_server.wire.server import LobbyChanged, ServerMessage


class LobbyBroadcaster:
    """The watchers of the lobby on this node.

    Attributes:
        players: how many are online, on all nodes.
    """

    def __init__(self, node: Node, players: ClusterCounter) -> None:
        self.players = players
        self._names = node.names
        self._tasks = node.tasks
        self._is_learning = False
        self.view: View[Lobby, LobbyEvent] | None = None
        self._subscribers = Subscribers(node.host.faults)
        self._clients: set[Client] = set()
        self._sent = Lobby()
        self._sent_players = 0
        self._shown_alike = SharedFrames()
        node.names.on_change(self._renamed)

    @property
    def lobby(self) -> Lobby:
        """The lobby as it stands; empty until it is first loaded."""
        return Lobby() if self.view is None else self.view.state

    def follow(self, view: View[Lobby, LobbyEvent], host: AggregateHost) -> None:
        """Watch the lobby from now on, for good."""
        if self.view is None:
            self.view = view
            self._sent = self.lobby
            host.watch(view, self)
            host.listen(view, self)

    def add(self, client: Client) -> None:
        """Let a client look: what changed since the last tick goes to the others first."""
        self._tell()
        self._clients.add(client)
        self._subscribers.add(client.connection, droppable=True)
        self.show(client)

    def discard(self, client: Client) -> None:
        """The client looks no longer."""
        self._clients.discard(client)
        self._subscribers.discard(client.connection)

    def __contains__(self, client: Client) -> bool:
        return client in self._clients

    def show(self, client: Client) -> None:
        """Send the whole lobby."""
        players = self.players.total()
        if self.view is not None and is_shown_all(self.lobby, client.player, client.ignored):
            state = (self.view.head, players)
            views = partial(self._views_for, client, players)
            self._shown_alike.send(client, state, None, views)
        else:
            client.send(self._view_for(client, players))

    def _views_for(self, client: Client, players: int) -> tuple[ServerMessage]:
        return (self._view_for(client, players),)

    def _view_for(self, client: Client, players: int) -> ServerMessage:
        version = self.view.head.version if self.view else 0
        return lobby_view(self.lobby, version, client.player, players, self._names, client.ignored)

    def _renamed(self, player: str) -> None:
        del player
        self._shown_alike.clear()

    def tell_changes(self) -> None:
        """Tell everybody what has changed since the last call; called every tick.

        The names of players with new seeks are looked up first, if they are not known.
        """
        if self._is_learning:
            return
        sent, seeks = self._sent.seeks, self.lobby.seeks
        newcomers = [seek.player for id_, seek in seeks.items() if id_ not in sent]
        if self._names.at_hand(newcomers):
            self._tell()
        else:
            self._is_learning = True
            self._tasks.start(self._tell_when_known(newcomers))

    async def _tell_when_known(self, newcomers: Sequence[str]) -> None:
        await self._names.learn(newcomers)
        self._is_learning = False
        self._tell()

    def _tell(self) -> None:
        players = self.players.total()
        if self.lobby == self._sent and players == self._sent_players:
            return
        version = self.view.head.version if self.view else 0
        change = lobby_change(self._sent, self.lobby, version, players, self._names)
        seeks = {seek.id: self.lobby.seeks[seek.id] for seek in change.opened}
        self._sent, self._sent_players = self.lobby, players
        apart = self._tell_apart(change, seeks)
        self._subscribers.send(lambda form: encode(change, WIRE_FORMAT[form]), apart)

    def _tell_apart(self, change: LobbyChanged, seeks: Mapping[str, Seek]) -> set[Connection]:
        """Tell the clients that must not see all new offers which of them they may see."""
        apart: set[Connection] = set()
        for client in self._clients if seeks else ():
            hidden = {
                id_ for id_, seek in seeks.items() if is_hidden(seek, client.player, client.ignored)
            }
            if hidden:
                client.send(without_seeks(change, hidden))
                apart.add(client.connection)
        return apart

    def on_ephemeral(self, ephemeral: Ephemeral) -> None:
        """Take the number of players on all nodes."""
        self.players.on_ephemeral(ephemeral)

    def changed(self, changes: tuple[Change[Lobby, LobbyEvent], ...]) -> None:
        """Nothing at once: the next tick tells the sum of all changes."""

    def replaced(self) -> None:
        """Nothing at once: the next tick tells the difference."""
