"""Teams: who plays for which, whom they meet on which boards, and how they stand."""

import random

import pytest
from msgspec.structs import replace

from tests.support.arenas import START_MS, T0_MS, a_plan, after, announced, enter, events_of, settle
from xiangqi_server.aggregates.room.messages import Settle
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.tournaments.actions import AmendPlan
from xiangqi_server.aggregates.tournaments.decide import decide
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.messages import (
    CallOffReason,
    LeaveTournament,
    ManageTournament,
    TournamentCalledOff,
    TournamentCommand,
    WakeTournament,
)
from xiangqi_server.aggregates.tournaments.plan import ArenaFormat, Plan, TeamRobinFormat
from xiangqi_server.aggregates.tournaments.refusals import TournamentRefusal
from xiangqi_server.aggregates.tournaments.state import Phase, Tournament
from xiangqi_server.aggregates.tournaments.teams import TeamMatch, matches_of
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode, Refused

ARENA = replace(a_plan(), format=ArenaFormat(30, teams=("East", "West"), leaders=2))
NAMES = ("East", "West", "North")


def robin(teams: tuple[str, ...] = NAMES, boards: int = 2, *, double: bool = False) -> Plan:
    """A team tournament."""
    return replace(a_plan(), format=TeamRobinFormat(teams, boards, double))


def entered(plan: Plan, *sizes: int) -> Tournament:
    """With so many players in each team, named by team and number, the first the strongest."""
    tournament = announced(plan)
    for team, size in enumerate(sizes):
        for number in range(size):
            command = replace(enter(f"{'abcdefgh'[team]}{number}", 2_000 - 10 * number), team=team)
            tournament = after(tournament, command)
    return tournament


def begun(plan: Plan, *sizes: int) -> Tournament:
    """The same, once it has begun."""
    return after(entered(plan, *sizes), WakeTournament(), now_ms=START_MS)


def pairs(tournament: Tournament) -> list[tuple[str, str]]:
    """The boards of the latest round, Red first."""
    return [(game.red, game.black) for game in tournament.rounds[-1].games]


def refusal(tournament: Tournament, command: TournamentCommand) -> RefusalCode:
    """Why a command is refused."""
    with pytest.raises(Refused) as refused:
        decide(tournament, command, T0_MS)
    return refused.value.code


def test_whoever_enters_chooses_one_of_the_teams() -> None:
    cup = entered(ARENA, 1)

    for team in (None, 2):
        assert refusal(cup, replace(enter("eve"), team=team)) is TournamentRefusal.NO_SUCH_TEAM
    assert refusal(announced(), replace(enter("eve"), team=0)) is TournamentRefusal.NO_SUCH_TEAM
    back = after(cup, replace(enter("a0"), team=1))
    assert back.entrants["a0"].team == 0


def test_a_team_has_twice_as_many_players_as_boards_at_most() -> None:
    cup = entered(robin(boards=2), 4)

    assert refusal(cup, replace(enter("eve"), team=0)) is TournamentRefusal.TOURNAMENT_FULL
    assert "eve" in after(cup, replace(enter("eve"), team=1)).entrants


@pytest.mark.parametrize("teams", [("East",), ("East", "east"), ()])
def test_teams_are_two_or_more_and_have_different_names(teams: tuple[str, ...]) -> None:
    with pytest.raises(Refused) as refused:
        announced(robin(teams))

    assert refused.value.code is RoomRefusal.BAD_TERMS


def test_teams_stay_once_somebody_has_entered() -> None:
    other = ManageTournament("org", AmendPlan(robin(("East", "West"))))

    assert refusal(entered(robin(), 1), other) is CommonRefusal.NOT_ALLOWED
    assert after(announced(robin()), other).the_plan.format == TeamRobinFormat(("East", "West"), 2)


def test_in_an_arena_players_of_one_team_never_meet() -> None:
    cup = begun(ARENA, 8, 8)
    now_ms = START_MS
    for _ in range(8):
        now_ms += 10_000
        cup = after(cup, WakeTournament(), now_ms=now_ms)
        assert cup.games
        for room, game in sorted(cup.games.items()):
            assert cup.entrants[game.red].team != cup.entrants[game.black].team
            cup = after(cup, settle(room, game.red), now_ms=now_ms)
    alone = begun(ARENA, 2)
    assert not after(alone, WakeTournament(), now_ms=START_MS + 10_000).games


def test_in_an_arena_the_best_of_each_team_count() -> None:
    cup = after(begun(ARENA, 3, 3), WakeTournament(), now_ms=START_MS + 10_000)
    for room, game in sorted(cup.games.items()):
        winner = game.red if game.red.startswith("b") else game.black
        cup = after(cup, settle(room, winner), now_ms=START_MS + 10_000)

    west, east = format_of(cup.the_plan).team_rows(cup)

    assert (west.team, west.points, west.members, len(west.best)) == (1, 4, 3, 2)
    assert (east.team, east.points) == (0, 0)


def test_the_strongest_line_up_and_sides_change_from_board_to_board() -> None:
    cup = begun(robin(("East", "West"), 3), 4, 4)

    red, black = ("b", "a") if pairs(cup)[0][0].startswith("b") else ("a", "b")
    assert pairs(cup) == [
        (f"{red}0", f"{black}0"),
        (f"{black}1", f"{red}1"),
        (f"{red}2", f"{black}2"),
    ]


def test_who_has_no_opponent_has_won_the_board() -> None:
    cup = begun(robin(("East", "West"), 3), 3, 1)

    assert len(cup.games) == 1
    assert sorted(cup.rounds[0].byes) == ["a1", "a2"]
    ((room, _),) = cup.games.items()
    cup = after(cup, settle(room, "b0"), now_ms=START_MS)
    assert cup.phase is Phase.FINISHED
    rows = format_of(cup.the_plan).team_rows(cup)
    assert [(row.team, row.points, row.board_points) for row in rows] == [
        (0, 2, 4),
        (1, 0, 2),
    ]


def test_who_has_left_is_not_lined_up_again() -> None:
    cup = begun(robin(double=True), 3, 2, 2)
    cup = after(cup, LeaveTournament("a0"), now_ms=START_MS)
    now_ms = START_MS
    while cup.phase is Phase.RUNNING:
        for room in sorted(cup.games):
            cup = after(cup, settle(room, None), now_ms=now_ms)
        now_ms += 60_000
        cup = after(cup, WakeTournament(), now_ms=now_ms)

    later = {who for one in cup.rounds[1:] for game in one.games for who in (game.red, game.black)}
    assert "a0" not in later
    assert {"a1", "a2"} <= later


def test_with_one_team_it_is_called_off() -> None:
    assert events_of(entered(robin(), 3), WakeTournament(), START_MS) == (
        TournamentCalledOff(CallOffReason.TOO_FEW),
    )


@pytest.mark.parametrize("sizes", [(2, 2, 2), (3, 1, 2), (2, 0, 2), (4, 4), (1, 2, 3, 4, 2)])
@pytest.mark.parametrize("double", [False, True])
def test_every_team_meets_every_other_and_the_sums_are_those_of_the_boards(
    sizes: tuple[int, ...], *, double: bool
) -> None:
    chance = random.Random(sum(sizes))
    plan = robin(("East", "West", "North", "South", "Middle")[: len(sizes)], 2, double=double)
    cup, now_ms = begun(plan, *sizes), START_MS
    while cup.phase is Phase.RUNNING:
        for room, game in sorted(cup.games.items()):
            winner = chance.choice([game.red, game.black, None])
            command = settle(room, winner)
            if chance.random() < 0.1:
                command = Settle(room, None, counts=False, absent=(game.red,))
            cup = after(cup, command, now_ms=now_ms)
        now_ms += 60_000
        cup = after(cup, WakeTournament(), now_ms=now_ms)
        records = TOURNAMENT.records
        assert records.from_record("cup", records.to_record(cup)) == cup

    playing = sum(size > 0 for size in sizes)
    matches = matches_of(cup)
    met = [frozenset((match.one, match.other)) for match in matches]
    assert len(met) == playing * (playing - 1) // 2 * (2 if double else 1)
    assert len(set(met)) == playing * (playing - 1) // 2
    assert all(match.is_over for match in matches)
    rows = {row.team: row for row in format_of(cup.the_plan).team_rows(cup)}
    for team, row in rows.items():
        members = [one for one in cup.entrants.values() if one.team == team]
        assert row.board_points == sum(one.score for one in members)
    decided = [match for match in matches if sum(match.points)]
    assert sum(row.points for row in rows.values()) == 2 * len(decided)


def test_a_match_is_told_as_it_stands() -> None:
    cup = begun(robin(("East", "West"), 2), 2, 2)
    room, game = next(iter(cup.games.items()))
    cup = after(cup, settle(room, game.red), now_ms=START_MS)

    (match,) = matches_of(cup)

    points = (2, 0) if cup.entrants[game.red].team == match.one else (0, 2)
    assert match == TeamMatch(1, match.one, match.other, points, is_over=False)
    assert [row.points for row in format_of(cup.the_plan).team_rows(cup)] == [0, 0]
