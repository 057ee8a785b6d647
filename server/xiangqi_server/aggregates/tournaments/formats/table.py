"""The format of a plan: one line for each."""

from typing import assert_never

from xiangqi_server.aggregates.tournaments.format import BaseFormat
from xiangqi_server.aggregates.tournaments.formats.arena import Arena
from xiangqi_server.aggregates.tournaments.formats.free_robin import FreeRobin
from xiangqi_server.aggregates.tournaments.formats.knockout import Knockout
from xiangqi_server.aggregates.tournaments.formats.robin import Robin
from xiangqi_server.aggregates.tournaments.formats.swiss import Swiss
from xiangqi_server.aggregates.tournaments.formats.team_robin import TeamRobin
from xiangqi_server.aggregates.tournaments.plan import (
    ArenaFormat,
    KnockoutFormat,
    Plan,
    RobinFormat,
    SwissFormat,
    TeamRobinFormat,
)


def format_of(plan: Plan) -> BaseFormat:
    """How the tournaments of a plan go."""
    match plan.format:
        case ArenaFormat() as options:
            return Arena(plan, options)
        case RobinFormat(until_ms=None) as options:
            return Robin(plan, options)
        case RobinFormat() as options:
            return FreeRobin(plan, options)
        case SwissFormat() as options:
            return Swiss(plan, options)
        case KnockoutFormat() as options:
            return Knockout(plan, options)
        case TeamRobinFormat() as options:
            return TeamRobin(plan, options)
        case _:
            assert_never(plan.format)
