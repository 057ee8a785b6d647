"""Tasks that end by themselves, and are waited for when the node stops."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterable
from typing import Final, TypeVar

from xiangqi_server.kernel.faults import Faults

T = TypeVar("T")

A_TURN: Final = 16
"""How many of many are done in a turn of the loop, where each may be decided in that turn."""


async def in_turns(items: Iterable[T]) -> AsyncIterator[T]:
    """All of them, `A_TURN` in a turn of the loop, so that many at once hold up nobody else."""
    for number, item in enumerate(items, start=1):
        yield item
        if number % A_TURN == 0:
            await asyncio.sleep(0)


class RunningTasks:
    """The tasks of one node that end by themselves. Owned by the host."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._running: set[asyncio.Task[None]] = set()

    def start(self, coroutine: Coroutine[None, None, None]) -> None:
        """Run a coroutine that ends by itself, and count its error as a bug."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self._running.add(task)
        task.add_done_callback(self._ended)

    async def drain(self) -> None:
        """Wait until all have ended."""
        while self._running:
            await asyncio.wait(self._running)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._faults.note("task", error)
