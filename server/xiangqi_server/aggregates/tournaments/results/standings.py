"""The order of the entrants, and parts of it for readers; made anew from a tournament."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.state import Entrant, Tournament, TournamentGame
from xiangqi_server.kernel.aggregate.steps import Steps, at_once


@dataclass(frozen=True, slots=True)
class Standings:
    """The entrants of a tournament in their order.

    Fields:
        order: the first first.
        ranks: by player, from 1.
        sums: by player, what tells equal points apart, as `ranking` names it; only in formats
            of rounds.
    """

    tournament: Tournament
    order: tuple[Entrant, ...]
    ranks: Mapping[str, int]
    sums: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def top_games(self, count: int) -> list[tuple[str, TournamentGame]]:
        """The running games of the first entrants, with their rooms."""
        found: dict[str, TournamentGame] = {}
        for entrant in self.order:
            if len(found) == count:
                break
            if entrant.room in self.tournament.games:
                found[entrant.room] = self.tournament.games[entrant.room]
        return list(found.items())

    def page(self, rank: int, rows: int) -> tuple[Entrant, ...]:
        """The page, of a given number of rows, on which a place stands, from 1."""
        start = (rank - 1) // rows * rows
        return self.order[start : start + rows]


def standings_of(tournament: Tournament) -> Standings:
    """The standings now."""
    return at_once(standings_in_steps(tournament))


def standings_in_steps(tournament: Tournament) -> Steps[Standings]:
    """The same step by step: a thousand players take a node too long to be put in order at once."""
    if tournament.plan is None:
        return Standings(tournament, (), {})
    rows = yield from format_of(tournament.plan).order_in_steps(tournament)
    order = tuple(entrant for entrant, _ in rows)
    sums = {entrant.player: own for entrant, own in rows if own}
    ranks = {entrant.player: rank for rank, entrant in enumerate(order, start=1)}
    return Standings(tournament, order, ranks, sums)
