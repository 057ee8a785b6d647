"""What ends by itself and is waited for when the node stops: tasks, futures, calls that are due."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from server.faults import Faults


class RunningTasks:
    """Whatever ends by itself on one node. Owned by the host."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._running: set[asyncio.Future[Any]] = set()
        self._due_count = 0

    def start(self, coroutine: Coroutine[None, None, None]) -> None:
        """Run a coroutine that ends by itself."""
        self.add(asyncio.get_running_loop().create_task(coroutine))

    def add(self, future: asyncio.Future[Any]) -> None:
        """Have `drain` wait for a future, and count its error as a bug."""
        self._running.add(future)
        future.add_done_callback(self._ended)

    def call_soon(self, callback: Callable[[], None]) -> None:
        """Do something in the next turn of the loop, and count its error as a bug."""
        self._due_count += 1
        asyncio.get_running_loop().call_soon(self._call, callback)

    async def drain(self) -> None:
        """Wait until all have ended."""
        while self._running or self._due_count:
            if self._running:
                await asyncio.wait(self._running)
            else:
                await asyncio.sleep(0)  # whatever is due is done in this turn

    def _call(self, callback: Callable[[], None]) -> None:
        self._due_count -= 1
        with self._faults.contained("task"):
            callback()

    def _ended(self, future: asyncio.Future[Any]) -> None:
        self._running.discard(future)
        error = None if future.cancelled() else future.exception()
        if error is not None:
            self._faults.note("task", error)
