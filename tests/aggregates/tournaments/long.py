"""Tournaments of every format, one after another, in which anything happens::

    python -m tests.aggregates.tournaments.long --seconds 300
    python -m tests.aggregates.tournaments.long --seed 1234
    python -m tests.aggregates.tournaments.long --sockets 2000 --kills 12
    python -m tests.aggregates.tournaments.long --rounds 16 --kills 12

Prints how many of each format were played, and how many games; a broken law ends it with the seed.
With `--sockets` it is one arena of so many connections on a real node, that is killed so often;
with `--rounds` a round robin, a Swiss tournament, a knock-out and one of teams at once.
"""

import argparse
import asyncio
import itertools
import json
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from tests.aggregates.tournaments.season import play_season
from tests.aggregates.tournaments.socket_rounds import play_rounds
from tests.aggregates.tournaments.sockets import play_arena
from tests.support.crowd import allow_files
from tests.support.server_process import ServerProcess


def main() -> int:
    """Run the command; the exit code."""
    parser = argparse.ArgumentParser(prog="tests.aggregates.tournaments.long", description=__doc__)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--seed", type=int, help="only this one")
    parser.add_argument("--sockets", type=int, help="one arena of so many connections")
    parser.add_argument("--kills", type=int, default=6, help="of node, store or both")
    parser.add_argument("--rounds", type=int, help="one tournament of each format of rounds")
    args = parser.parse_args()
    if args.rounds is not None:
        return _play_rounds(args.rounds, args.kills, args.seed or 0, args.seconds)
    if args.sockets is not None:
        return _play_arena(args.sockets, args.kills, args.seed or 0, args.seconds)
    end = monotonic() + args.seconds
    counts: Counter[str] = Counter()
    for seed in itertools.count() if args.seed is None else [args.seed]:
        counts.update(play_season(range(seed, seed + 1)))
        if monotonic() >= end:
            break
    sys.stdout.write(json.dumps(counts) + "\n")
    return 0


def _play_arena(sockets: int, kills: int, seed: int, seconds: float) -> int:
    """Play an arena of so many connections; the exit code."""
    allow_files(2 * sockets + 256)
    with TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data") as server:
        arena = play_arena(
            server, sockets, kills=kills, games=2 * sockets, seed=seed, patience_s=seconds
        )
        sys.stdout.write(json.dumps(asyncio.run(arena)) + "\n")
    return 0


def _play_rounds(players: int, kills: int, seed: int, seconds: float) -> int:
    """Play a tournament of each format of rounds, of so many players; the exit code."""
    with TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data") as server:
        rounds = play_rounds(server, players, kills=kills, seed=seed, patience_s=seconds)
        sys.stdout.write(json.dumps(asyncio.run(rounds)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
