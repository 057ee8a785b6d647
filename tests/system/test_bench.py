"""The benchmark of the whole server, in its short form: what it counts is what happened."""

import subprocess
from collections.abc import Iterator

import pytest

from tests.bench.server.__main__ import Bench, build_tools
from tests.bench.server.candidates import Xiangqi

pytestmark = pytest.mark.system
ROOMS = 3
SPECTATORS = 2


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """The tools, compiled once."""
    folder = tmp_path_factory.mktemp("bench")
    build_tools(folder)
    return Bench(folder, cycles=1, against=None, kinds=())


@pytest.fixture(scope="module")
def server(bench: Bench) -> Iterator[Xiangqi]:
    """Our server on a data directory of its own."""
    server = Xiangqi(bench.folder / "xiangqi").start()
    yield server
    server.stop()


def test_the_load_generator_plays_whole_games_before_spectators(
    bench: Bench, server: Xiangqi
) -> None:
    games = ("--rooms", ROOMS, "--spectators", SPECTATORS)
    words = ("--warm", 0, "--seconds", 2, "--gap", 100)

    row = bench.load(server, *games, *words)

    assert row["failed"] == 0
    assert row["connections"] == ROOMS * (2 + SPECTATORS)
    assert row["moves"] > ROOMS
    assert row["deliveries"] >= row["moves"] * (2 + SPECTATORS)


def test_the_load_generator_says_what_it_was_refused(bench: Bench, server: Xiangqi) -> None:
    command = [str(bench.folder / "load"), *server.arguments(), "--mode", "storm"]
    command += ["--connections", "1", "--room", "nowhere"]

    run = subprocess.run(command, capture_output=True, text=True, check=False)

    assert "refused no_such_room" in run.stderr
    assert run.returncode != 0
