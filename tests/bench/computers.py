"""How long people wait for the computers' moves, with many games on one core.

    python -m tests.bench.computers --games 50 --levels 1-4 --plies 20

Guests challenge the levels in turn and move at random, each after some seconds, as people do; bot
and engines share one core, the node and the guests the other. One JSON line: the wait for a move in
ms, for the first one and for all, without the pauses that the computers make on purpose; how many
took longer than 1.5 s, and how many games ended before the first answer; and the processor time of
the node and of the bot, in seconds.
"""

import argparse
import asyncio
import json
import os
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.bench.rig import two_cores
from tests.support.challenger import challenge, create_tokens, processes, start_bot
from tests.support.server_process import ServerProcess
from xiangqi_client import Session

THINK_S: Final = (1.0, 5.0)
LATE_MS: Final = 1_500


async def play(url: str, name: str, plies: int, chance: random.Random) -> list[float]:
    """Play the first moves of a game; how long each answer took, in ms, the first one first."""
    waits: list[float] = []
    async with Session(url) as session:
        await asyncio.sleep(chance.uniform(0, THINK_S[1]))
        game = await challenge(session, name, "red")
        moved_s = 0.0
        async for turn in game.turns():
            if moved_s:
                waits.append(1_000 * (time.monotonic() - moved_s))
            if turn.ply >= plies:
                break
            await asyncio.sleep(chance.uniform(*THINK_S))
            moved_s = time.monotonic()
            await turn.play(chance.choice(turn.safe_moves))
        if not game.is_over:
            await game.resign()
    return waits


def cpu_s(pids: Sequence[int]) -> float:
    """The processor time of processes and of those they have ended, in seconds."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def descendants_of(pid: int) -> list[int]:
    """A process, and all that it has started."""
    found = [pid]
    for one in found:
        found += [child for child, parent, _ in processes() if parent == one]
    return found


async def play_all(args: argparse.Namespace, url: str, levels: Sequence[int]) -> list[list[float]]:
    """All games at once; the waits of each."""
    chances = [random.Random(f"{args.seed} {number}") for number in range(args.games)]
    return await asyncio.gather(
        *(
            play(url, f"Computer {levels[number % len(levels)]}", args.plies, chance)
            for number, chance in enumerate(chances)
        )
    )


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--levels", default="1-4")
    parser.add_argument("--engine", default="", help="as of xiangqi-server bot")
    parser.add_argument("--plies", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    first, _, last = args.levels.partition("-")
    server_core, bot_core = two_cores()
    os.sched_setaffinity(0, {server_core})
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data") as server:
        tokens = Path(folder) / "tokens"
        create_tokens(server, tokens, args.levels)
        limits = ("--engines", "1", "--games", str(args.games))
        bot = start_bot(server, tokens, args.levels, args.engine, *limits)
        os.sched_setaffinity(bot.pid, {bot_core})
        levels = range(int(first), int(last or first) + 1)
        waits = asyncio.run(play_all(args, server.socket_url, levels))
        spent_s = cpu_s([server.pid]), cpu_s(descendants_of(bot.pid))
        bot.terminate()
        bot.wait()
    firsts = sorted(game[0] for game in waits if game)
    everyone = sorted(wait for game in waits for wait in game)
    told = {
        "games": args.games,
        "levels": args.levels,
        "engine": args.engine or "fairy-stockfish",
        "moves": len(everyone),
        "first_ms": {"median": round(firsts[len(firsts) // 2]), "longest": round(firsts[-1])},
        "all_ms": {
            "median": round(everyone[len(everyone) // 2]),
            "p99": round(everyone[int(0.99 * len(everyone))]),
            "longest": round(everyone[-1]),
        },
        "unanswered": args.games - len(firsts),
        "late": sum(wait > LATE_MS for wait in everyone),
        "node_s": round(spent_s[0], 1),
        "bot_s": round(spent_s[1], 1),
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
