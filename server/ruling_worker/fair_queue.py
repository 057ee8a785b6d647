"""Whose question is next: everybody who asks in turn, however much one asks."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairLine:
    """Those who wait for one thing, or a few alike. Of one asker the questions keep their order.

    Whoever has just been served stands behind all others, so that a player with many games
    holds up these games alone.

    Args:
        places: how many are served at once.
    """

    def __init__(self, places: int = 1) -> None:
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._free = places

    @asynccontextmanager
    async def turn(self, asker: str, wait_s: float) -> AsyncIterator[None]:
        """Hold the turn for the time of the block.

        Raises:
            TimeoutError: it did not come within `wait_s`.
        """
        if self._free:
            self._free -= 1
        else:
            async with asyncio.timeout(wait_s):
                await self._wait(asker)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, asker: str) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(asker, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was given in the same moment
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give the turn to the first in line, or to nobody."""
        while self._waiting:
            asker = next(iter(self._waiting))
            questions = self._waiting.pop(asker)
            turn = questions.popleft()
            if questions:
                self._waiting[asker] = questions
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
