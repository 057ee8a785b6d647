"""The limits that depend on how fast a game is.

A side's time for a game is the main time and what forty moves add to it.
"""

from functools import lru_cache
from typing import Final, assert_never

from xiangqi_server.aggregates.room.speed import MOVES, Speed, speed_of
from xiangqi_server.aggregates.room.terms import (
    ByoyomiClock,
    ClockTerms,
    CorrespondenceClock,
    FischerClock,
    GameTerms,
    NoClock,
    PerMoveClock,
    ThreePartClock,
)
from xiangqi_server.kernel.aggregate.spans import MINUTE_MS

READY_MS: Final = 20_000
"""How long the two players of a found pair may take to show up."""
FIRST_MOVE_MS: Final = {Speed.BULLET: 20_000, Speed.BLITZ: 20_000, Speed.RAPID: 30_000}
"""How long each side may take for its first move; in slower games it is a minute."""

MAX_QUOTA_MS: Final = 15_000
"""The most lag of one side that a game compensates."""
_QUOTA_PART: Final = 60
"""The quota is a side's estimated time divided by this: a second for each minute."""

_GRACES: Final = ((3 * MINUTE_MS, 15_000), (8 * MINUTE_MS, 30_000), (25 * MINUTE_MS, 60_000))
_SLOW_FIRST_MOVE_MS: Final = 60_000
_SLOW_GRACE_MS: Final = 120_000
_UNTIMED_GRACE_MS: Final = 180_000


def allotted_ms(clock: ClockTerms) -> int | None:
    """A side's time for a game of forty moves; None by days and without a clock."""
    match clock:
        case FischerClock(main_ms, increment_ms):
            return main_ms + MOVES * increment_ms
        case ByoyomiClock(main_ms, period_ms):
            return main_ms + MOVES * period_ms
        case ThreePartClock(game_ms, _, count_ms):
            return game_ms + MOVES * count_ms
        case PerMoveClock(move_ms):
            return MOVES * move_ms
        case CorrespondenceClock() | NoClock():
            return None
        case _:
            assert_never(clock)


def ready_ms(clock: ClockTerms) -> int:
    """How long a found pair may take to show up; 0 in games by days, which have no ready-check."""
    return 0 if isinstance(clock, CorrespondenceClock) else READY_MS


@lru_cache(maxsize=256)
def first_move_ms(clock: ClockTerms) -> int | None:
    """How long each side may take for its first move; None for ever, without a clock or by days.

    Bullet and blitz 20 s, rapid 30 s, slower games a minute.
    """
    if isinstance(clock, CorrespondenceClock | NoClock):
        return None
    return FIRST_MOVE_MS.get(speed_of(clock), _SLOW_FIRST_MOVE_MS)


def lag_quota_ms(terms: GameTerms) -> int:
    """How much lag of each side a game compensates: a sixtieth of its time, 15 s at most."""
    whole_ms = allotted_ms(terms.clock)
    if whole_ms is None or not terms.compensation:
        return 0
    return min(MAX_QUOTA_MS, whole_ms // _QUOTA_PART)


def claim_grace_ms(clock: ClockTerms) -> int | None:
    """How long a player may be gone before the game can be claimed; None for ever, by days.

    Bullet (under 3 min) 15 s, blitz (under 8 min) 30 s, rapid (under 25 min) 60 s, slower
    games 2 min, a game without a clock 3 min.
    """
    if isinstance(clock, CorrespondenceClock):
        return None
    whole_ms = allotted_ms(clock)
    if whole_ms is None:
        return _UNTIMED_GRACE_MS
    return next((grace for under, grace in _GRACES if whole_ms < under), _SLOW_GRACE_MS)
