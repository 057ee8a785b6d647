"""The order of questions: first the asker that has used the least time so far.

This is start-time fair queueing. Each asker has a time of its own, which goes on by what its turns
take. A new asker begins at the time of the turn that is held, so no asker saves up turns by
waiting. So many questions of one asker hold up these alone. Many askers that keep the line full
hold up a newcomer by the turn that is held, and no further.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

LEAST_S: Final = 0.001
"""What a turn costs at least, so that askers of short questions take turns too."""


class FairLine:
    """The askers that wait for one thing, or a few alike. Of one asker they keep their order.

    Args:
        places: how many are served at once.
    """

    def __init__(self, places: int = 1) -> None:
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._next_s: dict[str, float] = {}
        self._now_s = 0.0
        self._free = places

    @asynccontextmanager
    async def turn(self, asker: str, wait_s: float | None = None) -> AsyncIterator[None]:
        """Hold the turn for the time of the block.

        Raises:
            TimeoutError: it did not come within `wait_s`; without a number it waits on.
        """
        if self._free:
            self._free -= 1
        else:
            async with asyncio.timeout(wait_s):
                await self._wait(asker)
        self._now_s = max(self._now_s, self._next_s.get(asker, 0.0))
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        try:
            yield
        finally:
            self._next_s[asker] = self._now_s + max(LEAST_S, loop.time() - began_s)
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
        """Give the turn to the asker that has used the least, the first of equals, if any waits."""
        self._forget()
        while self._waiting:
            asker = min(self._waiting, key=lambda who: self._next_s.get(who, self._now_s))
            questions = self._waiting.pop(asker)
            turn = questions.popleft()
            if questions:
                self._waiting[asker] = questions
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _forget(self) -> None:
        """Drop the times of askers that are no longer ahead of any other."""
        self._next_s = {who: at_s for who, at_s in self._next_s.items() if at_s > self._now_s}
