"""The format of a plan: one line for each."""

from typing import assert_never

from xiangqi_server.tournaments.format import TournamentFormat
from xiangqi_server.tournaments.formats.arena import ArenaFormat
from xiangqi_server.tournaments.formats.free_robin import FreeRobinFormat
from xiangqi_server.tournaments.formats.knockout import KnockoutFormat
from xiangqi_server.tournaments.formats.robin import RobinFormat
from xiangqi_server.tournaments.formats.swiss import SwissFormat
from xiangqi_server.tournaments.formats.team_robin import TeamRobinFormat
from xiangqi_server.tournaments.plan import Arena, Knockout, Plan, Robin, Swiss, TeamRobin


def format_of(plan: Plan) -> TournamentFormat:
    """How the tournaments of a plan go."""
    match plan.format:
        case Arena() as options:
            return ArenaFormat(plan, options)
        case Robin(until_ms=None) as options:
            return RobinFormat(plan, options)
        case Robin() as options:
            return FreeRobinFormat(plan, options)
        case Swiss() as options:
            return SwissFormat(plan, options)
        case Knockout() as options:
            return KnockoutFormat(plan, options)
        case TeamRobin() as options:
            return TeamRobinFormat(plan, options)
        case _:
            assert_never(plan.format)
