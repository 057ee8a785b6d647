"""How much memory a store may use, by what the machine has, and how much it uses."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, NamedTuple

from xiangqi_server.kernel.store.port import StoreError

LOOK_S: Final = 5.0
MB: Final = 1 << 20
_CGROUP_LIMITS: Final = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)


class Memory(NamedTuple):
    """What a store uses, and at how much it takes no more; 0 means no limit."""

    used_bytes: int
    limit_bytes: int


class MemoryWatch:
    """The memory of a store as it was seen last; zeros as long as it cannot be asked.

    Args:
        ask: asks the store.
    """

    def __init__(self, ask: Callable[[], Awaitable[Memory]]) -> None:
        self._ask = ask
        self.seen = Memory(0, 0)

    async def run(self) -> None:
        """Look now and then, until cancelled."""
        while True:
            try:
                self.seen = await self._ask()
            except StoreError:
                self.seen = Memory(0, 0)
            await asyncio.sleep(LOOK_S)


def half_of_all() -> int:
    """Half of the bytes of memory that this machine, or this container, has.

    The other half is for what a store needs while it rewrites its log, and for everybody else.
    """
    limits = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    for place in _CGROUP_LIMITS:
        try:
            limits.append(int(place.read_text()))
        except (OSError, ValueError):  # there is no such file, or it says "max"
            continue
    return min(limits) // 2
