"""The nemesis: real games on a real server, real kills, and a table of what they did::

    python -m tests.nemesis.long --seconds 300 [--nodes 2] [--games 8] [--seed 1]

Each round plays fresh games by random legal moves, does one kind of harm to the server or its
store several times in the middle of it, waits until every game goes on, and holds what the
players were told against the log in the store. Exit code 1 if anything was lost, doubled or
out of order, if a clock does not add up, or if a turn was charged for downtime of ours.
`power loss` needs strace and the right to trace.
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
from tests.nemesis.faults import FAULTS, OF_ONE_NODE, OF_SEVERAL_NODES, OURS
from tests.nemesis.rounds import a_round
from tests.nemesis.scene import a_scene

HARMS_A_ROUND: Final = 3
CHARGED_MS: Final = 1_000
"""What a turn may take that is none of our downtime: this machine plays all the players too."""


def main() -> int:
    """Run the command; the exit code."""
    parser = argparse.ArgumentParser(prog="tests.nemesis.long", description=__doc__)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--nodes", type=int, choices=(1, 2), default=1)
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fault", choices=FAULTS, action="append", help="only these")
    args = parser.parse_args()
    others = OF_ONE_NODE if args.nodes > 1 else OF_SEVERAL_NODES
    known = [fault for fault in FAULTS if fault not in others]
    faults: list[str] = args.fault or known
    rows = asyncio.run(_rounds(faults, args.seconds, args.nodes, args.games, args.seed))
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
