"""Which engine plays which level."""

from pathlib import Path

import pytest

from tests.support.engine import engine_path
from xiangqi_server.computers.engines import NoEngine, choose, command_of, levels_of
from xiangqi_server.computers.levels import ENGINE_LEVELS, LEVEL_NUMBERS, OWN_LEVELS

ENGINE = ("an-engine",)


def test_our_own_engine_plays_the_lower_levels_and_the_other_the_highest() -> None:
    assert choose(LEVEL_NUMBERS, ENGINE) == {
        **{number: ("own", OWN_LEVELS[number]) for number in range(1, 7)},
        **{number: ("other", ENGINE_LEVELS[number]) for number in (7, 8)},
    }


def test_without_an_engine_there_are_the_levels_of_our_own() -> None:
    assert choose(levels_of(()), ()) == {
        number: ("own", OWN_LEVELS[number]) for number in range(1, 7)
    }
    with pytest.raises(NoEngine, match="level 7"):
        choose((7,), ())


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
