"""The nemesis: real games on a real server, real kills, and a table of what they did::

    python -m tests.nemesis.long --seconds 300 [--games 8] [--seed 1]

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
from urllib.parse import quote

from server.store.process import StoreProcess
from server.store.redis_store import open_store
from tests.nemesis.checker import Row, check
from tests.nemesis.faults import FAULTS
from tests.support.server_process import ServerProcess
from tests.support.stubborn import Game

HARMS_A_ROUND: Final = 3
GOES_ON_PLIES: Final = 2
ROUND_S: Final = 90.0


def main() -> int:
    """Run the command; the exit code."""
    parser = argparse.ArgumentParser(prog="tests.nemesis.long", description=__doc__)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fault", choices=FAULTS, action="append", help="only these")
    args = parser.parse_args()
    faults: list[str] = args.fault or list(FAULTS)
    rows = asyncio.run(_rounds(faults, args.seconds, args.games, args.seed))
    print("| fault | times | acknowledged | lost | doubled | gaps | clock error | longest turn |")
    print("|---|---|---|---|---|---|---|---|")
    for row in rows:
        facts = (row.fault, row.times, row.acknowledged, row.lost, row.doubled, row.gaps)
        times = f"{row.clock_error_ms} ms | {row.longest_turn_ms} ms"
        print(f"| {' | '.join(map(str, facts))} | {times} |")
    return int(any(row.lost or row.doubled or row.gaps or row.clock_error_ms for row in rows))


async def _rounds(faults: list[str], seconds: float, games: int, seed: int) -> list[Row]:
    chance = random.Random(seed)
    rows = {fault: Row(fault) for fault in faults}
    end_s = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as home, ServerProcess(Path(home) / "data") as server:
        for number, fault in enumerate(cycle(faults)):
            if time.monotonic() > end_s and number >= len(faults):
                break
            await _round(server, rows[fault], games, chance)
    return list(rows.values())


async def _round(server: ServerProcess, row: Row, count: int, chance: random.Random) -> None:
    """Play, do harm, see that every game goes on, and check."""
    up, enough = asyncio.Event(), asyncio.Event()
    up.set()
    games = [Game(server.socket_url, chance.getrandbits(32), up) for _ in range(count)]
    for game in games:
        await game.open()
    async with asyncio.timeout(ROUND_S), asyncio.TaskGroup() as group:
        for game in games:
            for one in game.everybody:
                group.create_task(one.play(enough.is_set))
        for _ in range(HARMS_A_ROUND):
            await asyncio.sleep(chance.uniform(0.5, 2.5))
            await FAULTS[row.fault](server, up)
            row.times += 1
            plies = [game.red.ply for game in games]
            for game, ply in zip(games, plies, strict=True):
                await game.red.until_ply(ply + GOES_ON_PLIES)
        enough.set()
    await _check_all(server, games, row)
    for game in games:
        await game.close()


async def _check_all(server: ServerProcess, games: list[Game], row: Row) -> None:
    process = StoreProcess(server.data_dir / "store")
    while not await process.answers():  # noqa: ASYNC110 - a process that loads tells nobody
        await asyncio.sleep(0.1)
    store = await open_store(f"unix://{quote(str(process.socket))}")
    for game in games:
        await check(store, game, row)
    await store.close()


if __name__ == "__main__":
    sys.exit(main())
