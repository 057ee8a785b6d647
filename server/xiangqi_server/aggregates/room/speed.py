"""How fast a game is: five speeds, by how long a side is likely to think in all."""

from enum import StrEnum
from typing import Final, assert_never

from xiangqi_server.aggregates.room.terms import (
    ByoyomiClock,
    ClockTerms,
    CorrespondenceClock,
    FischerClock,
    NoClock,
    PerMoveClock,
    ThreePartClock,
)

MOVES: Final = 40
"""How many moves a side makes in a usual game of xiangqi."""
MOVES_IN_PERIODS: Final = 25
"""How many of them a player makes in byo-yomi, once the main time is gone."""
USED_SHARE: Final = 2
"""Players use the limit on a move divided by this."""


class Speed(StrEnum):
    """A class of time controls; each player has a rating in each."""

    BULLET = "bullet"
    BLITZ = "blitz"
    RAPID = "rapid"
    CLASSICAL = "classical"
    CORRESPONDENCE = "correspondence"


_BELOW_MS: Final = ((180_000, Speed.BULLET), (480_000, Speed.BLITZ), (1_500_000, Speed.RAPID))


def speed_of(clock: ClockTerms) -> Speed:
    """The speed of a control; a game without a clock may take days, like one by days."""
    estimate_ms = estimated_ms(clock)
    if estimate_ms is None:
        return Speed.CORRESPONDENCE
    return next((speed for below_ms, speed in _BELOW_MS if estimate_ms < below_ms), Speed.CLASSICAL)


def estimated_ms(clock: ClockTerms) -> int | None:
    """How long one side is likely to think in a whole game, in ms; None for days."""
    match clock:
        case FischerClock(main_ms, increment_ms):
            return main_ms + MOVES * increment_ms
        case ByoyomiClock(main_ms, period_ms, periods):
            return main_ms + (MOVES_IN_PERIODS + periods - 1) * period_ms
        case ThreePartClock(game_ms, move_ms, count_ms):
            return min(game_ms, MOVES * move_ms) + MOVES_IN_PERIODS * count_ms
        case PerMoveClock(move_ms):
            return MOVES * move_ms // USED_SHARE
        case CorrespondenceClock() | NoClock():
            return None
        case _:
            assert_never(clock)
