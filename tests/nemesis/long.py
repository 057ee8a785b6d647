"""The nemesis: real games on a real server, real kills, and a table of what they did::

    python -m tests.nemesis.long --seconds 300 [--nodes 2] [--games 8] [--seed 1]

Each round plays fresh games by random legal moves, does one kind of harm to the server or its
store several times in the middle of it, waits until every game goes on, and holds what the
players were told against the log in the store. Exit code 1 if anything was lost, doubled or
out of order. `power loss` needs strace and the right to trace.
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
from tests.nemesis.faults import FAULTS, OF_SEVERAL_NODES
from tests.nemesis.rounds import a_round
from tests.nemesis.scene import a_scene

HARMS_A_ROUND: Final = 3


def main() -> int:
    """Run the command; the exit code."""
    parser = argparse.ArgumentParser(prog="tests.nemesis.long", description=__doc__)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--nodes", type=int, choices=(1, 2), default=1)
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fault", choices=FAULTS, action="append", help="only these")
    args = parser.parse_args()
    known = [fault for fault in FAULTS if args.nodes > 1 or fault not in OF_SEVERAL_NODES]
    faults: list[str] = args.fault or known
    rows = asyncio.run(_rounds(faults, args.seconds, args.nodes, args.games, args.seed))
    print("| fault | times | acknowledged | lost | doubled | gaps | clock error | longest turn |")
    print("|---|---|---|---|---|---|---|---|")
    for row in rows:
        facts = (row.fault, row.times, row.acknowledged, row.lost, row.doubled, row.gaps)
        times = f"{row.clock_error_ms} ms | {row.longest_turn_ms} ms"
        print(f"| {' | '.join(map(str, facts))} | {times} |")
    return int(any(row.lost or row.doubled or row.gaps or row.clock_error_ms for row in rows))


async def _rounds(
    faults: list[str], seconds: float, nodes: int, games: int, seed: int
) -> list[Row]:
    chance = random.Random(seed)
    rows = {fault: Row(fault) for fault in faults}
    end_s = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as home:
        async with a_scene(Path(home), nodes) as scene:
            for number, fault in enumerate(cycle(faults)):
                if time.monotonic() > end_s and number >= len(faults):
                    break
                await a_round(scene, rows[fault], games, HARMS_A_ROUND, chance)
    return list(rows.values())


if __name__ == "__main__":
    sys.exit(main())
