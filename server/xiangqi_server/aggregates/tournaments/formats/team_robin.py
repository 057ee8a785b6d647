"""Team tournaments: every team meets every other one on several boards; see `teams`."""

from dataclasses import dataclass

from xiangqi_server.aggregates.tournaments import teams
from xiangqi_server.aggregates.tournaments.format import LEAST_ENTRANTS
from xiangqi_server.aggregates.tournaments.formats.rounds import Rounds
from xiangqi_server.aggregates.tournaments.messages import FoundPairing, RoundPaired
from xiangqi_server.aggregates.tournaments.pairing.round_pairing import games_of
from xiangqi_server.aggregates.tournaments.plan import TeamRobinFormat
from xiangqi_server.aggregates.tournaments.state import Tournament


@dataclass(frozen=True)
class TeamRobin(Rounds):
    """A round robin of teams."""

    options: TeamRobinFormat

    def checked(self) -> TeamRobinFormat:
        """The options, with teams of distinct names."""
        teams.check_names(self.options.teams)
        return self.options

    def are_enough(self, tournament: Tournament) -> bool:
        return len(teams.field_of(tournament)) >= LEAST_ENTRANTS

    def round_count(self, tournament: Tournament) -> int:
        return teams.round_count_of(tournament, double=self.options.double)

    def pairing(
        self, tournament: Tournament, found: FoundPairing | None
    ) -> tuple[RoundPaired, ...]:
        number = len(tournament.rounds) + 1
        pairs, byes = teams.line_up(tournament, number, self.options.boards)
        return (RoundPaired(number, games_of(tournament, number, pairs), byes),)

    def team_rows(self, tournament: Tournament) -> list[teams.TeamRow]:
        return teams.rows_of_matches(tournament, len(self.options.teams), self.options.boards)

    def team_matches(self, tournament: Tournament) -> list[teams.TeamMatch]:
        return teams.matches_of(tournament)
