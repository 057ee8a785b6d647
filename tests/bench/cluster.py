"""What a cluster costs: our routing beside a single connection and redis-py's, and the replicas.

usage: python -m tests.bench.cluster [--rooms 200] [--appends 50] [--cycles 6]

All run the same scripts of the same processes and take turns, after one cycle of each for warming
up; ratios are medians over the cycles, as routed / other. The first row has a cluster of one
master, and beside our routing the connection that a single store has. The second has three masters,
and beside it redis-py's client for clusters, one EVALSHA for each append. The last two have a
replica of each master: ours waits for it (`--acknowledge replica`), the other does not; many rooms,
and one. One JSON line a row.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from redis.asyncio.cluster import ClusterNode, RedisCluster

from tests.bench.store import play, words_of
from tests.support.valkey_cluster import ValkeyCluster
from xiangqi_server.kernel.store.client.acknowledgement import Promise, PromiseKind
from xiangqi_server.kernel.store.client.cluster.slots import TAGS
from xiangqi_server.kernel.store.client.direct_calls import DirectCalls
from xiangqi_server.kernel.store.client.places import OnePlace
from xiangqi_server.kernel.store.client.replies import Reply
from xiangqi_server.kernel.store.client.requests import Script
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import Store, StoreError
from xiangqi_server.kernel.store.redis.redis_store import RedisStore

DEADLINE_S = 30.0
POOL = 50
"""How many calls of the library are under way at a time."""
KEYS = Keys("xq:", len(TAGS), TAGS)


def url_of(cluster: ValkeyCluster) -> str:
    """The address of its first server alone."""
    return f"redis://127.0.0.1:{cluster.members[0].process.port}"


class OneServer(DirectCalls):
    """The connection of a single store, with what is published for a cluster."""

    def __init__(self, cluster: ValkeyCluster) -> None:
        super().__init__(wire_to(url_of(cluster)), DEADLINE_S)

    async def open(self) -> None:
        """There is nothing to do before the first call."""

    def dialect(self, script: Script) -> Script:
        """As our routing writes it."""
        return script.sharded


class LibraryCalls(OneServer):
    """Each append as a call of redis-py's client for clusters."""

    def __init__(self, cluster: ValkeyCluster) -> None:
        super().__init__(cluster)
        nodes = [ClusterNode("127.0.0.1", one.process.port) for one in cluster.members]
        self._client = RedisCluster(startup_nodes=nodes, protocol=2, max_connections=2 * POOL)
        self._places = asyncio.Semaphore(POOL)

    async def run_all(
        self, script: Script | None, keys: Sequence[Sequence[str]], packed: Sequence[bytes]
    ) -> list[Reply | StoreError]:
        """One EVALSHA after the other, each waited for."""
        answers: list[Reply | StoreError] = []
        for one in packed:
            _, *arguments = words_of(one)
            async with self._places:
                answers.append(await self._client.execute_command("EVALSHA", *arguments))
        return answers

    async def open(self) -> None:
        """Have the library look who has what, before it is called many times at once."""
        await self._client.initialize()

    async def close(self) -> None:
        """Let all connections go."""
        await self._client.aclose()
        await super().close()


async def compare(
    row: str, routed: Store, other: Store, options: argparse.Namespace
) -> dict[str, str | int | float]:
    """The row of our routing beside another way, taking turns."""
    pairs = []
    for cycle in range(options.cycles + 1):
        pair = (
            await play(routed, options.rooms, options.appends),
            await play(other, options.rooms, options.appends),
        )
        if cycle > 0:
            pairs.append(pair)
    return {
        "row": row,
        "rooms": options.rooms,
        "routed_per_s": round(statistics.median(ours.per_s for ours, _ in pairs)),
        "other_per_s": round(statistics.median(theirs.per_s for _, theirs in pairs)),
        "routed_cpu_us": round(statistics.median(ours.cpu_us for ours, _ in pairs), 1),
        "other_cpu_us": round(statistics.median(theirs.cpu_us for _, theirs in pairs), 1),
        "rate_ratio": round(statistics.median(a.per_s / b.per_s for a, b in pairs), 2),
        "cpu_ratio": round(statistics.median(a.cpu_us / b.cpu_us for a, b in pairs), 2),
    }


async def measure(
    row: str, masters: int, way: Callable[[ValkeyCluster], OneServer], options: argparse.Namespace
) -> None:
    """Print the row of one way beside our routing, on a cluster of its own."""
    with tempfile.TemporaryDirectory() as folder:
        cluster = ValkeyCluster(Path(folder), masters, replicas=0)
        try:
            cluster.start()
            await cluster.until_ready()
            routed = await open_store(cluster.url)
            calls = way(cluster)
            await calls.open()
            place = OnePlace(lambda: wire_to(url_of(cluster)))
            other = RedisStore(calls, calls, KEYS, place)
            other.metadata.identity = (
                routed.metadata.identity
            )  # both look for the same mark at each append
            for member in cluster.members:
                text = other.append_script.sharded.text.decode()
                await member.process.tell("SCRIPT", "LOAD", text)
            print(json.dumps(await compare(row, routed, other, options)), flush=True)
            await routed.close()
            await other.close()
        finally:
            cluster.kill()


async def measure_waits(options: argparse.Namespace) -> None:
    """Print the rows of appends that wait for the replicas, beside those that do not."""
    with tempfile.TemporaryDirectory() as folder:
        cluster = ValkeyCluster(Path(folder), 3, replicas=1)
        try:
            cluster.start()
            await cluster.until_ready()
            waits = await open_store(cluster.url, promise=Promise(PromiseKind.REPLICA))
            other = await open_store(cluster.url, promise=Promise(PromiseKind.PRIMARY))
            one = argparse.Namespace(**vars(options) | {"rooms": 1})
            for row in (options, one):
                told = await compare("replicas waited for, and not", waits, other, row)
                print(json.dumps(told), flush=True)
            await waits.close()
            await other.close()
        finally:
            cluster.kill()


async def main() -> None:
    """Measure each way in turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--appends", type=int, default=50)
    parser.add_argument("--cycles", type=int, default=6)
    options = parser.parse_args()
    await measure("one master, a single connection", 1, OneServer, options)
    await measure("three masters, redis-py's cluster client", 3, LibraryCalls, options)
    await measure_waits(options)


if __name__ == "__main__":
    asyncio.run(main())
