"""Strangers for longer, or once more: ``python -m tests.strangers.long --seconds 300``.

Prints a line for each seed; a failure prints the law that was broken, and the latest steps.
"""

import argparse
import asyncio
import secrets
import sys
import time

from tests.strangers.laws import check
from tests.strangers.world import LawBroken, a_world
from tests.support.virtual_time import VirtualLoop

NODES = (1, 3)


async def once(seed: int, steps: int, strangers: int) -> None:
    """One world of each size.

    Raises:
        LawBroken: a law does not hold.
    """
    for nodes in NODES:
        async with a_world(seed, check, nodes=nodes, strangers=strangers) as world:
            await world.live(steps)
            await world.end()
        print(f"seed {seed}, {nodes} nodes: {world.messages} messages, {len(world.bans)} sanctions")


def main() -> int:
    """Run one seed, or as many as there is time for; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--steps", type=int, default=1_000)
    parser.add_argument("--strangers", type=int, default=200)
    args = parser.parse_args()
    end_s = time.monotonic() + (0.0 if args.seed is not None else args.seconds)
    seed = secrets.randbits(32) if args.seed is None else args.seed
    failures = 0
    while True:
        try:
            with asyncio.Runner(loop_factory=VirtualLoop) as runner:
                runner.run(once(seed, args.steps, args.strangers))
        except LawBroken as broken:
            failures += 1
            print(broken, flush=True)
        seed += 1
        if time.monotonic() >= end_s:
            return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
