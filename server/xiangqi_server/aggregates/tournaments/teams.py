"""Teams: in an arena the best of each are added up, in a team tournament they meet on boards.

In a team tournament every team meets every other one by Berger's tables. A team lines up its
strongest present players. On odd boards the team named first has Red, on even ones Black. A player
without an opponent, where the other team has fewer, has won. A match goes to the team with more
points on the boards.

Sources: CXA 2011, 13.2 and 13.3 (boards and sides), 14.5 (matches first, then boards); lila,
``TeamBattle``, for arenas.
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.tournaments.pairing.robin import pairs_of, round_count
from xiangqi_server.aggregates.tournaments.results.crosstable import by_rating
from xiangqi_server.aggregates.tournaments.state import RANK_KEY, Entrant, Tournament
from xiangqi_server.kernel.aggregate.refusal import require

MAX_TEAMS: Final = 20


class LineUp(NamedTuple):
    """The pairs on the boards of a round, Red first, and the players without an opponent."""

    pairs: tuple[tuple[str, str], ...]
    byes: tuple[str, ...]


class TeamMatch(NamedTuple):
    """A match of two teams, by their numbers from 0.

    Fields:
        points: on the boards, 2 a win, 1 a draw.
    """

    round: int
    one: int
    other: int
    points: tuple[int, int]
    is_over: bool


class TeamRow(NamedTuple):
    """A team as it stands.

    Fields:
        rank: from 1; teams that nothing tells apart share one.
        points: of its best players in an arena, else 2 for a match won and 1 for one drawn.
        board_points: of all its games; 0 in an arena.
        members: how many players it has.
        best: in an arena whose points count, else the boards in their order.
    """

    team: int
    points: int
    board_points: int
    members: int
    best: tuple[Entrant, ...]
    rank: int = 1


def check_names(names: tuple[str, ...]) -> None:
    """Refuse too few or too many teams, and two with one name.

    Raises:
        Refused: BAD_TERMS.
    """
    is_fit = 1 < len(names) <= MAX_TEAMS
    require(is_fit, RoomRefusal.BAD_TERMS, "Too few teams, or too many.")
    are_known_apart = len({name.casefold() for name in names}) == len(names)
    require(are_known_apart, RoomRefusal.BAD_TERMS, "Two teams have one name.")


def members_of(tournament: Tournament) -> dict[int, list[Entrant]]:
    """The players of each team that has any, in no order."""
    members: dict[int, list[Entrant]] = {}
    for entrant in tournament.entrants.values():
        if entrant.team is not None:
            members.setdefault(entrant.team, []).append(entrant)
    return members


# A team tournament.


def field_of(tournament: Tournament) -> tuple[int, ...]:
    """The teams that take part, by their numbers: those that have players."""
    return tuple(sorted(members_of(tournament)))


def round_count_of(tournament: Tournament, *, double: bool) -> int:
    """How many rounds the teams play."""
    return round_count(len(field_of(tournament)), double=double)


def _meetings(tournament: Tournament, number: int) -> list[tuple[int, int]]:
    """Which teams meet in a round, from 1."""
    field = tuple(map(str, field_of(tournament)))
    pairs, _ = pairs_of(field, number)
    return [(int(one), int(other)) for one, other in pairs]


def line_up(tournament: Tournament, number: int, boards: int) -> LineUp:
    """The boards of a round, from 1, as pairs; a player without an opponent has a bye."""
    members = members_of(tournament)
    pairs: list[tuple[str, str]] = []
    byes: list[str] = []
    for one, other in _meetings(tournament, number):
        ours, theirs = _boards(members[one], boards), _boards(members[other], boards)
        shared = min(len(ours), len(theirs))
        for board in range(shared):
            both = ours[board], theirs[board]
            pairs.append(both[::-1] if board % 2 else both)
        byes += ours[shared:] + theirs[shared:]
    return LineUp(tuple(pairs), tuple(byes))


def _boards(members: Iterable[Entrant], boards: int) -> list[str]:
    here = (entrant for entrant in members if entrant.takes_part)
    return [entrant.player for entrant in sorted(here, key=by_rating)[:boards]]


def matches_of(tournament: Tournament) -> list[TeamMatch]:
    """All matches of the rounds that were paired."""
    return [
        _match(tournament, number, one, other)
        for number in range(1, len(tournament.rounds) + 1)
        for one, other in _meetings(tournament, number)
    ]


def _match(tournament: Tournament, number: int, one: int, other: int) -> TeamMatch:
    round_, points = tournament.rounds[number - 1], {one: 0, other: 0}

    def team_of(player: str) -> int:
        team = tournament.entrants[player].team
        return -1 if team is None else team

    is_over = True
    for player in round_.byes:
        if team_of(player) in points:
            points[team_of(player)] += 2
    for game in round_.games:
        if team_of(game.red) not in points:
            continue
        result = tournament.results.get(game.room)
        is_over = is_over and result is not None
        for player in (game.red, game.black):
            points[team_of(player)] += 0 if result is None else result.points_of(player)
    return TeamMatch(number, one, other, (points[one], points[other]), is_over)


# The order of the teams.


def rows_of_leaders(tournament: Tournament, teams: int, leaders: int) -> list[TeamRow]:
    """The teams of an arena, the first first: so many of the best of each count."""
    members = members_of(tournament)
    rows = [_arena_row(team, members.get(team, []), leaders) for team in range(teams)]
    return _ranked(rows, lambda row: (-row.points, -row.members))


def rows_of_matches(tournament: Tournament, teams: int, boards: int) -> list[TeamRow]:
    """The teams of a team tournament, the first first."""
    rows = _match_rows(tournament, teams, boards)
    return _ranked(rows, lambda row: (-row.points, -row.board_points))


def _ranked(rows: list[TeamRow], place: Callable[[TeamRow], tuple[int, int]]) -> list[TeamRow]:
    return [
        row._replace(rank=1 + sum(place(other) < place(row) for other in rows))
        for row in sorted(rows, key=lambda row: (*place(row), -row.members, row.team))
    ]


def _arena_row(team: int, members: list[Entrant], leaders: int) -> TeamRow:
    best = tuple(sorted(members, key=RANK_KEY, reverse=True)[:leaders])
    return TeamRow(team, sum(member.score for member in best), 0, len(members), best)


def _match_rows(tournament: Tournament, teams: int, boards: int) -> list[TeamRow]:
    members, points = members_of(tournament), dict.fromkeys(range(teams), 0)
    board_points = dict(points)
    for match in matches_of(tournament):
        both = match.points
        for team, mine, theirs in ((match.one, *both), (match.other, *both[::-1])):
            board_points[team] += mine
            if match.is_over and mine + theirs:
                points[team] += 1 + (mine > theirs) - (mine < theirs)
    return [
        TeamRow(
            team,
            points[team],
            board_points[team],
            len(members.get(team, [])),
            tuple(sorted(members.get(team, []), key=by_rating)[:boards]),
        )
        for team in points
    ]
