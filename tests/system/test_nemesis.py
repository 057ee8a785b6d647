"""The short form of the nemesis: two nodes on one store, and what breaks around them."""

import random
from pathlib import Path

import pytest

from tests.nemesis.checker import Row
from tests.nemesis.faults import NODE_STOPPED_S
from tests.nemesis.rounds import a_round
from tests.nemesis.scene import a_scene

pytestmark = pytest.mark.system

GAMES = 2
STOP = "SIGSTOP one of two nodes"
HARMS = (
    "publications lost",
    "commands doubled",
    "answers dropped",
    "half-open sockets",
    "kill -9 node",
    STOP,
)


async def test_nothing_acknowledged_is_lost_doubled_or_out_of_order_on_two_nodes(
    tmp_path: Path,
) -> None:
    chance = random.Random(5)
    rows = {harm: Row(harm) for harm in HARMS}

    async with a_scene(tmp_path, nodes=2) as scene:
        for row in rows.values():
            await a_round(scene, row, GAMES, 1, chance)
        log = scene.log()
        doubled = sum(line.doubled for line in scene.lines)
        dropped = sum(line.dropped for line in scene.lines)

    for row in rows.values():
        assert (row.lost, row.doubled, row.gaps, row.clock_error_ms) == (0, 0, 0, 0), row
        assert row.acknowledged > 0, row
    assert rows[STOP].overcharged_ms < NODE_STOPPED_S * 1_000
    assert doubled > 0
    assert dropped > 0
    assert "Traceback" not in log
