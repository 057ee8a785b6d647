"""Strangers by the hundred on real nodes: none ends, none fails, and nothing is kept of them."""

import asyncio
import secrets
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.strangers.sockets import let_loose
from tests.support.clusters import Cluster, a_cluster
from tests.support.patience import PATIENCE_S
from tests.support.server_process import ServerProcess

pytestmark = pytest.mark.system

STRANGERS = 150
STOPPED_S = 1.0
POLL_S = 0.2
HELD = ("xiangqi_connections", "xiangqi_players", "xiangqi_rooms_shown")


async def let_go(server: ServerProcess) -> None:
    """Wait until nothing is held for anybody."""
    async with asyncio.timeout(PATIENCE_S):
        while sum(map((await asyncio.to_thread(server.figures)).__getitem__, HELD)):  # noqa: ASYNC110
            await asyncio.sleep(POLL_S)


def bugs(log: str) -> list[str]:
    """Lines of a log that tell of a bug."""
    return [line for line in log.splitlines() if "Traceback" in line or " ERROR " in line]


async def test_hundreds_of_strangers_leave_a_node_as_it_was(tmp_path: Path) -> None:
    seed = secrets.randbits(32)
    with ServerProcess(tmp_path / "data") as server:
        await let_loose([server.port], STRANGERS, seed)
        await let_go(server)
        failed = {name: value for name, value in server.figures().items() if "faults" in name}

    assert bugs(server.log()) == [], seed
    assert not any(failed.values()), seed


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Two nodes on one store."""
    with a_cluster(tmp_path) as cluster:
        yield cluster


async def test_strangers_on_two_nodes_whose_store_stands_still_for_a_while(
    cluster: Cluster,
) -> None:
    seed = secrets.randbits(32)
    nodes = (cluster.north, cluster.south)

    people = asyncio.create_task(let_loose([node.port for node in nodes], STRANGERS, seed))
    for signum in (signal.SIGSTOP, signal.SIGCONT):
        await asyncio.sleep(STOPPED_S)
        cluster.store.signal(signum)
    await people
    for node in nodes:
        await let_go(node)

    assert bugs(cluster.log()) == [], seed


async def test_strangers_on_a_node_whose_store_is_emptied(cluster: Cluster) -> None:
    seed = secrets.randbits(32)

    people = asyncio.create_task(let_loose([cluster.north.port], STRANGERS // 3, seed))
    await asyncio.sleep(STOPPED_S)
    await cluster.store.tell("FLUSHALL")
    await people
    await let_go(cluster.north)

    assert cluster.north.is_running
    assert "Traceback" not in cluster.log(), seed
