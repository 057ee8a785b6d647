"""What clients ask of tournaments: to see them, to take part, to announce one."""

from typing import Final, assert_never

from server.aggregate.refusal import RefusalCode, Refused, require
from server.api.ids import id_by_command
from server.api.moments import ahead_of_dates, earlier
from server.api.rate_limits import Rate
from server.api.tournament_actions import action_of, notes_view, people_in_notes
from server.api.tournament_brackets import bracket_view
from server.api.tournament_plans import plan_of
from server.api.tournament_teams import people_in_teams, teams_view
from server.api.tournament_views import (
    entrant_view,
    info_view,
    opponents_of,
    people_in,
    people_in_round,
    place_view,
    results_view,
    round_view,
    rows_view,
    table_view,
)
from server.gateway.account.guesses import Guesses
from server.gateway.account.passwords import Passwords
from server.gateway.connection.client import Client
from server.gateway.connection.inbox import Coro
from server.gateway.connection.node import Node
from server.gateway.connection.positions import page_at
from server.gateway.connection.rate_limits import AddressBuckets, Buckets
from server.gateway.connection.replies import have_decided
from server.gateway.social.operators import Operators
from server.gateway.tournaments.broadcaster import TournamentBroadcasters
from server.gateway.tournaments.known_standings import KnownStandings
from server.host.recent import CommandRef
from server.host.view import key
from server.players.state import Player
from server.read_model.tournaments import TournamentList
from server.room.speed import speed_of
from server.tournaments.actions import AmendPlan, TournamentAction
from server.tournaments.kind import TOURNAMENT
from server.tournaments.lock import TOURNAMENT_LOCK
from server.tournaments.managing import managed_by
from server.tournaments.messages import (
    Announce,
    CallOff,
    EnterTournament,
    LeaveTournament,
    ManageTournament,
    OfferGame,
    PauseEntrant,
    ReturnEntrant,
)
from server.tournaments.plan import teams_of
from server.tournaments.standings import Standings
from server.tournaments.state import Tournament
from server.wire import client as wire
from server.wire import server
from server.wire.limits import PAGE_ROWS

ANNOUNCED: Final = Rate(every_ms=20 * 60_000, burst=5)
"""The limit on tournaments announced, by player."""
ANNOUNCED_BY_ADDRESS: Final = Rate(every_ms=5 * 60_000, burst=20)
"""The same by address."""

TABLE_ROWS: Final = 100
"""A table of more players is read by its rounds."""

NOTES_ON_PAGE: Final = 100

_NO_TEAMS: Final = "It has no teams."
_NO_BRACKET: Final = "It is no knock-out."

TournamentMessage = wire.AnyTournamentsMessage
"""The messages handled here."""


class TournamentHandler:
    """Owned by the gateway."""

    def __init__(
        self,
        node: Node,
        operators: Operators,
        broadcasters: TournamentBroadcasters,
        known: KnownStandings,
        passwords: Passwords,
        guesses: Guesses,
    ) -> None:
        self._node = node
        self._operators = operators
        self._broadcasters = broadcasters
        self._known = known
        self._passwords = passwords
        self._guesses = guesses
        self._list = TournamentList(node.row_store)
        self._announced = Buckets(ANNOUNCED)
        self._announced_by_address = AddressBuckets(ANNOUNCED_BY_ADDRESS)

    def handle(self, client: Client, message: TournamentMessage, now_ms: int) -> Coro | None:
        """Do what a message asks; what is given back must wait."""
        match message:
            case wire.Tournaments():
                return self._show_list(client, message)
            case wire.WatchTournament():
                return self._watch(client, message)
            case wire.UnwatchTournament():
                self._broadcasters.discard(client)
                client.send(server.Done(message.id))
            case wire.TournamentStandings():
                return self._show_standings(client, message)
            case wire.TournamentPlayer():
                return self._show_player(client, message)
            case wire.TournamentRound():
                return self._show_round(client, message)
            case wire.TournamentTable():
                return self._show_table(client, message)
            case wire.PlayerTournaments():
                return self._show_places(client, message)
            case wire.TournamentTeams():
                return self._show_teams(client, message)
            case wire.TournamentBracket():
                return self._show_bracket(client, message)
            case wire.AnnounceTournament():
                return self._announce(client, message)
            case wire.EnterTournament():
                return self._enter(client, message, now_ms)
            case wire.AmendTournament():
                return self._amend(client, message, now_ms)
            case wire.ManageTournament():
                action = action_of(message.action)
                return self._manage(client, message, action, now_ms)
            case wire.TournamentNotes():
                return self._show_notes(client, message)
            case wire.CallOffTournament():
                return self._call_off(client, message, now_ms)
            case wire.LeaveTournament():
                self._submit(client, message, LeaveTournament(client.player), now_ms)
            case wire.PauseTournament():
                self._submit(client, message, PauseEntrant(client.player), now_ms)
            case wire.OfferTournamentGame():
                return self._offer(client, message, now_ms)
            case wire.ReturnToTournament():
                self._submit(client, message, ReturnEntrant(client.player), now_ms)
            case _:
                assert_never(message)
        return None

    def on_close(self, client: Client) -> None:
        """The connection is gone."""
        self._broadcasters.discard(client)

    # To see.

    async def _show_list(self, client: Client, message: wire.Tournaments) -> None:
        if message.of == "mine":
            found = await self._list.entered_by(client.player, limit=PAGE_ROWS)
        else:
            found = await self._list.page(message.of, limit=PAGE_ROWS, after=message.after)
        await self._node.names.learn([who for one in found.rows for who in people_in(one.row)])
        rows = [
            earlier(info_view(id_, row, self._node.names), self._ahead_ms(id_))
            for id_, row in found.rows
        ]
        listed = server.Tournaments(message.id, message.of, rows, found.next, found.is_partial)
        client.send(listed)

    def _ahead_ms(self, tournament: str) -> int:
        return ahead_of_dates(self._node.host.parts.ahead_ms(key(TOURNAMENT, tournament)))

    async def _show_places(self, client: Client, message: wire.PlayerTournaments) -> None:
        player, after = message.player, message.after
        found = await self._list.places(player, limit=PAGE_ROWS, after=after)
        rows = [place_view(row) for row in found.rows]
        client.send(
            server.PlayerTournaments(message.id, player, rows, found.next, found.is_partial)
        )

    async def _watch(self, client: Client, message: wire.WatchTournament) -> None:
        if not await self._broadcasters.show(client, message.tournament, message.id):
            raise Refused(RefusalCode.NO_SUCH_TOURNAMENT)

    async def _standings(self, tournament: str) -> Standings:
        return self._known.of(await self._tournament(tournament))

    async def _tournament(self, tournament: str) -> Tournament:
        state = (await self._node.host.view(key(TOURNAMENT, tournament))).state
        require(state.plan is not None, RefusalCode.NO_SUCH_TOURNAMENT)
        return state

    async def _show_standings(self, client: Client, message: wire.TournamentStandings) -> None:
        standings = await self._standings(message.tournament)
        rank = standings.ranks.get(message.around or "", message.rank)
        entrants = standings.page(rank, PAGE_ROWS)
        await self._node.names.learn([entrant.player for entrant in entrants])
        rows = rows_view(entrants, standings, self._node.names)
        size = len(standings.order)
        client.send(server.TournamentStandings(message.id, message.tournament, size, rows))

    async def _show_player(self, client: Client, message: wire.TournamentPlayer) -> None:
        standings = await self._standings(message.tournament)
        entrant = standings.tournament.entrants.get(message.player)
        if entrant is None:
            raise Refused(RefusalCode.NOT_ENTERED)
        opponents = opponents_of(entrant, standings).values()
        await self._node.names.learn([entrant.player, *(one.player for one in opponents)])
        row = entrant_view(entrant, standings, self._node.names)
        games = results_view(entrant, standings, self._node.names)
        client.send(server.TournamentPlayer(message.id, message.tournament, row, games))

    async def _show_round(self, client: Client, message: wire.TournamentRound) -> None:
        tournament = await self._tournament(message.tournament)
        number = message.round or len(tournament.rounds)
        await self._node.names.learn(people_in_round(tournament, number))
        client.send(round_view(message.id, tournament, number, self._node.names))

    async def _show_table(self, client: Client, message: wire.TournamentTable) -> None:
        standings = await self._standings(message.tournament)
        require(len(standings.order) <= TABLE_ROWS, RefusalCode.LIMIT_REACHED)
        await self._node.names.learn(standings.ranks)
        client.send(table_view(message.id, standings, self._node.names))

    async def _show_teams(self, client: Client, message: wire.TournamentTeams) -> None:
        tournament = await self._tournament(message.tournament)
        has_teams = bool(teams_of(tournament.the_plan.format))
        require(has_teams, RefusalCode.NOT_ALLOWED, _NO_TEAMS)
        await self._node.names.learn(people_in_teams(tournament))
        client.send(teams_view(message.id, tournament, self._node.names))

    async def _show_bracket(self, client: Client, message: wire.TournamentBracket) -> None:
        tournament = await self._tournament(message.tournament)
        require(tournament.is_knockout, RefusalCode.NOT_ALLOWED, _NO_BRACKET)
        await self._node.names.learn(tournament.field)
        client.send(bracket_view(message.id, tournament, self._node.names))

    # To take part.

    async def _enter(self, client: Client, message: wire.EnterTournament, now_ms: int) -> None:
        tournament = await self._tournament(message.tournament)
        player = await self._node.aggregates.player(client.player)
        lock, word = tournament.the_plan.conditions.lock, message.password
        knows_word = bool(lock and word) and await self._fits(client, lock, word or "")
        entrance = entrance_of(player, tournament, now_ms, knows_word=knows_word, team=message.team)
        self._submit(client, message, entrance, now_ms)

    async def _offer(self, client: Client, message: wire.OfferTournamentGame, now_ms: int) -> None:
        """Offer to play, or accept; no room opens if either player is in another game by now."""
        tournament = await self._tournament(message.tournament)
        pair = tournament.open_pairs.get(message.room)
        both = () if pair is None else (pair.red, pair.black)
        players = [await self._node.aggregates.player(player) for player in both]
        busy = tuple(player.id for player in players if player.open_games.live is not None)
        command = OfferGame(client.player, message.room, message.on, busy)
        self._submit(client, message, command, now_ms)

    def _submit(
        self,
        client: Client,
        message: wire.EnterTournament
        | wire.LeaveTournament
        | wire.PauseTournament
        | wire.ReturnToTournament
        | wire.OfferTournamentGame
        | wire.CallOffTournament
        | wire.AmendTournament
        | wire.ManageTournament,
        command: object,
        now_ms: int,
    ) -> None:
        aggregate = key(TOURNAMENT, message.tournament)
        have_decided(self._node.host, aggregate, command, client, message, now_ms)

    # To organise.

    async def _announce(self, client: Client, message: wire.AnnounceTournament) -> None:
        """Announce a tournament; a repeat finds that of the first time, whatever was killed."""
        player = await self._node.aggregates.player(client.player)
        require(player.identity.has_account, RefusalCode.NO_ACCOUNT)
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
        wanted = earlier(message.plan, -self._ahead_ms(tournament))
        plan = plan_of(wanted, self._new_lock(message.password))
        now_ms = self._node.clock.now_ms()
        wait_ms = self._announced.take(client.player, now_ms)
        if not wait_ms and client.address:
            wait_ms = self._announced_by_address.take(client.address, now_ms)
        if wait_ms:
            raise Refused(RefusalCode.LIMIT_REACHED, retry_ms=wait_ms)
        word = message.password
        word_hash = "" if word is None else await self._passwords.hash(word)
        await self._node.aggregates.decided(
            key(TOURNAMENT, tournament),
            Announce(client.player, plan, word_hash),
            ref,
        )

    def _new_lock(self, password: str | None) -> str:
        """The id of what a password is checked against; "" where none is asked for."""
        return "" if password is None else self._node.fresh_id()

    async def _fits(self, client: Client, lock: str, password: str) -> bool:
        """Whether a password opens a lock; a wrong one is counted.

        Raises:
            Refused: `TOO_FAST`.
        """
        state = (await self._node.host.view(key(TOURNAMENT_LOCK, lock))).state
        guess = self._guesses.at_entrance(client.player, client.address)
        fits = await self._passwords.fits(state.hashed or None, password)
        if fits:
            guess.was_right()
        return fits

    async def _amend(self, client: Client, message: wire.AmendTournament, now_ms: int) -> None:
        password = None if message.no_password else message.password
        keeps_lock = password is None and not message.no_password
        wanted = earlier(message.plan, -self._ahead_ms(message.tournament))
        action = AmendPlan(plan_of(wanted, self._new_lock(password)))
        is_operator, word_hash = await self._is_operator(client), ""
        if password is not None:  # who may not amend has no password hashed
            command = ManageTournament(client.player, action, is_operator=is_operator)
            managed_by(await self._tournament(message.tournament), command, now_ms)
            word_hash = await self._passwords.hash(password)
        command = ManageTournament(client.player, action, is_operator, word_hash, keeps_lock)
        self._submit(client, message, command, now_ms)

    async def _manage(
        self,
        client: Client,
        message: wire.ManageTournament,
        action: TournamentAction,
        now_ms: int,
    ) -> None:
        is_operator = await self._is_operator(client)
        command = ManageTournament(client.player, action, is_operator=is_operator)
        self._submit(client, message, command, now_ms)

    async def _is_operator(self, client: Client) -> bool:
        return self._operators.is_operator(await self._node.aggregates.player(client.player))

    async def _show_notes(self, client: Client, message: wire.TournamentNotes) -> None:
        tournament = await self._tournament(message.tournament)
        notes, next_ = page_at(tournament.notes, message.after, NOTES_ON_PAGE)
        await self._node.names.learn([*tournament.arbiters, *people_in_notes(notes)])
        client.send(notes_view(message.id, tournament, notes, next_, self._node.names))

    async def _call_off(self, client: Client, message: wire.CallOffTournament, now_ms: int) -> None:
        command = CallOff(client.player, is_operator=await self._is_operator(client))
        self._submit(client, message, command, now_ms)


def entrance_of(
    player: Player,
    tournament: Tournament,
    now_ms: int,
    *,
    knows_word: bool,
    team: int | None,
) -> EnterTournament:
    """How a player enters: with what the conditions may ask of it."""
    speed = speed_of(tournament.the_plan.terms.clock).value
    record = player.ratings.by_speed.get(speed)
    identity = player.identity
    return EnterTournament(
        by=player.id,
        rating=round(player.ratings.rating_now(speed, now_ms).points),
        games=0 if record is None else record.games,
        account_ms=identity.since_ms if identity.has_account else None,
        is_bot=identity.is_bot,
        knows_word=knows_word,
        team=team,
    )
