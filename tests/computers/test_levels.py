"""The table of levels."""

from itertools import pairwise

import pytest

from xiangqi_server.computers.levels import (
    ENGINE_LEVELS,
    LEVEL_NUMBERS,
    OWN_LEVEL_NUMBERS,
    OWN_LEVELS,
    start_points,
)
from xiangqi_server.game.engine.choice import STRENGTHS


def test_every_level_is_in_one_table_and_our_own_engine_has_those_it_plays() -> None:
    assert [*OWN_LEVELS, *ENGINE_LEVELS] == list(LEVEL_NUMBERS)
    assert list(OWN_LEVELS) == list(OWN_LEVEL_NUMBERS) == list(STRENGTHS)


def test_a_higher_level_searches_more() -> None:
    own = [(strength.depth, strength.nodes) for strength in STRENGTHS.values()]
    nodes = [level.limits.nodes or 0 for level in ENGINE_LEVELS.values()]

    assert own == sorted(own)
    assert nodes == sorted(nodes)
    assert 0 not in nodes


def test_each_level_begins_with_the_rating_of_who_scores_what_it_does_against_the_one_below() -> (
    None
):
    points = {number: start_points(number) for number in LEVEL_NUMBERS}

    for lower, higher in pairwise(LEVEL_NUMBERS):
        score = 1 / (1 + 10 ** ((points[lower] - points[higher]) / 400))
        assert score == pytest.approx(0.8 if higher in OWN_LEVELS else 0.75, abs=0.01)
    assert points[1] == 400


def test_a_level_for_beginners_lets_them_win_for_longer_before_it_gives_up() -> None:
    levels = {**OWN_LEVELS, **ENGINE_LEVELS}
    patient = [number for number in levels if levels[number].hopeless.moves > 3]

    assert patient == [1, 2, 3]


def test_an_engine_without_our_book_is_given_it() -> None:
    assert {level.book_plies for level in OWN_LEVELS.values()} == {0}
    assert all(level.book_plies >= 14 for level in ENGINE_LEVELS.values())
