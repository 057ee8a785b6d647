"""The benchmark of the whole server, in its short form: what it counts is what happened."""

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from redis import Redis

from tests.bench.server.__main__ import PACE_MS, SECTIONS, Bench, Row, Sizes, build_tools
from tests.bench.server.candidates import Peer, Xiangqi, program_of

pytestmark = pytest.mark.system
PEERS = ("floor", "python")
"""Those that need nothing that the other tests do not need."""
SIZES = Sizes(
    rooms=4,
    slow_rooms=2,
    quiet=(2, 6),
    active=2,
    read=(1, 3),
    gap_ms=PACE_MS,
    fans=((2, 3, PACE_MS),),
    paces=(("saturated", PACE_MS),),
    warm_s=0,
    seconds=0.5,
    plies=0,
    settle_s=0,
    rest_s=0,
)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """The tools, compiled once."""
    folder = tmp_path_factory.mktemp("bench")
    build_tools(folder)
    return Bench(folder, cycles=0, against=None, kinds=PEERS, sizes=SIZES)


@pytest.fixture(scope="module")
def server(bench: Bench) -> Iterator[Xiangqi]:
    """Our server on a data directory of its own."""
    server = Xiangqi(bench.folder / "xiangqi").start()
    yield server
    server.stop()


def rows_of(section: str, bench: Bench, output: pytest.CaptureFixture[str]) -> Sequence[Row]:
    """What a section prints."""
    SECTIONS[section](bench)
    return [json.loads(line) for line in output.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("section", "rows", "in_room"),
    [("saturated", 2, 2), ("paced", 2, 2), ("python", 2, 2), ("workers", 2, 2), ("fan", 2, 5)],
)
def test_games_are_played_by_all_candidates_and_everybody_hears_each_move(
    section: str, rows: int, in_room: int, bench: Bench, capfd: pytest.CaptureFixture[str]
) -> None:
    printed = rows_of(section, bench, capfd)

    assert len(printed) == rows
    for row in printed:
        assert row["failed"] == 0
        assert row["moves"] > 0
        assert row["deliveries"] >= in_room * row["moves"]


def test_a_move_is_timed_beside_the_store(bench: Bench, capfd: pytest.CaptureFixture[str]) -> None:
    (row,) = rows_of("latency", bench, capfd)

    assert row["failed"] == 0
    assert row["moves"] > 0
    assert row["p99_of_store"] > 0


def test_both_players_of_each_quiet_room_have_moved_before_others_play_beside_them(
    bench: Bench, capfd: pytest.CaptureFixture[str]
) -> None:
    rows = rows_of("quiet", bench, capfd)

    assert [(row["quiet"], row["players"]) for row in rows] == [(2, 4), (6, 12)]
    assert all(row["moves"] > 0 and row["failed"] == 0 for row in rows)


def test_strangers_read_every_finished_game(
    bench: Bench, capfd: pytest.CaptureFixture[str]
) -> None:
    (row,) = rows_of("read", bench, capfd)

    assert (row["games"], row["failed"]) == (3, 0)


@pytest.mark.parametrize("kind", PEERS)
def test_a_peer_has_stored_each_move_that_it_told(kind: str, bench: Bench) -> None:
    rooms = 2
    peer = Peer(kind, bench.folder, rooms, 2, 1)
    try:
        row = bench.load(peer, *bench.timed(), "--rooms", rooms)

        with closing(Redis(unix_socket_path=peer.socket)) as store:
            stored = sum(store.xlen(key) for key in store.scan_iter("game:*"))
    finally:
        peer.stop()

    assert row["failed"] == 0
    assert row["moves"] <= stored <= row["moves"] + rooms


def test_a_checkout_is_run_by_its_own_environment(tmp_path: Path) -> None:
    before = program_of(tmp_path)
    (tmp_path / "server" / "xiangqi_server").mkdir(parents=True)

    assert before == [f"{tmp_path}/.venv/bin/python", "-m", "server"]
    assert program_of(tmp_path) == [f"{tmp_path}/.venv/bin/python", "-m", "xiangqi_server"]


def test_the_load_generator_says_what_it_was_refused(bench: Bench, server: Xiangqi) -> None:
    command = [str(bench.folder / "load"), *server.arguments(), "--mode", "storm"]
    command += ["--connections", "1", "--room", "nowhere"]

    run = subprocess.run(command, capture_output=True, text=True, check=False)

    assert "refused no_such_room" in run.stderr
    assert run.returncode != 0
