"""Whole games told as text; each file of `tests/data/stories` is one."""

from pathlib import Path

import pytest

from tests.support.stories import retold

STORIES = sorted((Path(__file__).parents[2] / "data" / "stories").glob("*.txt"))


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_every_story_is_true(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert retold(text) == text
