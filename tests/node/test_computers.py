"""Which computer opponents a node has, and which of several nodes has them."""

import sys
from pathlib import Path

import pytest

from tests.node.test_settings import settings_of
from tests.support.engine import engine_path
from tests.support.memory_side import memory_side
from xiangqi_server.node.computers import HOLD_MS, LeaderElection, opponents_of

STARTS = ((), ("--computer", "off"), ("--engine", "pikafish"), ("--engine", sys.executable))


class Clock:
    """The store's time, as a test sets it."""

    now_ms = 1_000_000

    def read(self) -> int:
        return self.now_ms


@pytest.mark.parametrize(
    ("words", "levels", "reviewer"),
    [
        ((), 8, "full"),
        (("--engine", "own"), 6, "quick"),
        (("--engine", engine_path()), 8, "full"),
        (("--computer", "off"), 0, "none"),
        (("--store", "redis://h"), 0, "none"),
        (("--store", "redis://h", "--computer", "on"), 8, "full"),
    ],
)
def test_there_are_opponents_on_a_store_of_ours_or_where_they_are_wanted(
    words: tuple[str, ...], levels: int, reviewer: str
) -> None:
    opponents = opponents_of(settings_of(*words))

    assert (opponents.levels, opponents.reviewer) == (tuple(range(1, levels + 1)), reviewer)


def test_the_start_tells_what_there_is_and_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("xiangqi_server.computers.engines.GAMES_FOLDER", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    told = {words: opponents_of(settings_of(*words)).announcement for words in STARTS}

    assert told == {
        (): "Computer opponents: levels 1 to 6, by our own engine; "
        "for 7 and 8 install fairy-stockfish, or name an --engine",
        ("--computer", "off"): "Computer opponents: none (--computer on for some)",
        ("--engine", "pikafish"): "Computer opponents: levels 1 to 6, by our own engine; "
        "there is no program --engine 'pikafish'",
        ("--engine", sys.executable): "Computer opponents: levels 1 to 8",
    }


async def test_one_of_the_nodes_on_a_store_has_them_and_the_next_one_when_it_leaves() -> None:
    presence = memory_side(Clock().read).presence
    a, b = LeaderElection(presence, "a"), LeaderElection(presence, "b")
    assert await b.is_leader()
    assert await a.is_leader()
    assert not await b.is_leader()

    await a.resign()

    assert await b.is_leader()


async def test_a_node_that_died_has_them_no_longer_after_a_while() -> None:
    clock = Clock()
    presence = memory_side(clock.read).presence
    a, b = LeaderElection(presence, "a"), LeaderElection(presence, "b")
    await a.is_leader()
    assert not await b.is_leader()

    clock.now_ms += HOLD_MS + 1

    assert await b.is_leader()
