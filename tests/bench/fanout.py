"""Fan-out to 100 and 1,000 spectators, as a ratio to what one `send()` a socket costs in C.

usage: python -m tests.bench.fanout [cycles]

Candidates take turns; the server has one core, the load generator the other. The unit is CPU time
of the server process per delivery; the ratio is the median over the cycles of C's time to ours.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench.relay import PATH, SUBPROTOCOL
from tests.bench.rig import build, climit, relay, two_cores

SPECTATORS = (100, 1000)
PAYLOAD_BYTES = 250
"""About what a move weighs with its clocks, notations and receipts."""
SECONDS = 2
OURS = ("uvloop", "asyncio", "broadcast")


def main() -> None:
    """Print one JSON line for each candidate and number of spectators."""
    cycles = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build(folder)
        for spectators in SPECTATORS:
            rows = [measure(folder, spectators) for _ in range(cycles)]
            for kind in OURS:
                print(json.dumps(summary(kind, spectators, rows)), flush=True)


def measure(folder: Path, spectators: int) -> dict[str, float]:
    """Let every candidate run once; give microseconds a delivery by candidate."""
    server_core, _ = two_cores()
    row: dict[str, float] = {}
    with climit(folder, server_core) as (process_id, port):
        row["c"] = load(folder, spectators, process_id, port)
    for kind in OURS:
        with relay(kind, server_core) as (process_id, port, _):
            row[kind] = load(folder, spectators, process_id, port)
    return row


def load(
    folder: Path, spectators: int, process_id: int, port: int, payload_bytes: int = PAYLOAD_BYTES
) -> float:
    """Give microseconds of the process's CPU time for each delivery."""
    _, load_core = two_cores()
    command = [
        *(str(folder / "load"), "--speak", "raw", "--port", str(port), "--pid", str(process_id)),
        *("--rooms", "1", "--spectators", str(spectators - 2), "--bytes", str(payload_bytes)),
        *("--seconds", str(SECONDS), "--path", PATH, "--protocol", SUBPROTOCOL),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    os.sched_setaffinity(process.pid, {load_core})
    output, _ = process.communicate()
    if process.returncode != 0:
        raise SystemExit(f"the load generator failed with code {process.returncode}")
    return float(json.loads(output)["us_per_delivery0"])


def summary(kind: str, spectators: int, rows: list[dict[str, float]]) -> dict[str, object]:
    """Give the row to print for one candidate."""
    return {
        "bench": "fanout",
        "server": kind,
        "spectators": spectators,
        "payload_bytes": PAYLOAD_BYTES,
        "us_per_delivery": round(statistics.median([row[kind] for row in rows]), 2),
        "ratio_to_c": round(statistics.median([row["c"] / row[kind] for row in rows]), 3),
        "cycles": len(rows),
    }


if __name__ == "__main__":
    main()
