"""How long live rulings wait while strangers ask about the worst laps by `/api/ruling`.

usage: python -m tests.bench.lines [--tries 200] [--rulings 8] [--asked 20]

Among so many random games the laps are chosen whose rulings under the Chinese rules search most.
The worst twenty are asked about at once, each by an address of its own, so that no answer is known
before. Meanwhile games reach the next dear laps, in turns with and without the askers. One JSON
line: milliseconds from the last move to its answer, and how long the questions took.
"""

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from http.client import HTTPConnection
from pathlib import Path
from typing import Final

from tests.strangers.worst import LAP, RULES, DearLine, Pair, a_line
from tests.support.server_process import ServerProcess

ASKERS: Final = "127.0.6.{}"
ROOMS: Final = "127.0.7.{}"


def ask(port: int, number: int, line: DearLine) -> tuple[int, float]:
    """Ask what the rules say of a line, from an address of its own; status and seconds."""
    begun_s = time.perf_counter()
    source = (ASKERS.format(1 + number), 0)
    connection = HTTPConnection("127.0.0.1", port, timeout=120, source_address=source)
    moves = "".join(line.moves)
    connection.request(
        "GET", f"/api/ruling?rules=cxa&limit={(0, 50, 60)[number % 3]}&moves={moves}"
    )
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, time.perf_counter() - begun_s


async def rule(server: ServerProcess, number: int, line: DearLine) -> float:
    """Play a game up to its lap; seconds until the last move was answered."""
    pair = Pair(server.socket_url, ROOMS.format(1 + number))
    await pair.begin(RULES["lap"])
    took_s = 0.0
    for ply, text in enumerate(line.moves):
        took_s = await pair.move(ply, text)
    await pair.close()
    return took_s


async def measure(server: ServerProcess, lines: Sequence[DearLine], asked: int) -> None:
    """Print the row."""
    strangers, live = lines[:asked], lines[asked:]
    alone: list[float] = []
    beside: list[float] = []
    answers: list[tuple[int, float]] = []
    await rule(server, 0, live[0])  # starts the process
    for number, line in enumerate(live[1:], start=1):
        if number % 2:
            alone.append(await rule(server, number, line))
            continue
        questions = [
            asyncio.to_thread(ask, server.port, at, one) for at, one in enumerate(strangers)
        ]
        asking = asyncio.gather(*questions)
        await asyncio.sleep(0.05)
        beside.append(await rule(server, number, line))
        answers += await asking
    row: dict[str, object] = {"bench": "lines", "asked_at_once": asked, "rulings": len(live)}
    row["positions"] = [line.positions for line in (lines[0], live[0], live[-1])]
    for name, took in (("alone", alone), ("beside", beside)):
        row[f"{name}_median_ms"] = round(1e3 * statistics.median(took), 1)
        row[f"{name}_most_ms"] = round(1e3 * max(took), 1)
    row["answered"] = sum(status == 200 for status, _ in answers)
    row["longest_answer_s"] = round(max(took_s for _, took_s in answers), 2)
    print(json.dumps(row))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tries", type=int, default=200)
    parser.add_argument("--rulings", type=int, default=8)
    parser.add_argument("--asked", type=int, default=20)
    args = parser.parse_args()
    chance = random.Random(1)
    lines = sorted({a_line(LAP, chance) for _ in range(args.tries)}, reverse=True)
    lines = lines[: args.asked + args.rulings + 1]
    with tempfile.TemporaryDirectory() as home, ServerProcess(Path(home) / "data") as server:
        asyncio.run(measure(server, lines, args.asked))


if __name__ == "__main__":
    main()
