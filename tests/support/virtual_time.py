"""An event loop whose time passes only when everybody waits, and then all at once.

Where asyncio would sleep until the next timer, this loop sets its clock to that timer.
An hour of the game's clock costs nothing, two runs are the same, and if everybody waits
for ever, the test fails at once instead of hanging.
"""

import asyncio
import selectors
from collections.abc import Callable, Mapping
from selectors import SelectorKey
from typing import Final

import pytest

START_MS: Final = 1_700_000_000_000
"""What the store's clock shows when a virtual loop begins."""


class Deadlock(Exception):
    """Nothing is ready, no timer runs: what the test waits for can never come."""


class _Leap(selectors.DefaultSelector):
    """Asks the loop's own sockets, but never waits for them."""

    now_s: float = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        ready = super().select(0)
        if not ready:
            if timeout is None:
                raise Deadlock
            self.now_s += timeout
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """See the module; its time begins with 0."""

    def __init__(self) -> None:
        self._leap = _Leap()
        super().__init__(self._leap)

    def time(self) -> float:
        """Seconds since the loop began, all of them virtual."""
        return self._leap.now_s

    def forget(self) -> None:
        """End every task but the one that asks, and every timer: a process is killed."""
        for task in asyncio.all_tasks(self) - {asyncio.current_task(self)}:
            task.cancel()
        timers: list[asyncio.TimerHandle] = getattr(self, "_scheduled")  # noqa: B009 - asyncio's own
        for timer in timers:
            timer.cancel()


LOOPS: Final[Mapping[str, type[VirtualLoop]]] = {"virtual": VirtualLoop}


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Have every asynchronous test of a folder run on this loop: its `conftest` imports this."""
    return LOOPS


def local_ms() -> int:
    """The virtual milliseconds since the loop began."""
    return round(asyncio.get_running_loop().time() * 1000)


def store_ms() -> int:
    """The store's time in a virtual loop."""
    return START_MS + local_ms()


async def pass_ms(duration_ms: int) -> None:
    """Let virtual time pass; costs none."""
    await asyncio.sleep(duration_ms / 1000)
