"""Whether a tournament can be played as it is planned, before it is announced or amended."""

from typing import Final

from msgspec.structs import replace

from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import NoClock
from xiangqi_server.aggregates.room.terms_check import checked_terms
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.plan import Plan
from xiangqi_server.kernel.aggregate.refusal import require
from xiangqi_server.kernel.aggregate.spans import DAY_MS

MAX_AHEAD_MS: Final = 90 * DAY_MS
"""How far ahead a tournament may be announced."""


def checked_plan(plan: Plan, now_ms: int) -> Plan:
    """The plan as it can be played: the rule set has its version, takebacks are off.

    Raises:
        Refused: BAD_TERMS or UNKNOWN_RULES.
    """
    is_ahead = now_ms <= plan.starts_ms <= now_ms + MAX_AHEAD_MS
    require(is_ahead, RoomRefusal.BAD_TERMS, "It starts in the past, or too far ahead.")
    asked = plan.conditions
    low, high = asked.min_rating, asked.max_rating
    require(low is None or high is None or low <= high, RoomRefusal.BAD_TERMS, "An empty range.")
    is_clock = not isinstance(plan.terms.clock, NoClock)
    require(is_clock, RoomRefusal.BAD_TERMS, "A tournament is played on a clock.")
    options = format_of(plan).checked()
    return replace(plan, terms=checked_terms(replace(plan.terms, takebacks=False)), format=options)
