"""The servers that take turns under one load: ours, bare rooms of its peers, and C.

Each is a process on the first core; the load generator and the store have the second one.
"""

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

from tests.bench.rig import two_cores
from tests.support.server_process import READY, free_port

HERE = Path(__file__).parent
OURS_HERE: Final = HERE.parents[2]
PEERS: Final = HERE.parent / "peers"
SETTLE_S: Final = 0.3
SPOKEN: Final = {"c": "raw", "ws": "raw", "socketio": "socketio", "colyseus": "colyseus"}


class Candidate(Protocol):
    """A server under load.

    Attributes:
        pids: its process, and that of its store if it has one.
    """

    pids: list[int]

    def arguments(self) -> list[str]:
        """How the load generator reaches it."""

    def renew(self) -> None:
        """Begin anew, if what one run leaves behind would burden the next."""

    def stop(self) -> None:
        """End it."""


@dataclass
class Xiangqi:
    """Our whole server with its embedded store, from this checkout or from another.

    Several workers share both cores with all else: the load generator counts the first one's CPU.

    Attributes:
        workers: how many nodes serve the port.
        ready_s: how long it took from its start to its line that says ready.
        socket: the address of its store.
    """

    folder: Path
    code: Path = OURS_HERE
    workers: int = 1
    pids: list[int] = field(default_factory=list)
    port: int = 0
    ready_s: float = 0.0

    def start(self) -> "Xiangqi":
        """Start on what the data directory holds, and put every process on its core."""
        server_core, other_core = two_cores()
        self.port = self.port or free_port()
        command = ["taskset", "-c", str(server_core), sys.executable]
        command += ["-m", "xiangqi_server", "serve"]
        command += ["--port", str(self.port), "--log-level", "warning"]
        command += ["--data-dir", str(self.folder / "data")]
        if self.workers > 1:
            command += ["--workers", str(self.workers)]
        self.folder.mkdir(parents=True, exist_ok=True)
        began = time.monotonic()
        with (self.folder / "log").open("a") as log:
            self._process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                cwd=self.code,
                env={
                    **os.environ,
                    "XIANGQI_COMPUTER": "off",
                },  # nobody thinks beside what is measured
            )
        assert self._process.stdout is not None
        if not any(READY.search(line) for line in self._process.stdout):
            raise SystemExit(f"the server did not start: {(self.folder / 'log').read_text()}")
        self.ready_s = time.monotonic() - began
        stores = self._stores()
        for pid in _descendants(self._process.pid) | set(stores):
            _pin(pid, other_core)
        self._nodes = self._serving()
        for number, pid in enumerate(self._nodes):
            _pin(pid, (server_core, other_core)[number % 2])
        self.pids = [*self._nodes, *stores]
        return self

    @property
    def socket(self) -> str:
        """The address of its store."""
        return os.fsdecode((self.folder / "data" / "store" / "store.lock").read_bytes())

    def arguments(self) -> list[str]:
        """How the load generator reaches it."""
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
        self.stop()
        self.start()

    def _ended(self) -> None:
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _stores(self) -> list[int]:
        found = []
        for entry in Path("/proc").iterdir():
            with suppress(OSError):
                words = (entry / "cmdline").read_bytes() if entry.name.isdigit() else b""
                if b"valkey-server" in words and str(self.folder).encode() in words:
                    found.append(int(entry.name))
        return found

    def _serving(self) -> list[int]:
        """The processes that serve the port; one that has workers serves nobody itself."""
        if self.workers == 1:
            return [self._process.pid]
        found = _descendants(self._process.pid)
        return [pid for pid in sorted(found) if b"--worker" in _words_of(pid)]


class Peer:
    """A bare room: what one sends is sent to all in it. No rules, no clock, no store."""

    def __init__(self, kind: str, tools: Path, rooms: int, in_room: int, runs: int) -> None:
        self._kind = kind
        self._port = free_port()
        self._paths = tools / f"colyseus-{self._port}"
        self._run = 0
        port = str(self._port)
        command = {
            "c": [str(tools / "climit"), port, "send"],
            "ws": ["node", "ws.mjs", port, "send"],
            "socketio": ["node", "sio.mjs", port],
            "colyseus": [
                *("node", "col.mjs", port, str(rooms * in_room), str(in_room)),
                *(str(self._paths), str(runs)),
            ],
        }[kind]
        server_core, _ = two_cores()
        self._process = subprocess.Popen(
            ["taskset", "-c", str(server_core), *command],
            cwd=PEERS,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.pids = [self._process.pid]
        last = tools / f"{self._paths.name}.{runs - 1}"
        while kind == "colyseus" and not last.exists():
            self._settle(kind)
        self._settle(kind)

    def _settle(self, kind: str) -> None:
        """Give it a while to start.

        Raises:
            SystemExit: it has ended.
        """
        time.sleep(SETTLE_S)
        if self._process.poll() is not None:
            needs = "gcc" if kind == "c" else f"`npm ci` in {PEERS}"
            raise SystemExit(f"the room of {kind} did not start: it needs {needs}")

    def arguments(self) -> list[str]:
        """How the load generator reaches it."""
        words = ["--speak", SPOKEN[self._kind], "--port", str(self._port)]
        if self._kind == "colyseus":
            words += ["--paths", f"{self._paths}.{self._run}"]
            self._run += 1
        return words

    def renew(self) -> None:
        """A bare room keeps nothing."""

    def stop(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()


def _descendants(pid: int) -> set[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children")
    found = {int(word) for word in children.read_text().split()} if children.exists() else set()
    return found.union(*(_descendants(child) for child in found))


def _words_of(pid: int) -> list[bytes]:
    """The command of a process that may have ended."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    return []


def _pin(pid: int, core: int) -> None:
    command = ["taskset", "-apc", str(core), str(pid)]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
