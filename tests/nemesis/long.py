"""The nemesis: real games on a real server, real kills, and a table of what they did::

    python -m tests.nemesis.long --seconds 300 [--nodes 2] [--games 8] [--seed 1]
    python -m tests.nemesis.long --seconds 600 --nodes 2 --old CHECKOUT
    python -m tests.nemesis.long --store cluster [--fault lag-kill] [--rounds 3] [--clocks 3000]

Each round plays fresh games by random legal moves, does one kind of harm to the server or its
store several times in the middle of it, waits until every game goes on, and holds what the
players were told against the log in the store. Exit code 1 if anything was lost, doubled or
out of order, if a clock does not add up, or if a turn was charged for downtime of ours.
`power loss` needs strace and the right to trace.

With `--old`, the first of the nodes runs the server of that checkout, as during an upgrade.

With `--store cluster` or `sentinel` two nodes are on a store of several servers, fresh ones in each
round, and the harm is done to one of those, once with the replicas waited for and once with the
primary alone, after which the nodes write back what was lost. Then exit code 1 also says that
games of other primaries were told of a pause or got time back. `--clocks` makes those of all
replicas wrong by so many ms, so that time jumps when one is promoted; it needs gcc.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path
from typing import Final

from tests.nemesis.checker import Row
from tests.nemesis.failovers import OF_CLUSTERS, OF_SENTINELS
from tests.nemesis.faults import FAULTS, OF_ONE_NODE, OF_SEVERAL_NODES, OURS
from tests.nemesis.rounds import a_round
from tests.nemesis.scene import a_scene
from tests.nemesis.sites import SiteRow, a_site, a_site_round, wrong_clocks
from xiangqi_server.kernel.store.client.acknowledgement import PromiseKind

HARMS_A_ROUND: Final = 3
_OF_SITES: Final = {"cluster": tuple(OF_CLUSTERS), "sentinel": tuple(OF_SENTINELS)}
CHARGED_MS: Final = 1_000
"""What a turn may take that is none of our downtime: this machine plays all the players too."""


def main() -> int:
    """Run the command; the exit code."""
    parser = argparse.ArgumentParser(prog="tests.nemesis.long", description=__doc__)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--nodes", type=int, choices=(1, 2), default=1)
    parser.add_argument("--old", type=Path, metavar="CHECKOUT", help="the first node's version")
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", choices=("own", *_OF_SITES), default="own")
    parser.add_argument("--rounds", type=int, default=1, help="of each fault of several servers")
    parser.add_argument("--clocks", type=int, default=0, metavar="MS", help="those of replicas")
    faults_of_all = dict.fromkeys((*FAULTS, *OF_CLUSTERS))
    parser.add_argument("--fault", choices=faults_of_all, action="append", help="only these")
    args = parser.parse_args()
    if args.store != "own":
        if not set(args.fault or ()) <= set(_OF_SITES[args.store]):
            parser.error(f"there are {', '.join(_OF_SITES[args.store])}")
        return _on_sites(args)
    if not set(args.fault or ()) <= set(FAULTS):
        parser.error("that is a fault of several servers: --store cluster")
    if args.old is not None and args.nodes == 1:
        parser.error("an old and a new node: --nodes 2")
    others = OF_ONE_NODE if args.nodes > 1 else OF_SEVERAL_NODES
    known = [fault for fault in FAULTS if fault not in others]
    faults: list[str] = args.fault or known
    rows = asyncio.run(_rounds(faults, args))
    print("| fault | times | acknowledged | lost | doubled | gaps | clock error | longest turn |")
    print("|---|---|---|---|---|---|---|---|")
    for row in rows:
        facts = (row.fault, row.times, row.acknowledged, row.lost, row.doubled, row.gaps)
        times = f"{row.clock_error_ms} ms | {row.longest_turn_ms} ms"
        print(f"| {' | '.join(map(str, facts))} | {times} |")
    return int(any(map(is_broken, rows)))


def is_broken(row: Row) -> bool:
    """Whether a promise was broken while this was done."""
    was_charged = row.fault in OURS and row.longest_turn_ms > CHARGED_MS
    return was_charged or bool(row.lost or row.doubled or row.gaps or row.clock_error_ms)


def _on_sites(args: argparse.Namespace) -> int:
    print("| fault | acknowledge | times | acknowledged | lost | restored | doubled | gaps", end="")
    print(
        " | clock error | overcharged | longest answer | elsewhere: acknowledged | longest", end=""
    )
    print(" | overcharged | paused | credited |")
    print(f"|{'---|' * 16}")
    is_whole = True
    chance = random.Random(args.seed)
    for fault in args.fault or _OF_SITES[args.store]:
        for promise in (PromiseKind.REPLICA, PromiseKind.PRIMARY):
            row = SiteRow(fault, promise)
            for _ in range(args.rounds):
                with tempfile.TemporaryDirectory() as name:
                    home = Path(name)
                    clocks = wrong_clocks(home, args.clocks)
                    with a_site(home, args.store, promise, clocks) as site:
                        asyncio.run(a_site_round(site, row, args.games // 2, chance))
            _tell(row)
            is_whole &= row.is_whole
    return int(not is_whole)


def _tell(row: SiteRow) -> None:
    hit, elsewhere = row.hit, row.elsewhere
    lost, doubled, gaps = (
        hit.lost + elsewhere.lost,
        hit.doubled + elsewhere.doubled,
        hit.gaps + elsewhere.gaps,
    )
    error_ms = max(hit.clock_error_ms, elsewhere.clock_error_ms)
    facts = (row.fault, row.promise.value, row.times, hit.acknowledged, lost, row.restored)
    times = f"{error_ms} ms | {hit.overcharged_ms} ms | {row.longest_s:.2f} s"
    others = f"{elsewhere.acknowledged} | {row.elsewhere_s:.2f} s | {elsewhere.overcharged_ms} ms"
    cells = (*facts, doubled, gaps, times, others, row.paused, row.credited)
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


async def _rounds(faults: list[str], args: argparse.Namespace) -> list[Row]:
    chance = random.Random(args.seed)
    rows = {fault: Row(fault) for fault in faults}
    end_s = time.monotonic() + args.seconds
    with tempfile.TemporaryDirectory() as home:
        async with a_scene(Path(home), args.nodes, args.old) as scene:
            for number, fault in enumerate(cycle(faults)):
                if time.monotonic() > end_s and number >= len(faults):
                    break
                await a_round(scene, rows[fault], args.games, HARMS_A_ROUND, chance)
    return list(rows.values())


if __name__ == "__main__":
    sys.exit(main())
