"""What the nemesis does to a real server and its store, and how it is undone.

A power loss takes what the disk was not yet told to keep: the store is watched by `strace`, and
after a kill -9 of everything its append-only file is cut back to where it stood at the last
completed fdatasync.
"""

import asyncio
import os
import re
import signal
import subprocess
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final

from tests.support.server_process import ServerProcess

STOPPED_S: Final = 4.0
ATTACH_S: Final = 0.5

_WRITTEN: Final = re.compile(r"(?:write\((\d+), .*|<\.\.\. write resumed>.*) = (\d+)$")
_SYNCED: Final = re.compile(r"fdatasync\((\d+)\) += 0$|<\.\.\. fdatasync resumed>\) += 0$")


class Power:
    """Knows how much of the append-only file of a running store is on the disk."""

    def __init__(self, server: ServerProcess) -> None:
        store = server.store_pid()
        self.file, descriptor = _log_of(store)
        self._descriptor = str(descriptor)
        self._trace = server.data_dir.parent / "store.strace"
        options = ("-f", "-qq", "-s0", "-e", "trace=write,fdatasync", "-e", "signal=none")
        self._process = subprocess.Popen(
            ["strace", *options, "-o", self._trace, "-p", str(store)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def lose(self) -> int:
        """Once the store is killed: cut off what was not synced; so many bytes."""
        self._process.wait()
        unsynced = 0
        for line in self._trace.read_text(errors="replace").splitlines():
            if (match := _WRITTEN.search(line)) and match[1] in (self._descriptor, None):
                unsynced += int(match[2])
            elif _SYNCED.search(line):
                unsynced = 0
        os.truncate(self.file, self.file.stat().st_size - unsynced)
        return unsynced


def _log_of(store: int) -> tuple[Path, int]:
    """The append-only file a store process has open, and its descriptor."""
    for descriptor in Path(f"/proc/{store}/fd").iterdir():
        target = descriptor.readlink()
        if target.name.endswith(".incr.aof"):
            return target, int(descriptor.name)
    raise AssertionError("the store has no append-only file open")


async def kill_server(server: ServerProcess, up: asyncio.Event) -> None:
    """kill -9 the server, and start it again."""
    up.clear()
    server.kill()
    await _start(server, up)


async def kill_store(server: ServerProcess, up: asyncio.Event) -> None:
    """kill -9 the store; the server brings it back."""
    server.kill_store()


async def kill_both(server: ServerProcess, up: asyncio.Event) -> None:
    """kill -9 both, and start again."""
    up.clear()
    server.kill()
    server.kill_store()
    await _start(server, up)


async def stop_store(server: ServerProcess, up: asyncio.Event) -> None:
    """SIGSTOP the store for a while."""
    store = server.store_pid()
    os.kill(store, signal.SIGSTOP)
    await asyncio.sleep(STOPPED_S)
    os.kill(store, signal.SIGCONT)


async def stop_server(server: ServerProcess, up: asyncio.Event) -> None:
    """SIGSTOP the server for a while."""
    os.kill(server.pid, signal.SIGSTOP)
    await asyncio.sleep(STOPPED_S)
    os.kill(server.pid, signal.SIGCONT)


async def lose_power(server: ServerProcess, up: asyncio.Event) -> None:
    """Kill everything in mid-write and forget what was not synced."""
    power = Power(server)
    await asyncio.sleep(ATTACH_S + 1)
    up.clear()
    server.kill_store()
    server.kill()
    await asyncio.to_thread(power.lose)
    await _start(server, up)


async def _start(server: ServerProcess, up: asyncio.Event) -> None:
    await asyncio.to_thread(server.start)
    up.set()


FAULTS: Final[Mapping[str, Callable[[ServerProcess, asyncio.Event], Awaitable[None]]]] = {
    "kill -9 server": kill_server,
    "kill -9 store": kill_store,
    "kill -9 both": kill_both,
    "SIGSTOP store": stop_store,
    "SIGSTOP server": stop_server,
    "power loss": lose_power,
}
