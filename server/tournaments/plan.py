"""What an organiser announces: the format, the terms of every game, the start, who may enter."""

from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from server.aggregate.refusal import RefusalCode, require
from server.aggregate.spans import DAY_MS
from server.room.terms import Correspondence, NoClock, Terms
from server.room.terms_check import settled

MAX_AHEAD_MS: Final = 90 * DAY_MS
"""So far ahead a tournament may be announced."""
MIN_ARENA_MINUTES: Final = 5
MAX_ARENA_MINUTES: Final = 720


class Arena(Struct, frozen=True, tag="arena"):
    """For so many minutes whoever is free is paired again; points make the order."""

    minutes: Annotated[int, Meta(ge=MIN_ARENA_MINUTES, le=MAX_ARENA_MINUTES)]


Format = Arena


class Conditions(Struct, frozen=True):
    """Who may enter; what is None or 0 asks nothing.

    Fields:
        min_rating, max_rating: at the speed of the games, both included.
        min_games: so many rated games at that speed.
        min_account_days: so old is the account.
        bots: programs may enter.
    """

    min_rating: int | None = None
    max_rating: int | None = None
    min_games: int = 0
    min_account_days: int = 0
    bots: bool = False


class Plan(Struct, frozen=True):
    """What was announced.

    Fields:
        name: as people read it.
        starts_ms: the store's time.
        text: what the organiser tells everybody, or "".
    """

    name: str
    format: Format
    terms: Terms
    starts_ms: int
    text: str = ""
    conditions: Conditions = Conditions()


def settled_plan(plan: Plan, now_ms: int) -> Plan:
    """The plan as it can be played: the rule set has its version, takebacks are off.

    Raises:
        Refused: BAD_TERMS or UNKNOWN_RULES.
    """
    is_ahead = now_ms <= plan.starts_ms <= now_ms + MAX_AHEAD_MS
    require(is_ahead, RefusalCode.BAD_TERMS, "It starts in the past, or too far ahead.")
    asked = plan.conditions
    low, high = asked.min_rating, asked.max_rating
    require(low is None or high is None or low <= high, RefusalCode.BAD_TERMS, "An empty range.")
    is_live = not isinstance(plan.terms.clock, Correspondence | NoClock)
    require(is_live, RefusalCode.BAD_TERMS, "An arena is played on a clock, not by days.")
    terms = settled(replace(plan.terms, takebacks=False))
    return replace(plan, terms=terms)
