from pathlib import Path

import pytest

from tests.support.learn_data import FOLDER, made, text_of

MADE = made()


@pytest.mark.parametrize("name", sorted(MADE))
def test_what_the_pages_teach_is_what_the_rules_say(name: str) -> None:
    kept = (FOLDER / name).read_text(encoding="utf-8")

    assert kept == text_of(MADE[name]), "run python -m tests.support.learn_data"


def test_nothing_else_is_taught() -> None:
    assert {path.name for path in Path(FOLDER).glob("*.json")} == set(MADE)
