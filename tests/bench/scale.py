"""What one unit of a large site asks of its store: a move, a live game, a node that idles.

usage: python -m tests.bench.scale [--games 500] [--nodes 1,2,4] [--seconds 20]

Games of masters, as the server logs them, without the effects of their ends. CPU of the store's
process and of ours, bytes of the store's file and memory; then commands a second of so many idle
nodes on a cluster of three primaries, 256 shards, as the primaries count them. One JSON line a row,
as soon as it is there: all of it takes some two minutes.
"""

import argparse
import asyncio
import json
import re
import tempfile
from contextlib import ExitStack
from itertools import cycle, islice
from pathlib import Path
from time import process_time

from tests.bench.archive import masters, played, write_log
from tests.support.server_process import ServerProcess
from tests.support.valkey_cluster import ValkeyCluster, a_valkey_cluster
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.replies import read_facts
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.embedded.embedded import EmbeddedStore
from xiangqi_server.kernel.store.opening import open_store

AT_ONCE = 200
DIFFERENT_GAMES = 100
SETTLING_S = 8.0
SENT = {"evalsha", "hrandfield", "hget", "xrange", "srem", "info", "cluster|info", "cluster|slots"}
"""What idle nodes send; scripts call other things."""


async def facts(connection: GroupedConnection) -> dict[str, float]:
    """What the store says of itself."""
    told: dict[str, float] = {}
    for topic in ("cpu", "memory", "persistence"):
        for name, value in read_facts(await connection.call("INFO", topic)).items():
            if re.fullmatch(r"[\d.]+", value):
                told[name] = float(value)
    return told


async def appends(count: int) -> dict[str, float]:
    """What an append costs, by the games of masters."""
    stories = [played(pgn, n) for n, pgn in enumerate(islice(cycle(masters()), DIFFERENT_GAMES))]
    with tempfile.TemporaryDirectory() as home:
        embedded = await EmbeddedStore.start(Path(home))
        store = await open_store(embedded.url)
        connection = GroupedConnection(wire_to(embedded.url), deadline_s=5.0)
        before, own = await facts(connection), process_time()
        for start in range(0, count, AT_ONCE):
            numbers = range(start, min(start + AT_ONCE, count))
            told = (write_log(store, f"r{n}", stories[n % len(stories)]) for n in numbers)
            await asyncio.gather(*told)
        own = process_time() - own
        after = await facts(connection)
        await connection.close()
        await store.close()
        await embedded.stop()
    events = sum(len(stories[n % len(stories)].log) for n in range(count))
    spent = {name: after[name] - before[name] for name in after if name in before}
    cpu_s = spent["used_cpu_user"] + spent["used_cpu_sys"]
    return {
        "appends": events,
        "store_cpu_us": round(1e6 * cpu_s / events),
        "node_store_cpu_us": round(1e6 * own / events),
        "file_bytes": round(spent["aof_current_size"] / events),
        "memory_bytes_a_live_game": round(spent["used_memory"] / count),
    }


async def commands(cluster: ValkeyCluster) -> int:
    """How many commands were sent to a cluster, without what scripts call in turn."""
    total = 0
    for member in cluster.members:
        told = read_facts(await member.process.tell("INFO", "commandstats"))
        for name, fact in told.items():
            if name.removeprefix("cmdstat_") in SENT:
                total += int(fact.partition(",")[0].removeprefix("calls="))
    return total


def idle(cluster: ValkeyCluster, count: int, seconds: float) -> float:
    """Commands a second of so many nodes to whom nobody is connected."""
    flags = ("--store", cluster.url, "--acknowledge", "primary", "--computer", "off")
    with tempfile.TemporaryDirectory() as home, ExitStack() as stack:
        for number in range(count):
            stack.enter_context(ServerProcess(Path(home) / f"node{number}", *flags))
        return asyncio.run(rate(cluster, seconds))


async def rate(cluster: ValkeyCluster, seconds: float) -> float:
    """Commands a second, of nodes that have settled."""
    await asyncio.sleep(SETTLING_S)
    before = await commands(cluster)
    await asyncio.sleep(seconds)
    return round((await commands(cluster) - before) / seconds, 1)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--nodes", default="1,2,4")
    parser.add_argument("--seconds", type=float, default=20.0)
    args = parser.parse_args()
    print(json.dumps({"row": "append", **asyncio.run(appends(args.games))}), flush=True)
    for count in map(int, filter(None, args.nodes.split(","))):
        with tempfile.TemporaryDirectory() as home, a_valkey_cluster(Path(home), 3, 0) as cluster:
            a_second = idle(cluster, count, args.seconds)
        row = {"row": "idle nodes", "nodes": count, "commands_a_second": a_second}
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
