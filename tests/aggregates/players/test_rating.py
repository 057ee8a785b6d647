"""Glicko-2 as its paper has it, and what we ask of it beyond."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xiangqi_server.aggregates.players.rating import (
    DEVIATION,
    MAX_POINTS,
    MIN_DEVIATION,
    MIN_POINTS,
    PERIOD_MS,
    Rating,
    Result,
    aged,
    rated,
    rated_period,
)

YEAR_MS = 365 * 24 * 60 * 60 * 1000

ratings = st.builds(
    Rating,
    st.floats(MIN_POINTS, MAX_POINTS),
    st.floats(MIN_DEVIATION, DEVIATION),
    st.floats(0.03, 0.1),
)


def test_the_example_of_the_paper() -> None:
    games = [Result(1400, 30, 1.0), Result(1550, 100, 0.0), Result(1700, 300, 0.0)]

    after = rated_period(Rating(1500, 200, 0.06), games, tau=0.5)

    assert after.points == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_rating_grows_less_certain_with_time_as_the_paper_says_of_a_period_without_games() -> (
    None
):
    after = aged(Rating(1500, 200, 0.06), PERIOD_MS)

    assert (after.points, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(math.hypot(200, 0.06 * 173.7178))


def test_a_year_away_makes_a_rating_provisional_and_no_time_more_than_new() -> None:
    settled = Rating(1800, 60, 0.06)

    assert not settled.is_provisional
    assert aged(settled, YEAR_MS + PERIOD_MS).is_provisional
    assert aged(settled, 1_000 * YEAR_MS).deviation == DEVIATION
    assert aged(settled, -PERIOD_MS).deviation == pytest.approx(60)


def test_a_dozen_games_make_a_rating_certain() -> None:
    rating, games = Rating(), 0

    while rating.is_provisional:
        rating = rated(rating, Result(1500, 80, games % 2), 0)
        games += 1

    assert 8 <= games <= 20


@given(ratings, ratings)
def test_a_win_never_costs_and_a_loss_never_pays(mine: Rating, other: Rating) -> None:
    won = rated(mine, Result(other.points, other.deviation, 1.0), 0)
    drawn = rated(mine, Result(other.points, other.deviation, 0.5), 0)
    lost = rated(mine, Result(other.points, other.deviation, 0.0), 0)

    assert lost.points <= round(mine.points, 4) <= won.points
    assert lost.points <= drawn.points <= won.points


@given(ratings, ratings, st.sampled_from([0.0, 0.5, 1.0]), st.integers(0, 10 * YEAR_MS))
def test_a_rating_stays_within_bounds(mine: Rating, other: Rating, score: float, idle: int) -> None:
    after = rated(mine, Result(other.points, other.deviation, score), idle)

    assert MIN_POINTS <= after.points <= MAX_POINTS
    assert MIN_DEVIATION <= after.deviation <= DEVIATION
    assert 0 < after.volatility <= 0.1


@given(ratings, st.sampled_from([0.0, 0.5, 1.0]))
def test_two_equal_players_win_and_lose_the_same(mine: Rating, score: float) -> None:
    mine = Rating(2000, mine.deviation, 0.06)

    up = rated(mine, Result(mine.points, mine.deviation, score), 0)
    down = rated(mine, Result(mine.points, mine.deviation, 1 - score), 0)

    assert up.points + down.points == pytest.approx(2 * mine.points, abs=0.001)
