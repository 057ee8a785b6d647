"""Whether a tournament can be played as it is planned, before it is announced or amended."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import CorrespondenceClock, NoClock
from xiangqi_server.aggregates.room.terms_check import checked_terms
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.plan import Plan
from xiangqi_server.aggregates.tournaments.refusals import TournamentRefusal
from xiangqi_server.aggregates.tournaments.state import Tournament
from xiangqi_server.kernel.aggregate.refusal import require
from xiangqi_server.kernel.aggregate.spans import DAY_MS

MAX_AHEAD_MS: Final = 90 * DAY_MS
"""How far ahead a tournament may be announced."""
MAX_DATE_MS: Final = 400 * DAY_MS
"""How far ahead a round may begin: a club plays on Tuesdays, from autumn to summer."""


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
    require(not plan.dates or plan.at_boards, RoomRefusal.BAD_TERMS, "Dates are for real boards.")
    if plan.at_boards:
        _check_boards(plan, now_ms)
    options = format_of(plan).checked()
    return replace(plan, terms=checked_terms(replace(plan.terms, takebacks=False)), format=options)


def plan_amended_in_play(tournament: Tournament, asked: Plan, now_ms: int) -> Plan:
    """The plan of a tournament at real boards with what may change while it is played.

    That is its name, its words, the dates of rounds to come, and how many rounds a Swiss one has.
    All else stays, whatever is asked.

    Raises:
        Refused: BAD_TERMS, ENTRIES_CLOSED (it is played online).
    """
    before, paired = tournament.the_plan, len(tournament.rounds)
    require(before.at_boards, TournamentRefusal.ENTRIES_CLOSED)
    options = before.format.amended_in_play(asked.format)
    if options != before.format:
        least = paired if tournament.games else paired + 1
        are_left = options.most_rounds >= least
        require(are_left, RoomRefusal.BAD_TERMS, "So many rounds are paired.")
    dates = before.dates
    if dates:
        dates = (*dates[:paired], *asked.dates[paired:])
        _check_dates(dates, dates[paired:], now_ms)
    return replace(before, name=asked.name, text=asked.text, format=options, dates=dates)


def _check_boards(plan: Plan, now_ms: int) -> None:
    """Go on if a plan can be played at real boards.

    Raises:
        Refused: BAD_TERMS.
    """
    require(
        plan.format.has_boards, RoomRefusal.BAD_TERMS, "This format is not played at real boards."
    )
    is_live = not isinstance(plan.terms.clock, CorrespondenceClock)
    require(is_live, RoomRefusal.BAD_TERMS, "Nobody plays by days at real boards.")
    is_open = not plan.conditions.lock
    require(is_open, RoomRefusal.BAD_TERMS, "The organiser lists the players: no password.")
    _check_dates(plan.dates, plan.dates, now_ms)


def _check_dates(dates: Sequence[int], to_come: Sequence[int], now_ms: int) -> None:
    """Go on if the dates of rounds follow one another, and those to come are near.

    Raises:
        Refused: BAD_TERMS.
    """
    is_later = all(earlier < later for earlier, later in pairwise(dates))
    is_near = all(now_ms - DAY_MS <= date <= now_ms + MAX_DATE_MS for date in to_come)
    require(is_later and is_near, RoomRefusal.BAD_TERMS, "The dates of the rounds do not follow.")
