"""The table of levels."""

from itertools import pairwise

from server.bots.levels import ENGINE_LEVELS, LEVEL_NUMBERS, OWN_LEVEL_NUMBERS, OWN_LEVELS

FIRST_MOVE_MS = 1_500


def test_every_level_searches_more_than_the_one_below() -> None:
    assert list(ENGINE_LEVELS) == list(LEVEL_NUMBERS)
    assert list(OWN_LEVELS) == list(OWN_LEVEL_NUMBERS)
    for lower, higher in pairwise(ENGINE_LEVELS.values()):
        assert (lower.limits.nodes or 0) < (higher.limits.nodes or 0)
        assert (lower.limits.depth or 0) <= (higher.limits.depth or 0)
        assert int(lower.options["Skill Level"]) < int(higher.options["Skill Level"])


def test_the_first_levels_answer_within_the_time_people_wait_for() -> None:
    assert max(ENGINE_LEVELS[number].limits.movetime_ms for number in range(1, 6)) <= FIRST_MOVE_MS
