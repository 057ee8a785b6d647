"""Our own store: a Valkey that this program starts, watches and stops.

To everyone else it is an address for `open_store`.

``node.lock`` in the data directory is held by this program as long as it owns the directory;
the kernel drops it whatever kills us. A second program waits a little for it (a restart) and
then learns the holder. Its holder finds either no store process and starts one, or one
whose program was killed, and adopts it; `process` tells which. At a clean end it stops either
kind. No other node can join it: several nodes on one machine are workers of one program.
"""

import asyncio
import logging
import os
from pathlib import Path
from typing import Final, Self
from urllib.parse import quote

from xiangqi_server.kernel.store.embedded.binary import find_binary, runs
from xiangqi_server.kernel.store.embedded.process import StoreProcess, lock_file
from xiangqi_server.kernel.store.embedded.repair import FOLDER, Repair, repair
from xiangqi_server.kernel.store.memory import MB, half_of_all
from xiangqi_server.kernel.store.port import StoreUnavailable

OWNER_WAIT_S: Final = 5.0
# A large log is read for a while; a store process that ends at once is noticed at once.
LOADING_WAIT_S: Final = 120.0
STOP_WAIT_S: Final = 10.0
POLL_S: Final = 0.01
FIRST_PAUSE_S: Final = 0.05
LONGEST_PAUSE_S: Final = 5.0
STEADY_S: Final = 30.0

_DAMAGED: Final = ("Bad file format", "Unexpected end of file", "reading the append only file")
"""What a store program writes about a log that it cannot read."""

log = logging.getLogger(__name__)


class EmbeddedStore:
    """A running store process on `data_dir`; made by `start`, ended by `stop`.

    The owner also runs `supervise`, which brings the process back when it dies.
    """

    def __init__(
        self, data_dir: Path, binary: Path | None = None, memory_mb: int | None = None
    ) -> None:
        self._memory_bytes = half_of_all() if memory_mb is None else memory_mb * MB
        self._home = data_dir.absolute() / "store"
        self._binary = binary
        self._process = StoreProcess(self._home)
        self._node_lock: int | None = None
        self._is_stopping = False

    @classmethod
    async def start(
        cls,
        data_dir: Path,
        *,
        binary: Path | None = None,
        owner_wait_s: float = OWNER_WAIT_S,
        memory_mb: int | None = None,
    ) -> Self:
        """Own `data_dir` (made if missing) and have a store process answer on it.

        Args:
            data_dir: everything durable lies here, readable by this user alone.
            binary: the store program; found by `find_binary` if None.
            owner_wait_s: how long another program may take to release the directory.
            memory_mb: how much it may hold before it refuses writes; half of all memory if None.

        Raises:
            StoreUnavailable: another program owns the directory, no store program runs here,
                or it does not come up; the text is one line for the operator.
        """
        store = cls(data_dir, binary, memory_mb)
        try:
            store._home.mkdir(mode=0o700, parents=True, exist_ok=True)
            await store._own(owner_wait_s)
            await store._run()
        except OSError as error:
            store._disown()
            raise StoreUnavailable(f"the data directory cannot be used: {error}") from error
        except BaseException:
            store._disown()
            raise
        return store

    @classmethod
    async def repair(cls, data_dir: Path, *, binary: Path | None = None) -> Repair:
        """Cut a damaged log off where its whole commands end, and see that the store reads it.

        Raises:
            StoreUnavailable: the directory is in use, its store runs, or it cannot be read even
                then; the text is one line for the operator.
        """
        store = cls(data_dir, binary)
        try:
            await store._own(0)
            if store._process.is_alive():
                raise StoreUnavailable(f"the store of {data_dir} runs: there is nothing to repair")
            done = repair(store._home)
            await store._run()
            await store.stop()
        except OSError as error:
            raise StoreUnavailable(f"the data directory cannot be used: {error}") from error
        finally:
            store._disown()
        return done

    @property
    def url(self) -> str:
        """The address for `open_store`."""
        return f"unix://{quote(str(self._process.socket))}"

    async def supervise(self) -> None:
        """Start the process again whenever it dies, sooner or later; return after `stop`."""
        pause_s = FIRST_PAUSE_S
        while True:
            try:
                async with asyncio.timeout(STEADY_S):
                    await self._process.until_gone()
            except TimeoutError:
                pause_s = FIRST_PAUSE_S
                await self._process.until_gone()
            if self._is_stopping:
                return
            log.warning("store process is gone", extra={"pause_s": pause_s})
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
            await self._run_again()

    async def stop(self, *, wait_s: float = STOP_WAIT_S) -> None:
        """Have the process write everything and end, then release the directory.

        A process that does not end within `wait_s` is left running, for the next start to adopt.
        """
        self._is_stopping = True
        try:
            async with asyncio.timeout(wait_s):
                while self._process.is_alive():
                    await self._process.ask(b"SHUTDOWN")
                    await asyncio.sleep(POLL_S)
            self._process.reap()
        except TimeoutError:
            log.warning("store process does not stop; it is left to the next start")
        finally:
            self._disown()

    async def _run_again(self) -> None:
        last_line = "" if self._process.is_alive() else self._process.reap()
        try:
            await self._run()
        except (OSError, StoreUnavailable) as error:
            log.warning("store process does not start", extra={"reason": str(error)})
        else:
            log.warning("store process was started again", extra={"last_line": last_line})

    async def _run(self) -> None:
        """Start a process unless one lives, and wait until it answers."""
        is_started = False
        try:
            async with asyncio.timeout(LOADING_WAIT_S):
                while not await self._process.answers() and not self._is_stopping:
                    if not self._process.is_alive():
                        if is_started:
                            raise StoreUnavailable(self._ended(self._process.reap()))
                        self._process.start(self._program())
                        is_started = True
                    await asyncio.sleep(POLL_S)
                # Not on its command line: an adopted one has to get it too.
                await self._process.ask(b"CONFIG SET maxmemory %d" % self._memory_bytes)
        except TimeoutError:
            raise StoreUnavailable(f"the store process of {self._home} does not answer") from None

    def _ended(self, last_line: str) -> str:
        """Why a process ended at once, as a line for the operator."""
        text = f"the store ended at once: {last_line}"
        if not any(words in last_line for words in _DAMAGED):
            return text
        data_dir = self._home.parent
        return (
            f"the log in {self._home / FOLDER} is damaged: run xiangqi-server repair "
            f"--data-dir {data_dir} (it makes a copy first), or restore a backup; {text}"
        )

    def _program(self) -> Path:
        if self._binary is None:
            self._binary = find_binary()
        elif not runs(self._binary):
            raise StoreUnavailable(f"{self._binary} is no store program that runs here")
        return self._binary

    async def _own(self, wait_s: float) -> None:
        path = self._home / "node.lock"
        try:
            async with asyncio.timeout(wait_s):
                while (lock := lock_file(path)) is None:  # noqa: ASYNC110  # a lock sends no news
                    await asyncio.sleep(POLL_S)
        except TimeoutError:
            raise StoreUnavailable(
                f"{self._home.parent} is in use by process {path.read_text()}: stop that one, "
                "or choose another --data-dir"
            ) from None
        self._node_lock = lock
        os.truncate(lock, 0)
        os.write(lock, str(os.getpid()).encode())

    def _disown(self) -> None:
        if self._node_lock is not None:
            os.close(self._node_lock)
            self._node_lock = None
