"""The cluster under faults in virtual time; failures print seed, trace hash and story.

To see one again: ``python -m tests.simulation.long --seed SEED``, with ``--promise`` if the store
failed over in it. Longer runs:
``python -m tests.simulation.long --seconds 600``.
"""

import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

from tests.simulation.world import SimulationFailed, simulate
from xiangqi_server.kernel.store.client.acknowledgement import PromiseKind

SEEDS = Path(__file__).parent.parent / "data" / "seeds" / "failed.txt"
FRESH = 8
FAILING = 3
CONTROLS = range(1, 33)


def failed_seeds() -> list[tuple[int, PromiseKind | None]]:
    lines = (line.split() for line in SEEDS.read_text().splitlines())
    promises = frozenset(PromiseKind)
    return [
        (int(words[0]), PromiseKind(words[1]) if words[1] in promises else None)
        for words in lines
        if words and words[0] != "#"
    ]


@pytest.mark.parametrize(("seed", "promise"), failed_seeds())
def test_what_failed_once_does_not_fail_again(seed: int, promise: PromiseKind | None) -> None:
    simulate(seed, promise=promise)


def test_nothing_acknowledged_is_lost_and_every_game_ends_whatever_fails() -> None:
    first = secrets.randbits(32)

    reports = [simulate(first + number) for number in range(FRESH)]

    assert all(report.games and report.faults for report in reports)


@pytest.mark.parametrize("promise", [PromiseKind.REPLICA, PromiseKind.PRIMARY])
def test_every_law_holds_when_the_store_fails_over_and_its_clock_jumps(
    promise: PromiseKind,
) -> None:
    first = secrets.randbits(32)

    reports = [simulate(first + number, promise=promise) for number in range(FAILING)]

    assert any("failover" in report.faults for report in reports)


def test_a_law_breaks_when_nodes_do_not_write_back_what_they_have_written() -> None:
    def is_caught(seed: int) -> bool:
        try:
            simulate(seed, promise=PromiseKind.PRIMARY, repairs=False)
        except SimulationFailed as failed:
            return "who wrote it writes it back" in str(failed)
        return False

    assert any(map(is_caught, CONTROLS))


def test_nothing_acknowledged_is_lost_for_good_where_only_the_store_fails() -> None:
    first = secrets.randbits(32)

    reports = [
        simulate(first + number, promise=PromiseKind.PRIMARY, only_failovers=True)
        for number in range(FAILING)
    ]

    assert sum(report.forked for report in reports) == 0


def test_logs_fork_when_nodes_do_not_wait_for_each_other() -> None:
    def forks(seed: int) -> bool:
        try:
            simulate(seed, promise=PromiseKind.PRIMARY, settles=False, only_failovers=True)
        except SimulationFailed as failed:
            return "nobody goes on too early" in str(failed)
        return False

    assert any(map(forks, CONTROLS))


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_the_same_seed_is_the_same_story_in_every_process(hash_seed: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.simulation.long", "--seed", "5"],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )

    assert ran.stdout == f"{simulate(5)}\n"


def test_another_seed_is_another_story() -> None:
    assert simulate(5).trace != simulate(6).trace
