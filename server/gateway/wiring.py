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


class Parts:
    """Everything behind one gateway. The handlers take messages by topic; the rest they share.

    Args:
        clients: everybody with a connection.
        welcomed: hears of a connection that has been welcomed.
        client_on: makes the client of a connection.

    The others are those of `Gateway`.
    """

    def __init__(
        self,
        node: Node,
        options: NodeOptions,
        passwords: Passwords,
        clients: Clients,
        welcomed: Callable[[Client], None],
        client_on: Callable[[Connection], Client],
    ) -> None:
        host, clock, side, row_store = node.host, node.clock, node.side, node.row_store
        random_bytes, fresh_id = node.random_bytes, node.fresh_id
        tasks, names, aggregates = node.tasks, node.names, node.aggregates
        self.nodes = nodes = Nodes(side.membership, fresh_id(), is_alone=options.is_alone)
        tags = Tags(random_bytes)
        counts = ClusterCounters(clock, side.counters, tasks, nodes.name, is_alone=options.is_alone)

        # Who is here, and what they look at.
        self.online_players = online_players = OnlinePlayers(node)
        chat, premoves = ChatHandler(node), Premoves(node)
        self.rooms = rooms = RoomBroadcasters(node, online_players, counts, chat, premoves)
        players = counts.of(LOBBY, lambda: online_players.count)
        self.lobby = lobby = LobbyBroadcaster(node, players)
        presence = Presence(node, online_players, nodes, rooms, self._looked_for)
        self.attendance = attendance = Attendance(node, online_players, presence.seen)
        self.failover = Failover(node, online_players, nodes, rooms.views)
        FlagGuard(host, side.presence, online_players, nodes)
        texts = GameTexts(host, names)
        self.exports = exports = Exports(texts)
        self.previews = GamePreviews(host, names)
        self.game_streams = GameStreams(node, rooms, client_on)
        people = PlayerLists(node, nodes.name)

        # The handlers.
        self.operators = Operators(options.operators, aggregates)
        self.lists_handler = lists = ListsHandler(node, texts, rooms)
        self.social_handler = SocialHandler(
            node, online_players, people, self.operators, tags, lists.on_account
        )
        standings = KnownStandings()
        tournaments = TournamentBroadcasters(node, standings)
        self.tournament_exports = TournamentExports(node, texts, standings)
        guesses = Guesses(clock)
        self.tournament_handler = TournamentHandler(
            node, self.operators, tournaments, standings, passwords, guesses
        )
        profiles = Profiles(aggregates, row_store, presence, people, texts)
        accounts = Accounts(aggregates, clock, passwords, guesses, self.operators, random_bytes)
        recovery = RecoveryHandler(aggregates, clock, passwords, guesses, random_bytes)
        self.account_handler = AccountHandler(online_players, accounts, profiles, recovery)
        self.lobby_handler = LobbyHandler(node, online_players, lobby, tags)
        ready_checks = ReadyChecks(host, clock, rooms)
        self.joins = joins = JoinHandler(node, rooms, ready_checks, online_players.games_of)
        commands = RoomCommandHandler(node, online_players, rooms, premoves)
        invitations = Invitations(node, online_players, profiles.is_online)
        self.room_handler = RoomHandler(rooms, joins, commands, chat, invitations, exports)
        self.login = Login(node, options, online_players, self.operators, welcomed)
        absentees = Absentees(node, lobby, online_players, presence.seen)
        pings = Pings(node, clients, rooms, online_players, self._looked_for)
        self.tick_loop = TickLoop(
            node,
            pings,
            rooms,
            steps=(
                TickStep("lobby", TICK_MS, players.tick),
                TickStep("lobby", TICK_MS, lobby.tell_changes),
                TickStep("room", TICK_MS, self.game_streams.end_finished),
                TickStep("tournaments", TICK_MS, tournaments.tell_changes),
                TickStep("tournaments", 1_000, attendance.look_around),
                TickStep("tournaments", 6_000, attendance.find),
                TickStep("players", 400, self.failover.beat),
                TickStep("players", 1_000, presence.look_around),
                TickStep("players", 1_000, ready_checks.answer_all),
                TickStep("lobby", PING_MS, absentees.look_around),
                TickStep("players", 3_000, lists.refresh),
                TickStep("players", 4_000, presence.refresh),
                TickStep("players", 4_000, self.social_handler.renew),
                TickStep("players", 10_000, premoves.sweep),
            ),
            after_pause=(
                presence.started,
                presence.refresh,
                premoves.sweep,
                absentees.follow,
                attendance.find,
            ),
        )

    def _looked_for(self) -> frozenset[str]:
        """Players for whom other nodes may ask: of the lobby, and of tournaments."""
        return self.lobby.lobby.players() | self.attendance.players()
