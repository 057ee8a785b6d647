"""The rig of the network benchmarks: tools in C made on the spot, a core for each process."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

HERE = Path(__file__).parent


def build(folder: Path) -> None:
    """Compile the C tools into `folder`."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        raise SystemExit("these benchmarks need a C compiler")
    for source in (HERE / "climit.c", HERE / "server" / "load.c"):
        command = [compiler, "-O2", "-Wall", "-o", str(folder / source.stem), str(source)]
        subprocess.run(command, check=True)


def two_cores() -> tuple[int, int]:
    """Give the cores of the server and of the load generator."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        raise SystemExit("these benchmarks need two cores")
    return cores[0], cores[1]


@contextmanager
def climit(folder: Path, core: int) -> Iterator[tuple[int, int]]:
    """Run the limit: one `send()` a socket, in C. Give its process id and port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with _running([str(folder / "climit"), str(port), "send"], core) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process.pid, port


@contextmanager
def relay(kind: str, core: int) -> Iterator[tuple[int, int, IO[str]]]:
    """Run one of the relays. Give its process id, port and output."""
    command = [sys.executable, "-m", "tests.bench.relay", kind]
    with _running(command, core) as process:
        assert process.stdout is not None
        yield process.pid, int(process.stdout.readline()), process.stdout


@contextmanager
def _running(command: list[str], core: int) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=HERE.parent.parent)
    os.sched_setaffinity(process.pid, {core})
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
