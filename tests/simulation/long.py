"""Simulate for a while and print what was simulated; or one seed again::

    python -m tests.simulation.long --seconds 600
    python -m tests.simulation.long --seed 1234
    python -m tests.simulation.long --promise primary

With `--only-failovers` nothing else fails: then nothing acknowledged may be lost for good.
With `--promise` the store fails over now and then, and loses what no replica had (`primary`) or
what was not acknowledged (`replica`); then the clock is another one, too.

Fresh seeds are drawn, unless `--from` gives the first one. A seed that fails is printed with
the hash and the last lines of its story, and is a line for `tests/data/seeds/failed.txt`.
"""

import argparse
import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

from tests.simulation.world import Report, SimulationFailed, simulate
from xiangqi_server.kernel.store.client.acknowledgement import PromiseKind


def main() -> int:
    """Run the command; the exit code."""
    parser = argparse.ArgumentParser(prog="tests.simulation.long", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--from", dest="first", type=int, metavar="SEED")
    parser.add_argument("--seed", type=int, help="only this one")
    parser.add_argument("--promise", type=PromiseKind, choices=(*PromiseKind,))
    parser.add_argument("--only-failovers", action="store_true", help="nothing else fails")
    args = parser.parse_args()
    run = partial(simulate, promise=args.promise, only_failovers=args.only_failovers)
    if args.seed is not None:
        return _one(args.seed, run)
    first: int = secrets.randbits(32) if args.first is None else args.first
    return _many(first, args.seconds, run)


def _one(seed: int, run: Callable[[int], Report]) -> int:
    try:
        report = run(seed)
    except SimulationFailed as failed:
        print(failed)
        return 1
    print(report)
    return 0


def _many(seed: int, seconds: float, run: Callable[[int], Report]) -> int:
    end_s = time.monotonic() + seconds
    reports: list[Report] = []
    failures = 0
    while time.monotonic() < end_s:
        try:
            reports.append(run(seed))
        except SimulationFailed as failed:
            failures += 1
            print(failed, flush=True)
        seed += 1
    _tell(reports, failures)
    return 1 if failures else 0


def _tell(reports: list[Report], failures: int) -> None:
    faults: Counter[str] = Counter()
    for report in reports:
        faults.update(report.faults)
    print(f"simulations      {len(reports) + failures}, failed {failures}")
    print(f"games            {sum(report.games for report in reports)}")
    print(f"moves            {sum(report.moves for report in reports)} acknowledged")
    print(f"events restored  {sum(report.restored for report in reports)}")
    print(f"events forked    {sum(report.forked for report in reports)}")
    print(f"laws checked     {sum(report.checks for report in reports)} times")
    print(f"faults injected  {faults.total()}")
    for fault, count in faults.most_common():
        print(f"  {fault:<15}{count}")


if __name__ == "__main__":
    sys.exit(main())
