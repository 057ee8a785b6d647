"""What the handlers of the gateway share: clients, what they look at, and what they hear of it.

The parts are made in the order in which they need each other. Where two need each other, the
earlier one is given a function that asks the later one.
"""

from itertools import chain

from xiangqi_server.gateway.cluster.failover import Failover
from xiangqi_server.gateway.cluster.flag_guard import FlagGuard
from xiangqi_server.gateway.cluster.nodes import Nodes
from xiangqi_server.gateway.cluster.presence import Presence
from xiangqi_server.gateway.connection.chat_lines import ChatLines
from xiangqi_server.gateway.connection.client_factory import ClientFactory
from xiangqi_server.gateway.connection.cluster_counters import ClusterCounters
from xiangqi_server.gateway.connection.node import Node, NodeOptions
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.http.game_streams import GameStreams
from xiangqi_server.gateway.lobby.broadcaster import LobbyBroadcaster
from xiangqi_server.gateway.lobby.handler import LOBBY
from xiangqi_server.gateway.room.broadcasters import RoomBroadcasters
from xiangqi_server.gateway.room.chat import ChatHandler
from xiangqi_server.gateway.room.exports.exports import Exports
from xiangqi_server.gateway.room.exports.game_texts import GameTexts
from xiangqi_server.gateway.room.premoves import Premoves
from xiangqi_server.gateway.social.operators import Operators
from xiangqi_server.gateway.social.player_lists import PlayerLists
from xiangqi_server.gateway.tournaments.attendance import Attendance


class SharedParts:
    """Made and owned by the gateway; each part says what it is for."""

    def __init__(self, node: Node, options: NodeOptions, client_factory: ClientFactory) -> None:
        host, side = node.host, node.side
        self._names = node.names
        self.nodes = nodes = Nodes(side.membership, node.fresh_id(), host.access)
        self.online_players = online_players = OnlinePlayers(node)
        counts = ClusterCounters(node.clock, side.counters, node.tasks, nodes.name, host.access)
        self.chat_lines = ChatLines(node)
        self.chat, self.premoves = ChatHandler(node, self.chat_lines), Premoves(node)
        self.rooms = rooms = RoomBroadcasters(
            node, online_players, counts, self.chat, self.premoves
        )
        self.player_count = counts.of(LOBBY, lambda: online_players.count)
        self.lobby = LobbyBroadcaster(node, self.player_count)
        self.presence = Presence(node, online_players, nodes, rooms, self.looked_for)
        self.attendance = Attendance(node, online_players, self.presence.seen)
        self.failover = Failover(node, online_players, nodes, rooms)
        self.flag_guard = FlagGuard(host, side.presence, online_players, nodes, self.failover)
        self.texts = GameTexts(host, node.names)
        self.exports = Exports(self.texts)
        self.game_streams = GameStreams(node, rooms, client_factory)
        self.player_lists = PlayerLists(node, nodes.name)
        self.operators = Operators(options.operators, node.aggregates, options.reviewers)

    def forget_names(self) -> None:
        """Forget the names of players that nobody here can see any more."""
        seated = (open_.room.seats.taken() for open_ in self.rooms.broadcasters())
        self._names.forget_unused(
            {*self.online_players.ids(), *self.looked_for(), *chain.from_iterable(seated)}
        )

    def looked_for(self) -> frozenset[str]:
        """The players that other nodes may ask for: those of the lobby and of tournaments."""
        return self.lobby.lobby.players() | self.attendance.players()
