"""Texts that are written in one go: one at a time, and a long one is followed by a long rest.

The standings of a large tournament take 70 ms to write out, and nobody is served meanwhile. Whoever
asks for them again and again, from however many addresses, gets a tenth of the node's time.
"""

import asyncio
from collections.abc import Callable
from typing import Final

REST: Final = 9
"""How many times as long as the writing of a text nothing else is written."""


class PacedWriting:
    """Owned by what writes.

    Args:
        now_ms: a clock that is never set back.
    """

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._turn = asyncio.Lock()

    async def write(self, write: Callable[[], str]) -> str:
        """What `write` gives, when it is its turn."""
        await self._turn.acquire()
        begun_ms = self._now_ms()
        try:
            return write()
        finally:
            rest_ms = REST * (self._now_ms() - begun_ms)
            asyncio.get_running_loop().call_later(rest_ms / 1000, self._turn.release)
