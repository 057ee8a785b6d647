"""The table of levels."""

from itertools import pairwise

import pytest

from server.bots.levels import (
    ENGINE_LEVELS,
    LEVEL_NUMBERS,
    OWN_LEVEL_NUMBERS,
    OWN_LEVELS,
    start_points,
)
from server.engine.choice import STRENGTHS


def test_every_level_is_in_one_table_and_our_own_engine_has_those_it_plays() -> None:
    assert [*OWN_LEVELS, *ENGINE_LEVELS] == list(LEVEL_NUMBERS)
    assert list(OWN_LEVELS) == list(OWN_LEVEL_NUMBERS) == list(STRENGTHS)


def test_a_higher_level_searches_more() -> None:
    own = [(strength.depth, strength.nodes) for strength in STRENGTHS.values()]
    nodes = [level.limits.nodes or 0 for level in ENGINE_LEVELS.values()]

    assert own == sorted(own)
    assert nodes == sorted(nodes)
    assert 0 not in nodes


def test_each_level_begins_with_the_rating_of_who_scores_three_quarters_against_the_one_below() -> (
    None
):
    points = [start_points(number) for number in LEVEL_NUMBERS]

    for lower, higher in pairwise(points):
        assert 1 / (1 + 10 ** ((lower - higher) / 400)) == pytest.approx(0.75, abs=0.01)


def test_whoever_plays_well_gives_a_lost_game_up() -> None:
    levels = {**OWN_LEVELS, **ENGINE_LEVELS}

    assert [number for number in levels if not levels[number].resigns] == [1, 2, 3]
