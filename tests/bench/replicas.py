"""How long a game waits whose primary misses a replica, with `--acknowledge replica`.

usage: python -m tests.bench.replicas [--gone 4]

A game on a node with a cluster of three primaries, with the settings of `deploy/cluster.conf` but a
node timeout of one second; one replica of the primary that has the game is killed. Of two replicas
the first row has the longest wait for a move: until the missing one could not be elected any more.
Of one the second row has how long it took until moves were played again, from the start of the
replica and from when its primary had it again. Both have how long the pause was that players were
told of. One JSON line a row.
"""

import argparse
import asyncio
import json
import random
import tempfile
import time
from pathlib import Path
from typing import Final

from tests.nemesis.rounds import go_on
from tests.support.patience import PATIENCE_S
from tests.support.resilient_players import Game, ResilientPlayer
from tests.support.server_process import ServerProcess
from tests.support.stores import RETRY_S
from tests.support.valkey_cluster import ValkeyCluster, a_valkey_cluster, online
from xiangqi_server.kernel.store.client.cluster.slots import SLOTS, TAGS, slot_of
from xiangqi_server.kernel.store.keys import DEFAULT_PREFIX, Keys
from xiangqi_server.kernel.store.values import AggregateId

MASTERS: Final = 3
BEFORE_S: Final = 1.0
FLAGS: Final = ("--cluster-replica-validity-factor", "1", "--repl-ping-replica-period", "1")
_KEYS: Final = Keys(DEFAULT_PREFIX, len(TAGS), TAGS)


async def a_game(url: str) -> Game:
    """One that lies at the first primary."""
    up = asyncio.Event()
    up.set()
    while True:
        game = Game(url, random.getrandbits(32), up)
        await game.open()
        if slot_of(_KEYS.of(AggregateId("room", game.red.room))[0]) < SLOTS // MASTERS:
            return game
        await game.close()


async def pause_s(watcher: ResilientPlayer) -> float:
    """How long the first pause lasts of which a spectator is told."""
    while not watcher.told.get("paused"):  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(RETRY_S / 5)
    began_s = time.monotonic()
    while not watcher.told.get("resumed"):  # noqa: ASYNC110 - as above
        await asyncio.sleep(RETRY_S / 5)
    return round(time.monotonic() - began_s, 2)


async def without_a_replica(
    cluster: ValkeyCluster, url: str, gone_s: float | None
) -> dict[str, object]:
    """Play, kill a replica, start it again after so long if at all; what that took."""
    game, is_over = await a_game(url), asyncio.Event()
    master = cluster.members[0]
    replica, *others = cluster.replicas_of(master)
    row: dict[str, object] = {"row": f"{1 + len(others)} replicas, one is gone"}
    async with asyncio.timeout(PATIENCE_S), asyncio.TaskGroup() as group:
        for one in game.everybody:
            group.create_task(one.play(is_over.is_set))
        await go_on([game])
        await asyncio.sleep(BEFORE_S)
        replica.process.kill()
        paused = group.create_task(pause_s(game.watcher))
        if gone_s is not None:
            await asyncio.sleep(gone_s / 2)
            plies = game.red.ply
            await asyncio.sleep(gone_s / 2)
            row["plies_meanwhile"], started_s = game.red.ply - plies, time.monotonic()
            cluster.start_member(replica, *FLAGS)
            while not await online(master.process):  # noqa: ASYNC110 - it tells nobody
                await asyncio.sleep(RETRY_S / 5)
            online_s = time.monotonic()
            await game.red.until_ply(plies + 1)
            row["s_since_its_start"] = round(time.monotonic() - started_s, 2)
            row["s_since_it_is_online"] = round(time.monotonic() - online_s, 2)
        await asyncio.sleep(BEFORE_S)
        await go_on([game])
        is_over.set()
    row["longest_answer_s"] = round(max(game.red.longest_s, game.black.longest_s), 2)
    row["paused_s"] = paused.result()
    await game.close()
    return row


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--gone", type=float, default=4.0, help="seconds, of the only replica")
    args = parser.parse_args()
    for replicas, gone_s in ((2, None), (1, args.gone)):
        with (
            tempfile.TemporaryDirectory() as home,
            a_valkey_cluster(Path(home) / "store", MASTERS, replicas, FLAGS) as cluster,
            ServerProcess(Path(home) / "node", "--store", cluster.url) as node,
        ):
            row = asyncio.run(without_a_replica(cluster, node.socket_url, gone_s))
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
