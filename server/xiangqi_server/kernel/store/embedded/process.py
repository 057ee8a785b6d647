"""One store process on one directory: how it is started, found again and asked.

``store.lock`` is locked by us and inherited by the store process, which knows nothing of it. The
kernel drops the lock when the process ends, whatever ended it. So it is held exactly as long as a
store process lives, and no second one can be started on the same files. It contains the path of
the socket.
"""

import asyncio
import contextlib
import fcntl
import os
import stat
import subprocess
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir
from typing import Final

from xiangqi_server.kernel.store.port import StoreUnavailable

# sockaddr_un holds 107 bytes on Linux and 103 on macOS.
SOCKET_PATH_BYTES: Final = 103
ANSWER_WAIT_S: Final = 1.0


class StoreProcess:
    """The store process of `home`, started by any program, alive or not."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._child: subprocess.Popen[bytes] | None = None
        self.socket = Path()

    def is_alive(self) -> bool:
        """Whether a store process holds the files of `home`."""
        lock = lock_file(self._lock_path)
        if lock is None:
            return True
        os.close(lock)
        return False

    def start(self, binary: Path) -> None:
        """Start a process, unless one is alive; it may take a while until it answers.

        Raises:
            OSError: `binary` cannot be run.
            StoreUnavailable: there is no path for its socket.
        """
        lock = lock_file(self._lock_path)
        if lock is None:
            return
        try:
            self._spawn(binary, lock)
        finally:
            os.close(lock)

    async def answers(self) -> bool:
        """Whether the process is alive, has read its log, and answers."""
        if not self.is_alive():
            return False
        self.socket = Path(os.fsdecode(self._lock_path.read_bytes()))
        return await self.ask(b"PING") == b"+PONG\r\n"

    async def ask(self, command: bytes) -> bytes:
        """The first line of the process's answer; empty without one in time."""
        try:
            async with asyncio.timeout(ANSWER_WAIT_S):
                reader, writer = await asyncio.open_unix_connection(self.socket)
                with contextlib.closing(writer):
                    writer.write(command + b"\r\n")
                    return await reader.readline()
        except (OSError, TimeoutError):
            return b""

    async def until_gone(self) -> None:
        """Wait on a silent connection, which ends with the process."""
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_unix_connection(self.socket)
            with contextlib.closing(writer):
                await reader.read(1)

    def reap(self) -> str:
        """Reap a process that has ended, if it is our child; the last line that it wrote."""
        if self._child is not None:
            self._child.wait()
        try:
            lines = self._log_path.read_text(errors="replace").split("\n")
        except OSError:
            lines = []
        return next((line for line in reversed(lines) if line.strip()), "it wrote nothing")

    @property
    def _lock_path(self) -> Path:
        return self._home / "store.lock"

    @property
    def _log_path(self) -> Path:
        return self._home / "store.log"

    def _spawn(self, binary: Path, lock: int) -> None:
        self.socket = socket_path(self._home)
        os.truncate(lock, 0)
        os.write(lock, os.fsencode(self.socket))
        self.socket.unlink(missing_ok=True)
        with self._log_path.open("wb") as output:
            self._child = subprocess.Popen(  # noqa: S603  # our own finding, or the operator's
                _command(binary, self._home, self.socket),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                pass_fds=(lock,),
                start_new_session=True,
            )


def lock_file(path: Path) -> int | None:
    """An open, locked file, not inherited by processes; None if somebody else holds the lock."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


def socket_path(home: Path) -> Path:
    """Where the store process of `home` listens: in `home`, or a short private directory.

    Raises:
        StoreUnavailable: no path is short enough, or the directory is not ours alone.
    """
    path = home / "socket"
    if len(os.fsencode(path)) <= SOCKET_PATH_BYTES:
        return path
    directory = Path(gettempdir()) / f"xiangqi-{os.getuid()}"
    path = directory / sha256(os.fsencode(home)).hexdigest()[:16]
    if len(os.fsencode(path)) > SOCKET_PATH_BYTES:
        raise StoreUnavailable(f"{path} is too long for a socket: choose a shorter --data-dir")
    directory.mkdir(mode=0o700, exist_ok=True)
    found = directory.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise StoreUnavailable(f"{directory} is not a directory of this user alone: remove it")
    return path


def _command(binary: Path, home: Path, socket: Path) -> list[str]:
    """How the store is run: durable before it answers, in reach of this user only.

    A log takes the memory of its last node at once: of 1 KB, for most are a guest's, or a room's
    that waits. By default it is 4 KB.
    """
    options = {
        "--port": "0",
        "--unixsocket": str(socket),
        "--unixsocketperm": "700",
        "--dir": str(home),
        "--appendonly": "yes",
        "--appendfsync": "always",
        "--aof-load-truncated": "yes",
        "--save": "",
        "--maxmemory-policy": "noeviction",
        "--stream-node-max-bytes": "1024",
        "--daemonize": "no",
    }
    return [str(binary), *(part for option in options.items() for part in option)]
