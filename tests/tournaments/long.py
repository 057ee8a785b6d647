"""Tournaments of every format, one after another, in which anything happens::

    python -m tests.tournaments.long --seconds 300
    python -m tests.tournaments.long --seed 1234

Prints how many of each format were played, and how many games; a broken law ends it with the seed.
"""

import argparse
import itertools
import json
import sys
from collections import Counter
from time import monotonic

from tests.tournaments.season import play_season


def main() -> int:
    """Run the command; the exit code."""
    parser = argparse.ArgumentParser(prog="tests.tournaments.long", description=__doc__)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--seed", type=int, help="only this one")
    args = parser.parse_args()
    end = monotonic() + args.seconds
    counts: Counter[str] = Counter()
    for seed in itertools.count() if args.seed is None else [args.seed]:
        counts.update(play_season(range(seed, seed + 1)))
        if monotonic() >= end:
            break
    sys.stdout.write(json.dumps(counts) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
