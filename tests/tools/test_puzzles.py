"""The puzzles of the page are true: some here, all of them by `tests.tools.puzzles --check`."""

from collections import Counter
from hashlib import sha256

import pytest

from tests.support.puzzle_proofs import Puzzle, is_true
from tests.tools.puzzles import THEMES, kept_puzzles

OF_THEME = 3
ALL = kept_puzzles()


def sample(theme: str) -> list[Puzzle]:
    """A few of a theme, by the hash of their positions."""
    some = [puzzle for puzzle in ALL if puzzle["theme"] == theme]
    return sorted(some, key=lambda one: sha256(one["fen"].encode()).digest())[:OF_THEME]


def test_there_are_puzzles_of_every_theme_and_none_twice() -> None:
    counts = Counter(puzzle["theme"] for puzzle in ALL)

    assert set(counts) == set(THEMES)
    assert len(ALL) >= 150
    assert len({(one["fen"], one.get("moves"), one.get("rules")) for one in ALL}) == len(ALL)


@pytest.mark.parametrize("theme", THEMES)
def test_a_puzzle_has_one_solution_and_it_is_what_its_theme_says(theme: str) -> None:
    assert [puzzle for puzzle in sample(theme) if not is_true(puzzle)] == []


def test_what_is_not_true_is_found() -> None:
    mate, win, cycle = (sample(theme)[0] for theme in ("mate2", "win", "repetition"))

    assert not is_true({**mate, "theme": "mate1"})
    assert not is_true({**mate, "line": mate["line"][-4:]})
    assert not is_true({**win, "line": win["line"][-4:]})
    assert not is_true({**cycle, "line": ""})
