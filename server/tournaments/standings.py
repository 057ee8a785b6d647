"""Who stands where, and what a reader asks of that; made anew from a tournament as it stands."""

from collections.abc import Mapping
from dataclasses import dataclass

from server.tournaments.state import Entrant, Tournament, TournamentGame


@dataclass(frozen=True, slots=True)
class Standings:
    """The entrants of a tournament in their order.

    Fields:
        order: the first first.
        ranks: by player, from 1.
    """

    tournament: Tournament
    order: tuple[Entrant, ...]
    ranks: Mapping[str, int]

    def top_games(self, count: int) -> list[tuple[str, TournamentGame]]:
        """The games that are played by those who stand highest, with their rooms."""
        found: dict[str, TournamentGame] = {}
        for entrant in self.order:
            if len(found) == count:
                break
            if entrant.room:
                found[entrant.room] = self.tournament.games[entrant.room]
        return list(found.items())

    def page(self, rank: int, rows: int) -> tuple[Entrant, ...]:
        """The page of so many rows on which a place stands, from 1."""
        start = (rank - 1) // rows * rows
        return self.order[start : start + rows]


def standings_of(tournament: Tournament) -> Standings:
    """The standings now."""
    order = tuple(tournament.in_order())
    ranks = {entrant.player: rank for rank, entrant in enumerate(order, start=1)}
    return Standings(tournament, order, ranks)
