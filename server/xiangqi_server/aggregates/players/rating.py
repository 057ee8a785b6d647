"""Glicko-2: how strong a player is, how sure that is, and what a game changes of it.

Theory of operation. A rating is a number of points, a deviation (how far off it may be)
and a volatility (how unsteady the player is). Every game is a rating period of its own, so
a rating moves at once. Between games the deviation grows by the time that has passed, in
units of `PERIOD_MS`, as if so many periods had gone by without a game.

Source: Mark E. Glickman, "Example of the Glicko-2 system" (2022); the numbers in brackets are its
steps. The code is ours: the known libraries round deviations or keep their own players, and an
event of the log must hold exactly what was decided.
"""

import math
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from xiangqi_server.kernel.aggregate.spans import HOUR_MS

POINTS: Final = 1500.0
DEVIATION: Final = 350.0
VOLATILITY: Final = 0.06

MIN_POINTS: Final = 100.0
MAX_POINTS: Final = 4000.0
MIN_DEVIATION: Final = 45.0
MAX_VOLATILITY: Final = 0.1
PROVISIONAL_DEVIATION: Final = 110.0
"""A rating with a larger deviation is marked as provisional."""

PERIOD_MS: Final = 112 * HOUR_MS
"""One rating period: in a year without a game a deviation of 60 grows to 110."""

_TAU: Final = 0.75
_SCALE: Final = 173.7178
_CLOSE_ENOUGH: Final = 1e-6
_STEPS: Final = 100


def is_provisional(deviation: float) -> bool:
    """Whether a rating with this deviation is not certain enough to be compared."""
    return deviation > PROVISIONAL_DEVIATION


class Rating(Struct, frozen=True, gc=False):
    """A strength: points, deviation and volatility on the scale people know."""

    points: float = POINTS
    deviation: float = DEVIATION
    volatility: float = VOLATILITY

    @property
    def is_provisional(self) -> bool:
        """Too little is known of the player yet, or for too long."""
        return is_provisional(self.deviation)


class Result(Struct, frozen=True, gc=False):
    """One game: the opponent as it stood before it, and the score (1, 0.5 or 0)."""

    points: float
    deviation: float
    score: float


def aged(rating: Rating, idle_ms: int) -> Rating:
    """A rating after a time without a game: as good, and less certain. [6]"""
    phi = rating.deviation / _SCALE
    grown = math.sqrt(phi * phi + rating.volatility**2 * max(0, idle_ms) / PERIOD_MS)
    return Rating(rating.points, min(DEVIATION, grown * _SCALE), rating.volatility)


def rated(rating: Rating, game: Result, idle_ms: int) -> Rating:
    """The rating after one game, given the time since the one before it; within bounds."""
    after = rated_period(aged(rating, idle_ms), [game], tau=_TAU, periods=0.0)
    return Rating(
        round(min(MAX_POINTS, max(MIN_POINTS, after.points)), 4),
        round(min(DEVIATION, max(MIN_DEVIATION, after.deviation)), 4),
        round(min(MAX_VOLATILITY, after.volatility), 8),
    )


def rated_period(
    rating: Rating, games: Sequence[Result], *, tau: float, periods: float = 1.0
) -> Rating:
    """The rating after a period with some games (at least one), as the paper has it.

    Args:
        tau: how much a volatility may change.
        periods: how many periods long it was; the deviation grows by as much.
    """
    mu, phi = (rating.points - POINTS) / _SCALE, rating.deviation / _SCALE  # [2]
    weights = [_g(game.deviation / _SCALE) for game in games]
    chances = [
        1 / (1 + math.exp(-weight * (mu - (game.points - POINTS) / _SCALE)))
        for weight, game in zip(weights, games, strict=True)
    ]
    information = sum(
        weight * weight * chance * (1 - chance)
        for weight, chance in zip(weights, chances, strict=True)
    )
    variance = 1 / information  # [3]
    gain = sum(
        weight * (game.score - chance)
        for weight, chance, game in zip(weights, chances, games, strict=True)
    )
    sigma = _volatility(phi, variance, variance * gain, rating.volatility, tau)  # [4, 5]
    before = phi * phi + sigma * sigma * periods  # [6]
    phi_after = 1 / math.sqrt(1 / before + information)  # [7]
    mu_after = mu + phi_after * phi_after * gain
    return Rating(mu_after * _SCALE + POINTS, phi_after * _SCALE, sigma)  # [8]


def _g(phi: float) -> float:
    """How much an opponent's result weighs: less, the less certain its rating is."""
    return 1 / math.sqrt(1 + 3 * phi * phi / (math.pi * math.pi))


def _volatility(phi: float, variance: float, delta: float, sigma: float, tau: float) -> float:
    """The new volatility, by the Illinois method. [5]"""
    start = math.log(sigma * sigma)

    def f(x: float) -> float:
        spread = math.exp(x)
        total = phi * phi + variance + spread
        return spread * (delta * delta - total) / (2 * total * total) - (x - start) / (tau * tau)

    low = start
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        high = start - tau
        while f(high) < 0:
            high -= tau
    f_low, f_high = f(low), f(high)
    for _ in range(_STEPS):
        if abs(high - low) <= _CLOSE_ENOUGH:
            break
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
