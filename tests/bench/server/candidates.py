"""The servers that take turns under one load: ours, its peers, which do the same work, and C.

Each is a process on the first core; the load generator and the store have the second one.
"""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import unquote

from tests.bench.rig import two_cores
from tests.support.server_process import READY, free_port
from xiangqi_server.kernel.store.embedded.embedded import EmbeddedStore

HERE = Path(__file__).parent
OURS_HERE: Final = HERE.parents[2]
PEERS: Final = HERE.parent / "peers"
SPOKEN: Final = {
    "c": "raw",
    "floor": "json",
    "python": "json",
    "ws": "json",
    "socketio": "socketio",
    "colyseus": "colyseus",
}
"""What each peer speaks. `c` relays and does nothing else; `floor` stores, and knows no rules."""


class Candidate(Protocol):
    """A server under load.

    Attributes:
        pids: its processes, and that of its store if it has one.
        nodes: how many of them serve players.
        others: the cores of its store and of the load.
    """

    pids: list[int]
    nodes: int
    others: str

    def arguments(self) -> list[str]:
        """How the load generator reaches it."""

    def renew(self) -> None:
        """Begin anew, if what one run leaves behind would burden the next."""

    def stop(self) -> None:
        """End it."""


@dataclass
class Xiangqi:
    """Our whole server with its embedded store, from this checkout or from another.

    Attributes:
        code: a checkout; another one than this has its `.venv`.
        nodes: how many workers serve the port.
        ready_s: how long it took from its start to its line that says ready.
        socket: the address of its store.
    """

    folder: Path
    code: Path = OURS_HERE
    nodes: int = 1
    others: str = ""
    pids: list[int] = field(default_factory=list)
    port: int = 0
    ready_s: float = 0.0

    def start(self) -> "Xiangqi":
        """Start on what the data directory holds, and put every process on its core."""
        server_core, other_core = two_cores()
        self.others = self.others or str(other_core)
        self.port = self.port or free_port()
        command = ["taskset", "-c", str(server_core), *program_of(self.code), "serve"]
        command += ["--port", str(self.port), "--log-level", "warning"]
        command += ["--data-dir", str(self.folder / "data")]
        if self.nodes > 1:
            command += ["--workers", str(self.nodes)]
        self.folder.mkdir(parents=True, exist_ok=True)
        began = time.monotonic()
        with (self.folder / "log").open("a") as log:
            self._process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                cwd=self.code,
                # Nobody thinks beside what is measured.
                env={**os.environ, "XIANGQI_COMPUTER": "off"},
            )
        assert self._process.stdout is not None
        if not any(READY.search(line) for line in self._process.stdout):
            raise SystemExit(f"the server did not start: {(self.folder / 'log').read_text()}")
        self.ready_s = time.monotonic() - began
        stores = _stores_in(self.folder)
        for pid in _descendants(self._process.pid) | set(stores):
            _pin(pid, self.others)
        self._nodes = self._serving()
        for number, pid in enumerate(self._nodes):
            _pin(pid, str((server_core, other_core)[number % 2]))
        self.pids = [*self._nodes, *stores]
        self._is_fresh = True
        return self

    @property
    def socket(self) -> str:
        """The address of its store."""
        return os.fsdecode((self.folder / "data" / "store" / "store.lock").read_bytes())

    def arguments(self) -> list[str]:
        """How the load generator reaches it."""
        self._is_fresh = False
        return ["--speak", "xiangqi", "--port", str(self.port)]

    def kill(self) -> None:
        """kill -9; the store lives on."""
        self._process.kill()
        for pid in self._nodes:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._ended()

    def stop(self) -> None:
        """End it, and forget its games."""
        self._process.send_signal(signal.SIGINT)
        self._ended()
        shutil.rmtree(self.folder, ignore_errors=True)

    def renew(self) -> None:
        """Begin anew: games that were given up are not the next run's cost."""
        if not self._is_fresh:
            self.stop()
            self.start()

    def _ended(self) -> None:
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _serving(self) -> list[int]:
        """The processes that serve the port; one that has workers serves nobody itself."""
        if self.nodes == 1:
            return [self._process.pid]
        found = _descendants(self._process.pid)
        return [pid for pid in sorted(found) if b"--worker" in _words_of(pid)]


class Peer:
    """A room of another server, with a store of its own like ours.

    Attributes:
        socket: the address of the store; nothing for C, which stores nothing.
    """

    nodes = 1

    def __init__(self, kind: str, tools: Path, rooms: int, in_room: int, runs: int) -> None:
        self._kind = kind
        self._port = free_port()
        self._home = tools / f"{kind}-{self._port}"
        self._run = 0
        port = str(self._port)
        command = {
            "c": [str(tools / "climit"), port, "send"],
            "floor": [sys.executable, "-m", "tests.bench.peers.floor", port],
            "python": [sys.executable, "-m", "tests.bench.peers.python", port],
            "colyseus": [
                *("node", "colyseus.mjs", port, str(rooms * in_room), str(in_room)),
                *(f"{self._home}.paths", str(runs)),
            ],
        }.get(kind, ["node", f"{kind}.mjs", port])
        self._store = None if kind == "c" else asyncio.run(EmbeddedStore.start(self._home))
        self.socket = unquote(self._store.url.removeprefix("unix://")) if self._store else ""
        server_core, other_core = two_cores()
        self.others = str(other_core)
        self._process = subprocess.Popen(
            ["taskset", "-c", str(server_core), *command],
            cwd=PEERS if command[0] == "node" else OURS_HERE,
            env={**os.environ, "STORE": self.socket},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self._process.stdout is not None
        if not self._process.stdout.readline():
            self.stop()
            raise SystemExit(f"{kind} did not start: it needs `npm ci` in {PEERS}")
        self.pids = [self._process.pid, *_stores_in(self._home)]
        for pid in self.pids[1:]:
            _pin(pid, self.others)

    def arguments(self) -> list[str]:
        """How the load generator reaches it."""
        words = ["--speak", SPOKEN[self._kind], "--port", str(self._port)]
        if self._kind == "colyseus":
            words += ["--paths", f"{self._home}.paths.{self._run}"]
            self._run += 1
        return words

    def renew(self) -> None:
        """A room that everybody has left keeps nothing."""

    def stop(self) -> None:
        """End it, and its store."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        if self._store is not None:
            asyncio.run(self._store.stop())
            shutil.rmtree(self._home, ignore_errors=True)


def program_of(code: Path) -> list[str]:
    """The words that run the server of a checkout; an older one has its package at the top."""
    python = sys.executable if code == OURS_HERE else str(code / ".venv/bin/python")
    is_below = (code / "server" / "xiangqi_server").is_dir()
    return [python, "-m", "xiangqi_server" if is_below else "server"]


def _stores_in(folder: Path) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        words = _words_of(int(entry.name)) if entry.name.isdigit() else []
        if b"valkey-server" in b" ".join(words[:1]) and str(folder).encode() in b" ".join(words):
            found.append(int(entry.name))
    return found


def _descendants(pid: int) -> set[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children")
    found = {int(word) for word in children.read_text().split()} if children.exists() else set()
    return found.union(*(_descendants(child) for child in found))


def _words_of(pid: int) -> list[bytes]:
    """The command of a process that may have ended."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    return []


def _pin(pid: int, cores: str) -> None:
    command = ["taskset", "-apc", cores, str(pid)]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
