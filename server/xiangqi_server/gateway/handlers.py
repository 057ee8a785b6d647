"""The handlers of messages, one for each topic, and the news that all of them get."""

import logging
from functools import partial

from xiangqi_server.gateway.account.accounts import Accounts
from xiangqi_server.gateway.account.guesses import Guesses
from xiangqi_server.gateway.account.login import Login
from xiangqi_server.gateway.account.own_ratings import OwnRatings
from xiangqi_server.gateway.account.password_line import PasswordLine
from xiangqi_server.gateway.account.profiles import Profiles
from xiangqi_server.gateway.account.recovery import RecoveryHandler
from xiangqi_server.gateway.account.vacations import VacationHandler
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.clients import Clients
from xiangqi_server.gateway.connection.limits.address_tags import Tags
from xiangqi_server.gateway.connection.node import Node, NodeOptions
from xiangqi_server.gateway.lines import Lines
from xiangqi_server.gateway.link_previews import LinkPreviews
from xiangqi_server.gateway.lists.handler import ListsHandler
from xiangqi_server.gateway.lobby.handler import LobbyHandler
from xiangqi_server.gateway.notices.delivery import Delivery
from xiangqi_server.gateway.notices.handler import NoticesHandler
from xiangqi_server.gateway.reviews import ReviewHandler
from xiangqi_server.gateway.room.commands import RoomCommandHandler
from xiangqi_server.gateway.room.handler import RoomHandler
from xiangqi_server.gateway.room.invitations import Invitations
from xiangqi_server.gateway.room.joins import JoinHandler
from xiangqi_server.gateway.room.notes import NotesHandler
from xiangqi_server.gateway.room.offers import OffersHandler
from xiangqi_server.gateway.room.ready_checks import ReadyChecks
from xiangqi_server.gateway.shared_parts import SharedParts
from xiangqi_server.gateway.social.handler import SocialHandler
from xiangqi_server.gateway.tournaments.arbiter_codes import ArbiterCodes
from xiangqi_server.gateway.tournaments.broadcaster import TournamentBroadcasters
from xiangqi_server.gateway.tournaments.exports import TournamentExports
from xiangqi_server.gateway.tournaments.handler import TournamentHandler
from xiangqi_server.gateway.tournaments.known_standings import KnownStandings
from xiangqi_server.gateway.tournaments.talk import TournamentTalk
from xiangqi_server.texts.byes import paused_text
from xiangqi_server.wire.server import Paused

log = logging.getLogger(__name__)


class Handlers:
    """Made and owned by the gateway.

    Args:
        shared: what the handlers share.
        passwords: makes and checks hashes, in turn.
        clients: everybody with a connection.

    Attributes:
        login: lets connections in.
        joins, commands, room, invitations, offers, exports, notes, lines, lobby, accounts,
            recovery, profiles, vacations, own_ratings, social, lists, reviews, tournament: take
            the messages of their topics; see `dispatch`.
        notices: takes the messages about notices outside of the page.
        delivery: sends notices to players who are away.
        ready_checks: says `ready` for programs that cannot.
        tournaments: tells of tournaments.
        tournament_talk: takes what is said at them.
        tournament_exports: tournaments as files.
        previews: what messengers show beside links.
        arbiter_codes: makes arbiters of those who show a code.
    """

    def __init__(
        self,
        shared: SharedParts,
        node: Node,
        options: NodeOptions,
        passwords: PasswordLine,
        clients: Clients,
    ) -> None:
        self._shared = shared
        self._host = host = node.host
        self._clients = clients
        clock, aggregates = node.clock, node.aggregates
        online_players, rooms, operators = shared.online_players, shared.rooms, shared.operators
        tags, guesses, standings = (
            Tags(node.random_bytes),
            Guesses(node.address_limits),
            KnownStandings(),
        )
        self.login = Login(node, options, online_players, operators, self._welcomed)
        self.ready_checks = ReadyChecks(host, clock, rooms)
        self.joins = JoinHandler(node, rooms, self.ready_checks, online_players)
        self.notes = NotesHandler(node)
        self.profiles = profiles = Profiles(
            aggregates,
            node.row_store,
            shared.presence,
            shared.player_lists,
            shared.texts,
            self.notes.note_of,
        )
        self.invitations = Invitations(node, online_players, profiles.is_online)
        self.offers = OffersHandler(node, online_players, self.invitations)
        self.commands = RoomCommandHandler(
            node, online_players, rooms, shared.premoves, self.offers
        )
        self.exports = shared.exports
        self.vacations = VacationHandler(node)
        self.own_ratings = OwnRatings(node)
        self.lines = Lines(node)
        self.notices = NoticesHandler(node, options.push)
        self.delivery = Delivery(node, options.push, profiles.is_online)
        self.room = RoomHandler(rooms, self.joins, shared.chat)
        self.lobby = LobbyHandler(node, online_players, shared.lobby, tags)
        self.accounts = Accounts(node, passwords, guesses, operators)
        self.recovery = RecoveryHandler(aggregates, clock, passwords, guesses, node.random_bytes)
        self.social = SocialHandler(node, online_players, shared.player_lists, operators, tags)
        self.lists = ListsHandler(node, shared.texts, rooms, online_players, shared.presence.seen)
        self.reviews = ReviewHandler(node, options, operators.is_operator)
        self.tournaments = TournamentBroadcasters(node, standings, shared.chat_lines)
        self.tournament_talk = TournamentTalk(node, self.tournaments, shared.chat_lines)
        self.tournament = TournamentHandler(
            node, operators, self.tournaments, standings, passwords, guesses
        )
        self.arbiter_codes = ArbiterCodes(
            node, operators, self.tournament.queries, passwords, guesses
        )
        self.tournament_exports = TournamentExports(node, shared.texts, standings)
        self.previews = LinkPreviews(node, rooms, standings)

    def _welcomed(self, client: Client) -> None:
        """A `hello` was answered: tell the connection what waits for its player."""
        log.debug("client welcomed", extra={"player": client.player})
        client.is_welcomed = True
        self._clients.strangers.discard(client)
        is_owed = client in self.login.owed
        if self._host.is_paused:
            client.send(Paused(paused_text(client.language)))
        player = self._shared.online_players.player(client.player)
        if player is None:
            return
        self.social.welcomed(client, player)
        self.lists.welcomed(client, player)
        if not is_owed:
            self.accounts.welcomed(client, player)

    def on_close(self, client: Client) -> None:
        """A connection is gone: every handler forgets it, even if another one fails to."""
        shared = self._shared
        leaving = [partial(self.joins.leave, client, room) for room in client.rooms]
        gone = (
            shared.lobby.discard,
            self.login.on_close,
            shared.online_players.on_close,
            self.social.on_close,
        )
        for step in (*leaving, *(partial(gone_from, client) for gone_from in gone)):
            with self._host.faults.contained("closed"):
                step()
        self.forget(client)

    def forget(self, client: Client) -> None:
        """Take a client out of the lists that it may have been shown."""
        for handler in (self.lists, self.tournament):
            with self._host.faults.contained("closed"):
                handler.on_close(client)
