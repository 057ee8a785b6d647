"""What the teams of a tournament look like to a reader."""

from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.state import Tournament
from xiangqi_server.aggregates.tournaments.teams import TeamRow
from xiangqi_server.api.names.naming import NameOf, player_ref
from xiangqi_server.wire import parts, server


def people_in_teams(tournament: Tournament) -> list[str]:
    """The players that the teams name."""
    rows = format_of(tournament.the_plan).team_rows(tournament)
    return [member.player for row in rows for member in row.best]


def teams_view(id_: str, tournament: Tournament, names: NameOf) -> server.TournamentTeams:
    """Teams and matches: the answer to the message `id_`."""
    return server.TournamentTeams(
        id=id_,
        tournament=tournament.id,
        teams=standings_view(tournament, names),
        matches=[
            parts.TeamMatch(match.round, match.one, match.other, *match.points, over=match.is_over)
            for match in format_of(tournament.the_plan).team_matches(tournament)
        ],
    )


def standings_view(tournament: Tournament, names: NameOf) -> list[parts.TeamScore]:
    """The teams, the first first; none where players play for themselves."""
    called = tournament.the_plan.format.teams
    rows = format_of(tournament.the_plan).team_rows(tournament)
    return [_row(row, called[row.team], names) for row in rows]


def _row(row: TeamRow, name: str, names: NameOf) -> parts.TeamScore:
    return parts.TeamScore(
        rank=row.rank,
        team=row.team,
        name=name,
        points=row.points,
        board_points=row.board_points,
        members=row.members,
        best=[
            parts.TeamMember(player_ref(member.player, names), member.score) for member in row.best
        ],
    )
