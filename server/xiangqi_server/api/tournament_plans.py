"""What an organiser announces, as it travels and as a tournament has it."""

from typing import assert_never

from xiangqi_server.aggregate.refusal import require
from xiangqi_server.players.plain_text import cleaned
from xiangqi_server.room.refusals import RoomRefusal
from xiangqi_server.tournaments.plan import (
    Arena,
    Conditions,
    FormatOptions,
    Knockout,
    Plan,
    Robin,
    Swiss,
    TeamRobin,
)
from xiangqi_server.wire import tournament_plan as wire
from xiangqi_server.wire.limits import TOURNAMENT_NAME_CHARS

_MIN_NAME_CHARS = 3


def plan_of(wanted: wire.TournamentPlan, lock: str = "") -> Plan:
    """The plan of a message; whether it can be played the tournament will say.

    Args:
        lock: the id of what the password that is asked for is checked against, "" for none.

    Raises:
        Refused: its name has nothing left to show.
    """
    name = cleaned(wanted.name)
    is_name = _MIN_NAME_CHARS <= len(name) <= TOURNAMENT_NAME_CHARS
    require(is_name, RoomRefusal.BAD_TERMS, "A tournament needs a name of 3 letters or more.")
    asked = wanted.conditions
    return Plan(
        name=name,
        format=_format_of(wanted.format),
        terms=wanted.terms,
        starts_ms=wanted.starts_ms,
        text=cleaned(wanted.text),
        conditions=Conditions(
            asked.min_rating,
            asked.max_rating,
            asked.min_games,
            asked.min_account_days,
            asked.bots,
            asked.invited,
            lock,
        ),
        ranking=wanted.ranking,
    )


def _format_of(wanted: wire.TournamentFormat) -> FormatOptions:
    match wanted:
        case wire.ArenaFormat(minutes, berserk, teams, leaders):
            return Arena(minutes, berserk, _names(teams), leaders)
        case wire.RobinFormat(double, break_s, until_ms):
            return Robin(double, break_s, until_ms)
        case wire.SwissFormat(rounds, break_s, late_points):
            return Swiss(rounds, break_s, late_points)
        case wire.KnockoutFormat(games, third_place):
            return Knockout(games, third_place)
        case wire.TeamRobinFormat(teams, boards, double, break_s):
            return TeamRobin(_names(teams), boards, double, break_s)
        case _:
            assert_never(wanted)


def _names(teams: list[str]) -> tuple[str, ...]:
    """The names of teams as they are shown.

    Raises:
        Refused: one has nothing left to show.
    """
    names = tuple(map(cleaned, teams))
    require(all(names), RoomRefusal.BAD_TERMS, "A team needs a name.")
    return names


def wire_format(format_: FormatOptions) -> wire.TournamentFormat:
    """A format as it is shown."""
    match format_:
        case Arena(minutes, berserk, teams, leaders):
            return wire.ArenaFormat(minutes, berserk, list(teams), leaders)
        case Robin(double, break_s, until_ms):
            return wire.RobinFormat(double, break_s, until_ms)
        case Swiss(rounds, break_s, late_points):
            return wire.SwissFormat(rounds, break_s, late_points)
        case Knockout(games, third_place):
            return wire.KnockoutFormat(games, third_place)
        case TeamRobin(teams, boards, double, break_s):
            return wire.TeamRobinFormat(list(teams), boards, double, break_s)
        case _:
            assert_never(format_)


def wire_conditions(asked: Conditions) -> wire.EntryConditions:
    """Conditions as they are shown."""
    return wire.EntryConditions(
        asked.min_rating,
        asked.max_rating,
        asked.min_games,
        asked.min_account_days,
        asked.bots,
        asked.invited,
    )
