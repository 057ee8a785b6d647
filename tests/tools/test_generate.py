"""Files made from the code are as the code makes them today."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tools.generate import GENERATORS, stale
from tests.tools.learn_data import FOLDER as LEARN


@pytest.mark.parametrize("generator", GENERATORS, ids=lambda one: one.__module__)
def test_what_is_committed_is_what_the_code_makes(
    generator: Callable[[], dict[Path, str]],
) -> None:
    assert list(stale(generator)) == [], "run python -m tests.tools.generate"


def test_the_pages_on_the_rules_have_no_other_data() -> None:
    made = {path for generator in GENERATORS for path in generator()}

    assert set(LEARN.glob("*.json")) <= made
