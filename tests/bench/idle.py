"""What an idle connection costs: memory, objects the collector walks, a full collection's time.

usage: python -m tests.bench.idle [connections]
"""

import json
import os
import resource
import signal
import socket
import sys
from pathlib import Path
from typing import IO

from tests.bench.relay import PATH, SUBPROTOCOL
from tests.bench.rig import relay, two_cores

KINDS = ("uvloop", "asyncio", "broadcast")
WARM_UP_COUNT = 100
REQUEST = (
    f"GET {PATH} HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    f"Sec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\r\n"
).encode()


def main() -> None:
    """Print one JSON line for each server."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    for kind in KINDS:
        print(json.dumps(measure(kind, count)), flush=True)


def measure(kind: str, count: int) -> dict[str, object]:
    """Open `count` connections to one server and weigh them."""
    core, _ = two_cores()
    with relay(kind, core) as (process_id, port, output):
        peers = [connect(port) for _ in range(WARM_UP_COUNT)]
        before = weigh(process_id, output)
        peers += [connect(port) for _ in range(count)]
        after = weigh(process_id, output)
        for peer in peers:
            peer.close()
    return {
        "bench": "idle",
        "server": kind,
        "connections": count,
        "bytes_per_connection": round((after["bytes"] - before["bytes"]) / count),
        "objects_per_connection": round((after["objects"] - before["objects"]) / count, 2),
        "full_collection_ms": round(after["collection_ms"], 1),
    }


def connect(port: int) -> socket.socket:
    """Open a websocket and wait for the answer."""
    peer = socket.create_connection(("127.0.0.1", port))
    peer.sendall(REQUEST)
    assert peer.recv(4096).startswith(b"HTTP/1.1 101 ")
    return peer


def weigh(process_id: int, output: IO[str]) -> dict[str, float]:
    """Give resident bytes and what the collector sees, after a collection."""
    os.kill(process_id, signal.SIGUSR1)
    report: dict[str, float] = json.loads(output.readline())
    lines = Path(f"/proc/{process_id}/smaps_rollup").read_text().splitlines()
    (resident,) = [line.split()[1] for line in lines if line.startswith("Rss:")]
    return {**report, "bytes": int(resident) * 1024.0}


if __name__ == "__main__":
    main()
