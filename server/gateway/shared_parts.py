"""How the parts of the gateway hang together: made here, in the order in which they need others.

Where two need each other, the earlier one is given a call that looks for the later one.
"""

from collections.abc import Callable

from server.gateway.account.accounts import Accounts
from server.gateway.account.guesses import Guesses
from server.gateway.account.handler import AccountHandler
from server.gateway.account.login import Login
from server.gateway.account.passwords import Passwords
from server.gateway.account.profiles import Profiles
from server.gateway.account.recovery import RecoveryHandler
from server.gateway.cluster.failover import Failover
from server.gateway.cluster.flag_guard import FlagGuard
from server.gateway.cluster.nodes import Nodes
from server.gateway.cluster.presence import Presence
from server.gateway.connection.address_tags import Tags
from server.gateway.connection.client import PING_MS, TICK_MS, Client
from server.gateway.connection.clients import Clients
from server.gateway.connection.cluster_counters import ClusterCounters
from server.gateway.connection.node import Node, NodeOptions
from server.gateway.connection.online_players import OnlinePlayers
from server.gateway.http.game_streams import GameStreams
from server.gateway.lists.handler import ListsHandler
from server.gateway.lobby.absentees import Absentees
from server.gateway.lobby.broadcaster import LobbyBroadcaster
from server.gateway.lobby.handler import LOBBY, LobbyHandler
from server.gateway.pings import Pings
from server.gateway.room.broadcasters import RoomBroadcasters
from server.gateway.room.chat import ChatHandler
from server.gateway.room.commands import RoomCommandHandler
from server.gateway.room.exports import Exports
from server.gateway.room.game_texts import GameTexts
from server.gateway.room.handler import RoomHandler
from server.gateway.room.invitations import Invitations
from server.gateway.room.joins import JoinHandler
from server.gateway.room.premoves import Premoves
from server.gateway.room.previews import GamePreviews
from server.gateway.room.ready_checks import ReadyChecks
from server.gateway.social.handler import SocialHandler
from server.gateway.social.operators import Operators
from server.gateway.social.player_lists import PlayerLists
from server.gateway.tick_loop import TickLoop, TickStep
from server.gateway.tournaments.attendance import Attendance
from server.gateway.tournaments.broadcaster import TournamentBroadcasters
from server.gateway.tournaments.exports import TournamentExports
from server.gateway.tournaments.handler import TournamentHandler
from server.gateway.tournaments.known_standings import KnownStandings
from server.net.ports import Connection


class SharedParts:
    """What the handlers share: who is here, what they look at, and what is told of it.

    Args:
        client_on: makes the client of a connection.

    The others are those of `Gateway`.
    """

    def __init__(
        self, node: Node, options: NodeOptions, client_on: Callable[[Connection], Client]
    ) -> None:
        host, side = node.host, node.side
        self.nodes = nodes = Nodes(side.membership, node.fresh_id(), is_alone=options.is_alone)
        self.online_players = online_players = OnlinePlayers(node)
        counts = ClusterCounters(
            node.clock, side.counters, node.tasks, nodes.name, is_alone=options.is_alone
        )
        self.chat, self.premoves = ChatHandler(node), Premoves(node)
        self.rooms = rooms = RoomBroadcasters(
            node, online_players, counts, self.chat, self.premoves
        )
        self.player_count = counts.of(LOBBY, lambda: online_players.count)
        self.lobby = LobbyBroadcaster(node, self.player_count)
        self.presence = Presence(node, online_players, nodes, rooms, self.looked_for)
        self.attendance = Attendance(node, online_players, self.presence.seen)
        self.failover = Failover(node, online_players, nodes, rooms)
        FlagGuard(host, side.presence, online_players, nodes)
        self.texts = GameTexts(host, node.names)
        self.exports = Exports(self.texts)
        self.previews = GamePreviews(host, node.names)
        self.game_streams = GameStreams(node, rooms, client_on)
        self.player_lists = PlayerLists(node, nodes.name)
        self.operators = Operators(options.operators, node.aggregates)

    def looked_for(self) -> frozenset[str]:
        """Players for whom other nodes may ask: of the lobby, and of tournaments."""
        return self.lobby.lobby.players() | self.attendance.players()


class Handlers:
    """Those who take messages, by topic, and the loop of what is done without any.

    Args:
        clients: everybody with a connection.
        welcomed: hears of a connection that has been welcomed.

    The others are those of `Gateway`.
    """

    def __init__(
        self,
        shared: SharedParts,
        node: Node,
        options: NodeOptions,
        passwords: Passwords,
        clients: Clients,
        welcomed: Callable[[Client], None],
    ) -> None:
        host, clock, aggregates = node.host, node.clock, node.aggregates
        online_players, rooms, lobby = shared.online_players, shared.rooms, shared.lobby
        presence, operators, texts = shared.presence, shared.operators, shared.texts
        tags, guesses, standings = Tags(node.random_bytes), Guesses(clock), KnownStandings()
        self.lists_handler = ListsHandler(node, texts, rooms)
        self.social_handler = SocialHandler(
            node,
            online_players,
            shared.player_lists,
            operators,
            tags,
            self.lists_handler.on_account,
        )
        tournaments = TournamentBroadcasters(node, standings)
        self.tournament_exports = TournamentExports(node, texts, standings)
        self.tournament_handler = TournamentHandler(
            node, operators, tournaments, standings, passwords, guesses
        )
        profiles = Profiles(aggregates, node.row_store, presence, shared.player_lists, texts)
        accounts = Accounts(aggregates, clock, passwords, guesses, operators, node.random_bytes)
        recovery = RecoveryHandler(aggregates, clock, passwords, guesses, node.random_bytes)
        self.account_handler = AccountHandler(accounts, profiles, recovery)
        self.lobby_handler = LobbyHandler(node, online_players, lobby, tags)
        ready_checks = ReadyChecks(host, clock, rooms)
        self.joins = JoinHandler(node, rooms, ready_checks, online_players.games_of)
        commands = RoomCommandHandler(node, online_players, rooms, shared.premoves)
        invitations = Invitations(node, online_players, profiles.is_online)
        self.room_handler = RoomHandler(
            rooms, self.joins, commands, shared.chat, invitations, shared.exports
        )
        self.login = Login(node, options, online_players, operators, welcomed)
        absentees = Absentees(node, lobby, online_players, presence.seen)
        pings = Pings(node, clients, rooms, online_players, shared.looked_for)
        steps = (
            TickStep("lobby", TICK_MS, shared.player_count.tick),
            TickStep("lobby", TICK_MS, lobby.tell_changes),
            TickStep("room", TICK_MS, shared.game_streams.end_finished),
            TickStep("tournaments", TICK_MS, tournaments.tell_changes),
            TickStep("tournaments", 1_000, shared.attendance.look_around),
            TickStep("tournaments", 6_000, shared.attendance.find),
            TickStep("players", 400, shared.failover.beat),
            TickStep("players", 1_000, presence.look_around),
            TickStep("players", 1_000, ready_checks.answer_all),
            TickStep("lobby", PING_MS, absentees.look_around),
            TickStep("players", 3_000, self.lists_handler.refresh),
            TickStep("players", 4_000, presence.refresh),
            TickStep("players", 4_000, self.social_handler.renew),
            TickStep("players", 10_000, shared.premoves.sweep),
        )
        after_pause = (
            presence.started,
            presence.refresh,
            shared.premoves.sweep,
            absentees.follow,
            shared.attendance.find,
        )
        self.tick_loop = TickLoop(node, pings, rooms, steps, after_pause)
