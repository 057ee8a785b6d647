"""Which engine plays which level."""

from pathlib import Path

import pytest

from server.bots.engines import NoEngine, choose, command_of, levels_of
from server.bots.levels import ENGINE_LEVELS, LEVEL_NUMBERS, OWN_LEVELS
from tests.support.engine import engine_path

ENGINE = ("an-engine",)


def test_an_engine_that_can_be_weakened_plays_every_level() -> None:
    chosen = choose(LEVEL_NUMBERS, ENGINE, is_weakened=True)

    assert chosen == {number: ("other", ENGINE_LEVELS[number]) for number in LEVEL_NUMBERS}


def test_our_own_plays_the_lowest_levels_where_the_other_is_always_strong() -> None:
    chosen = choose((3, 4), ENGINE, is_weakened=False)

    assert chosen == {3: ("own", OWN_LEVELS[3]), 4: ("other", ENGINE_LEVELS[4])}


def test_without_an_engine_there_are_the_levels_of_our_own() -> None:
    assert choose(levels_of(()), (), is_weakened=False) == {
        number: ("own", OWN_LEVELS[number]) for number in (1, 2, 3)
    }
    with pytest.raises(NoEngine, match="level 4"):
        choose((4,), (), is_weakened=False)


def test_an_engine_is_named_with_its_arguments_or_looked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    assert command_of("an-engine --hash 'a b'") == ("an-engine", "--hash", "a b")
    assert command_of("own") == ()
    assert command_of("") == (engine_path(),)
    assert command_of("fairy-stockfish x") == (engine_path(), "x")
    with pytest.raises(ValueError, match="quotation"):
        command_of("an-engine 'a b")
