"""What clients may see of tournaments: lists, standings, players, rounds, tables and notes."""

from typing import Final

from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.refusals import TournamentRefusal
from xiangqi_server.aggregates.tournaments.results.standings import Standings
from xiangqi_server.aggregates.tournaments.state import Tournament
from xiangqi_server.api.moments import ahead_of_dates, earlier
from xiangqi_server.api.tournaments.tournament_actions import notes_view, people_in_notes
from xiangqi_server.api.tournaments.tournament_brackets import bracket_view
from xiangqi_server.api.tournaments.tournament_teams import people_in_teams, teams_view
from xiangqi_server.api.tournaments.tournament_views import (
    entrant_view,
    entrants_after,
    entrants_view,
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
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.positions import page_at
from xiangqi_server.gateway.tournaments.known_standings import KnownStandings
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused, require
from xiangqi_server.kernel.host.view import key
from xiangqi_server.read_model.tournaments import TournamentList
from xiangqi_server.wire import client as wire
from xiangqi_server.wire import server
from xiangqi_server.wire.limits import PAGE_ROWS

TABLE_ROWS: Final = 100
"""A table of more players is read by its rounds."""

NOTES_ON_PAGE: Final = 100

_NO_TEAMS: Final = "It has no teams."
_NO_BRACKET: Final = "It is no knock-out."


class TournamentQueries:
    """Owned by the handler of tournaments."""

    def __init__(self, node: Node, known: KnownStandings) -> None:
        self._node = node
        self._known = known
        self._list = TournamentList(node.row_store)

    async def tournament(self, tournament: str) -> Tournament:
        """A tournament by its id.

        Raises:
            Refused: NO_SUCH_TOURNAMENT.
        """
        state = (await self._node.host.view(key(TOURNAMENT, tournament))).state
        require(state.plan is not None, TournamentRefusal.NO_SUCH_TOURNAMENT)
        return state

    def ahead_ms(self, tournament: str) -> int:
        """By how much the time of a tournament is ahead of the node's, to whole seconds."""
        return ahead_of_dates(self._node.host.parts.clock_offset_ms(key(TOURNAMENT, tournament)))

    async def show_list(self, client: Client, message: wire.Tournaments) -> None:
        """Send a page of a list of tournaments."""
        if message.of == "mine":
            found = await self._list.entered_by(client.player, limit=PAGE_ROWS)
        else:
            found = await self._list.page(message.of, limit=PAGE_ROWS, after=message.after)
        await self._node.names.learn(
            [who for listed in found.rows for who in people_in(listed.row)]
        )
        rows = [
            earlier(info_view(id_, row, self._node.names), self.ahead_ms(id_))
            for id_, row in found.rows
        ]
        listed = server.Tournaments(message.id, message.of, rows, found.next, found.is_partial)
        client.send(listed)

    async def show_places(self, client: Client, message: wire.PlayerTournaments) -> None:
        """Send a page of the tournaments of a player."""
        player, after = message.player, message.after
        found = await self._list.places(player, limit=PAGE_ROWS, after=after)
        rows = [place_view(row) for row in found.rows]
        client.send(
            server.PlayerTournaments(message.id, player, rows, found.next, found.is_partial)
        )

    async def _standings(self, tournament: str) -> Standings:
        return await self._known.of(await self.tournament(tournament))

    async def show_standings(self, client: Client, message: wire.TournamentStandings) -> None:
        """Send a page of the standings."""
        standings = await self._standings(message.tournament)
        rank = standings.ranks.get(message.around or "", message.rank)
        entrants = standings.page(rank, PAGE_ROWS)
        await self._node.names.learn([entrant.player for entrant in entrants])
        rows = rows_view(entrants, standings, self._node.names)
        size = len(standings.order)
        client.send(server.TournamentStandings(message.id, message.tournament, size, rows))

    async def show_player(self, client: Client, message: wire.TournamentPlayer) -> None:
        """Show what a player has done in a tournament."""
        standings = await self._standings(message.tournament)
        entrant = standings.tournament.entrants.get(message.player)
        if entrant is None:
            raise Refused(TournamentRefusal.NOT_ENTERED)
        opponents = opponents_of(entrant, standings).values()
        await self._node.names.learn([entrant.player, *(opponent.player for opponent in opponents)])
        row = entrant_view(entrant, standings, self._node.names)
        games = results_view(entrant, standings, self._node.names)
        client.send(server.TournamentPlayer(message.id, message.tournament, row, games))

    async def show_round(self, client: Client, message: wire.TournamentRound) -> None:
        """Show a round, the latest if no round is named."""
        tournament = await self.tournament(message.tournament)
        is_at_boards = tournament.the_plan.at_boards  # where a knock-out has rounds, too
        latest = format_of(tournament.the_plan).round_of(tournament) if is_at_boards else 0
        number = message.round or latest or len(tournament.rounds)
        await self._node.names.learn(people_in_round(tournament, number))
        client.send(round_view(message.id, tournament, number, self._node.names))

    async def show_entrants(self, client: Client, message: wire.TournamentEntrants) -> None:
        """Send a page of the entrants by number."""
        tournament, names = await self.tournament(message.tournament), self._node.names
        page = entrants_after(tournament, message.after)
        await names.learn([entrant.player for entrant in page])
        client.send(
            entrants_view(message.id, tournament, message.after, names, names.called, client.player)
        )

    async def show_table(self, client: Client, message: wire.TournamentTable) -> None:
        """Show the cross table: each player's games against the others."""
        standings = await self._standings(message.tournament)
        require(len(standings.order) <= TABLE_ROWS, CommonRefusal.LIMIT_REACHED)
        await self._node.names.learn(standings.ranks)
        client.send(table_view(message.id, standings, self._node.names))

    async def show_teams(self, client: Client, message: wire.TournamentTeams) -> None:
        """Show the teams in their order."""
        tournament = await self.tournament(message.tournament)
        has_teams = bool(tournament.the_plan.format.teams)
        require(has_teams, CommonRefusal.NOT_ALLOWED, _NO_TEAMS)
        await self._node.names.learn(people_in_teams(tournament))
        client.send(teams_view(message.id, tournament, self._node.names))

    async def show_bracket(self, client: Client, message: wire.TournamentBracket) -> None:
        """Show the matches of a knock-out."""
        tournament = await self.tournament(message.tournament)
        require(format_of(tournament.the_plan).has_matches, CommonRefusal.NOT_ALLOWED, _NO_BRACKET)
        await self._node.names.learn(tournament.field)
        client.send(bracket_view(message.id, tournament, self._node.names))

    async def show_notes(self, client: Client, message: wire.TournamentNotes) -> None:
        """Send a page of what organisers and arbiters have done."""
        tournament = await self.tournament(message.tournament)
        notes, next_ = page_at(tournament.notes, message.after, NOTES_ON_PAGE)
        await self._node.names.learn([*tournament.arbiters, *people_in_notes(notes)])
        client.send(notes_view(message.id, tournament, notes, next_, self._node.names))
