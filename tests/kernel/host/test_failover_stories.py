"""Failovers told as text; each file of `tests/data/failovers` is one."""

from pathlib import Path

import pytest

from tests.support.failover_stories import retold

STORIES = {
    path.stem: path.read_text(encoding="utf-8")
    for path in (Path(__file__).parents[2] / "data" / "failovers").glob("*.txt")
}


@pytest.mark.parametrize("name", sorted(STORIES))
async def test_every_failover_is_as_it_was_told(name: str) -> None:
    assert await retold(STORIES[name]) == STORIES[name]
