"""A real server in a process of its own: started, killed, started again on the same data."""

import fcntl
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self
from urllib.request import urlopen

from tests.support.patience import PATIENCE_S

PATIENT: Final = "tests.support.patient_server"
READY = re.compile(r"ready at (http://\S+)\s+\(health: (http://\S+)\)")


_PORTS = range(10_000, 30_000)
"""Below those that connections go out from: nobody takes one while its server is down."""
_given: set[int] = set()
_shares = (Path(tempfile.gettempdir()) / f"xiangqi-test-ports-{os.getuid()}").open("a")
"""One byte for each port, locked by the process that was given it, until that ends."""


def free_port(among: Sequence[int] = _PORTS) -> int:
    """A port nobody listens on now, and that no other test on this machine was given.

    A server that a test has killed has its port when it comes back: no other test may start a
    server there meanwhile, least of all one of another cluster.
    """
    while True:
        port = secrets.choice(among)
        if port not in _given and _is_ours(port) and _is_free(port):
            _given.add(port)
            return port


def _is_ours(port: int) -> bool:
    """Whether no other process was given it; from now on none is."""
    try:
        fcntl.lockf(_shares, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, port)
    except OSError:
        return False
    return True


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _command_of(process: Path) -> bytes:
    try:
        return (process / "cmdline").read_bytes()
    except OSError:  # it has ended meanwhile
        return b""


class ServerProcess:
    """`python -m xiangqi_server serve` on one data directory and one port.

    As a context manager it is started at the beginning and stopped (politely) at the end.

    Args:
        program: the module that is run; `PATIENT` waits longer for people.
        checkout: another one than ours; our own Python runs it if it has no `.venv`.

    Attributes:
        told: what it said until it was ready, line by line.
    """

    def __init__(
        self,
        data_dir: Path,
        *flags: str,
        port: int | None = None,
        program: str = "xiangqi_server",
        checkout: Path | None = None,
    ) -> None:
        self.data_dir = data_dir
        self.port = free_port() if port is None else port
        self.flags = flags
        self.program = program
        self.checkout = checkout
        self.url = ""
        self.told: list[str] = []
        self.health_url = ""
        self._process: subprocess.Popen[str] | None = None

    @property
    def socket_url(self) -> str:
        """Where its websocket is."""
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def pid(self) -> int:
        """Its process, while it runs."""
        assert self._process is not None
        return self._process.pid

    @property
    def is_started(self) -> bool:
        """It was started, and not ended by us."""
        return self._process is not None

    @property
    def is_running(self) -> bool:
        """It was started, and has not ended by itself either."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start and wait until it says that it can serve."""
        python = sys.executable
        if self.checkout and (self.checkout / ".venv").exists():
            python = str(self.checkout / ".venv/bin/python")
        command = [python, "-m", self.program, "serve", "--port", str(self.port)]
        command += ["--data-dir", str(self.data_dir), *self.flags]
        environment = {"XIANGQI_COMPUTER": "off", **os.environ}  # a flag says otherwise
        self._log = (self.data_dir.parent / f"{self.data_dir.name}.log").open("a")
        self._process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env=environment,
            cwd=self.checkout,
        )
        assert self._process.stdout is not None
        self.told = []
        ready = None
        while ready is None and (line := self._process.stdout.readline()):
            self.told.append(line.rstrip())
            ready = READY.search(line)
        if ready is None:
            self._process.wait()
            raise AssertionError(f"the server did not start: {self.told!r}\n{self.log()}")
        self.url, self.health_url = ready.groups()

    def kill(self) -> None:
        """kill -9 the server; its store lives on."""
        self._ended(signal.SIGKILL)

    def kill_store(self) -> None:
        """kill -9 the embedded store, if it lives."""
        store = self.find_store()
        if store is not None:
            os.kill(store, signal.SIGKILL)

    def store_pid(self) -> int:
        """The process of the embedded store of this data directory."""
        store = self.find_store()
        assert store is not None, "no store runs on this data directory"
        return store

    def find_store(self) -> int | None:
        """The same, or None if there is none just now."""
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                words = _command_of(entry).split(b"\0")
                is_store = any(b"valkey" in word or b"redis" in word for word in words[:1])
                if is_store and str(self.data_dir).encode() in b" ".join(words):
                    return int(entry.name)
        return None

    @property
    def store_socket(self) -> str:
        """Where the embedded store listens."""
        return os.fsdecode((self.data_dir / "store" / "store.lock").read_bytes())

    def stop(self, signum: signal.Signals = signal.SIGINT) -> int:
        """Ctrl-C, or what a supervisor sends; the exit code."""
        return self._ended(signum)

    def stop_if_running(self) -> None:
        """End it, if that has not happened already."""
        if self._process is not None:
            self.stop()

    def signal(self, signum: signal.Signals) -> None:
        """Send a signal and go on."""
        os.kill(self.pid, signum)

    def wait(self) -> int:
        """Wait for it to end by itself; the exit code."""
        return self._ended(0)

    def metrics(self) -> str:
        """What Prometheus reads of it now."""
        with urlopen(f"{self.health_url}metrics") as answer:  # noqa: S310 - our own address
            text: str = answer.read().decode()
        return text

    def figures(self) -> dict[str, float]:
        """Every figure of ours by its name, with its label."""
        told = re.findall(r"^(xiangqi_\S+) (\S+)$", self.metrics(), re.MULTILINE)
        return {name: float(value) for name, value in told}

    def log(self) -> str:
        """What it wrote to standard error so far, over all starts."""
        return (self.data_dir.parent / f"{self.data_dir.name}.log").read_text()

    def _ended(self, signum: int) -> int:
        assert self._process is not None
        process, self._process = self._process, None
        process.send_signal(signum)
        code = process.wait(timeout=PATIENCE_S)
        assert process.stdout is not None
        process.stdout.close()
        self._log.close()
        return code

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process is None:
            return
        try:
            if kind is None and self.is_running:
                with suppress(OSError):  # it may be about to end
                    self.require_that_it_searched_nothing()
        finally:
            self.stop()

    def require_that_it_searched_nothing(self) -> None:
        """What serves searches no position for a ruling: a worker does that."""
        assert not self.figures().get("xiangqi_searched_positions_total")
