"""What clients do with tournaments: follow them, take part, announce and manage them."""

from xiangqi_server.aggregates.tournaments.actions import AmendPlan, RoundAction
from xiangqi_server.aggregates.tournaments.at_boards.listing import require_arbiter
from xiangqi_server.aggregates.tournaments.at_boards.names import (
    TOURNAMENT_NAMES,
    NameEntrants,
    number_of,
    tournament_of,
)
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.managing import managed_by
from xiangqi_server.aggregates.tournaments.messages import (
    Announce,
    CallOff,
    LeaveTournament,
    ManageTournament,
    OfferGame,
    PauseEntrant,
    ReturnEntrant,
)
from xiangqi_server.aggregates.tournaments.password import TOURNAMENT_PASSWORD
from xiangqi_server.aggregates.tournaments.plan_check import checked_plan
from xiangqi_server.aggregates.tournaments.refusals import TournamentRefusal
from xiangqi_server.api.moments import earlier
from xiangqi_server.api.names.ids import id_by_command
from xiangqi_server.api.tournaments.tournament_actions import (
    action_of,
    entrance_of,
    listing_of,
    name_of,
    results_of,
)
from xiangqi_server.api.tournaments.tournament_plans import plan_of
from xiangqi_server.gateway.account.guesses import Guesses, tried
from xiangqi_server.gateway.account.password_line import PasswordLine
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.replies import have_decided
from xiangqi_server.gateway.social.operators import Operators
from xiangqi_server.gateway.tournaments.broadcaster import TournamentBroadcasters
from xiangqi_server.gateway.tournaments.known_standings import KnownStandings
from xiangqi_server.gateway.tournaments.queries import TournamentQueries
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused, require
from xiangqi_server.kernel.host.recent import CommandRef
from xiangqi_server.kernel.host.view import key
from xiangqi_server.limits import ANNOUNCED, ANNOUNCED_OF_ADDRESS
from xiangqi_server.wire import client as wire
from xiangqi_server.wire import server


class TournamentHandler:
    """Owned by the gateway.

    Attributes:
        queries: answers what is only looked at.
    """

    def __init__(
        self,
        node: Node,
        operators: Operators,
        broadcasters: TournamentBroadcasters,
        known: KnownStandings,
        passwords: PasswordLine,
        guesses: Guesses,
    ) -> None:
        self._node = node
        self._operators = operators
        self._broadcasters = broadcasters
        self._passwords = passwords
        self._guesses = guesses
        self.queries = TournamentQueries(node, known)
        self._announced = node.address_limits.senders(ANNOUNCED, ANNOUNCED_OF_ADDRESS)

    def on_close(self, client: Client) -> None:
        """The connection is gone."""
        self._broadcasters.discard(client)

    async def watch(self, client: Client, message: wire.WatchTournament) -> None:
        """Show a tournament, and how it changes from now on.

        Raises:
            Refused: NO_SUCH_TOURNAMENT.
        """
        if not await self._broadcasters.show(client, message.tournament, message.id):
            raise Refused(TournamentRefusal.NO_SUCH_TOURNAMENT)

    def leave(self, client: Client, message: wire.UnwatchTournament) -> None:
        """Show no tournament any longer."""
        self._broadcasters.discard(client)
        client.send(server.Done(message.id))

    # To take part.

    async def enter(self, client: Client, message: wire.EnterTournament, now_ms: int) -> None:
        """Have the player take part; it may have to show the password."""
        tournament = await self.queries.tournament(message.tournament)
        player = await self._node.aggregates.player(client.player)
        password_id, shown = tournament.the_plan.conditions.lock, message.password or ""
        is_shown = bool(password_id and shown)
        password_ok = is_shown and await self._password_fits(client, password_id, shown)
        entrance = entrance_of(
            player, tournament, now_ms, password_ok=password_ok, team=message.team
        )
        self._submit(client, message, message.tournament, entrance, now_ms)

    async def offer(self, client: Client, message: wire.OfferTournamentGame, now_ms: int) -> None:
        """Offer to play, or accept; no room opens if a player is in another game by now."""
        tournament = await self.queries.tournament(message.tournament)
        pair = tournament.open_pairs.get(message.room)
        both = () if pair is None else (pair.red, pair.black)
        players = [await self._node.aggregates.player(player) for player in both]
        busy = tuple(player.id for player in players if player.open_games.live is not None)
        command = OfferGame(client.player, message.room, message.on, busy)
        self._submit(client, message, message.tournament, command, now_ms)

    def withdraw(self, client: Client, message: wire.LeaveTournament, now_ms: int) -> None:
        """Have the player take part no longer."""
        self._submit(client, message, message.tournament, LeaveTournament(client.player), now_ms)

    def pause(self, client: Client, message: wire.PauseTournament, now_ms: int) -> None:
        """Have the player paired no more for a while."""
        self._submit(client, message, message.tournament, PauseEntrant(client.player), now_ms)

    def come_back(self, client: Client, message: wire.ReturnToTournament, now_ms: int) -> None:
        """Have the player paired again."""
        self._submit(client, message, message.tournament, ReturnEntrant(client.player), now_ms)

    def _submit(
        self,
        client: Client,
        message: wire.Request,
        tournament: str,
        command: object,
        now_ms: int,
    ) -> None:
        aggregate = key(TOURNAMENT, tournament)
        have_decided(self._node.host, aggregate, command, client, message, now_ms)

    # To organise.

    async def announce(self, client: Client, message: wire.AnnounceTournament) -> None:
        """Announce a tournament; a repeat finds the one announced first, whatever was killed.

        Raises:
            Refused: NO_ACCOUNT, LIMIT_REACHED, and what is wrong with the plan.
        """
        player = await self._node.aggregates.player(client.player)
        require(player.identity.has_account, CommonRefusal.NO_ACCOUNT)
        ref = client.ref_of(message)
        tournament = id_by_command(client.token_hash, ref.id)
        known = await self._node.host.view(key(TOURNAMENT, tournament))
        if known.head.version == 0:
            await self._announce_as(tournament, ref, client, message)
        client.send(server.TournamentAnnounced(message.id, tournament))

    async def _announce_as(
        self,
        tournament: str,
        ref: CommandRef,
        client: Client,
        message: wire.AnnounceTournament,
    ) -> None:
        wanted = earlier(message.plan, -self.queries.ahead_ms(tournament))
        password_id, now_ms = self._new_password_id(message.password), self._node.clock.now_ms()
        checked_plan(plan_of(message.plan, password_id), now_ms)  # what is wrong counts for nothing
        plan = plan_of(wanted, password_id)
        self._announced.count(client.player, client.address, now_ms, CommonRefusal.LIMIT_REACHED)
        password = message.password
        password_hash = "" if password is None else await self._passwords.hash(client, password)
        await self._node.aggregates.decided(
            key(TOURNAMENT, tournament),
            Announce(client.player, plan, password_hash),
            ref,
        )

    def _new_password_id(self, password: str | None) -> str:
        """The id of a new password; "" if no password is asked for."""
        return "" if password is None else self._node.fresh_id()

    async def _password_fits(self, client: Client, password_id: str, password: str) -> bool:
        """Whether a password is the right one; a wrong one is counted.

        Raises:
            Refused: `TOO_FAST`.
        """
        state = (await self._node.host.view(key(TOURNAMENT_PASSWORD, password_id))).state
        guess = self._guesses.at_entrance(client.player, client.address)
        return await tried(guess, self._passwords.fits(client, state.hashed or None, password))

    async def amend(self, client: Client, message: wire.AmendTournament, now_ms: int) -> None:
        """Change the plan of a tournament, and its password."""
        password = None if message.no_password else message.password
        keeps_password = password is None and not message.no_password
        wanted = earlier(message.plan, -self.queries.ahead_ms(message.tournament))
        action = AmendPlan(plan_of(wanted, self._new_password_id(password)))
        is_operator, password_hash = await self._is_operator(client), ""
        if password is not None:  # no password is hashed for a player who may not amend
            command = ManageTournament(client.player, action, is_operator=is_operator)
            managed_by(await self.queries.tournament(message.tournament), command, now_ms)
            password_hash = await self._passwords.hash(client, password)
        command = ManageTournament(
            client.player, action, is_operator, password_hash, keeps_password
        )
        self._submit(client, message, message.tournament, command, now_ms)

    async def manage(self, client: Client, message: wire.ManageTournament, now_ms: int) -> None:
        """Do what an organiser or an arbiter wants done."""
        sent = message.action
        if isinstance(sent, RoundAction):
            sent = earlier(sent, -self.queries.ahead_ms(message.tournament))
        action, is_operator = action_of(sent), await self._is_operator(client)
        command = ManageTournament(client.player, action, is_operator=is_operator)
        self._submit(client, message, message.tournament, command, now_ms)

    # At real boards.

    async def list_entrants(self, client: Client, message: wire.ListEntrants, now_ms: int) -> None:
        """Take people in by name."""
        is_operator = await self._is_operator(client)
        command = listing_of(message, client.player, is_operator=is_operator)
        self._submit(client, message, message.tournament, command, now_ms)

    async def name(self, client: Client, message: wire.NameEntrant, now_ms: int) -> None:
        """Call a listed person something else.

        Raises:
            Refused: NOT_ALLOWED or NOT_ENTERED.
        """
        tournament = await self.queries.tournament(message.tournament)
        is_operator = await self._is_operator(client)
        require_arbiter(tournament, client.player, is_operator=is_operator)
        is_listed = tournament_of(message.player) == tournament.id
        is_known = is_listed and message.player in tournament.entrants
        require(is_known, TournamentRefusal.NOT_ENTERED)
        command = NameEntrants({number_of(message.player): name_of(message)})
        names = key(TOURNAMENT_NAMES, tournament.id)
        have_decided(self._node.host, names, command, client, message, now_ms)

    async def enter_results(self, client: Client, message: wire.EnterResults, now_ms: int) -> None:
        """Write results down."""
        is_operator = await self._is_operator(client)
        command = results_of(message, client.player, is_operator=is_operator)
        self._submit(client, message, message.tournament, command, now_ms)

    async def _is_operator(self, client: Client) -> bool:
        return self._operators.is_operator(await self._node.aggregates.player(client.player))

    async def call_off(self, client: Client, message: wire.CallOffTournament, now_ms: int) -> None:
        """Call a tournament off."""
        command = CallOff(client.player, is_operator=await self._is_operator(client))
        self._submit(client, message, message.tournament, command, now_ms)
