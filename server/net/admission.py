"""Lets newcomers in, so many in a turn of the loop: thousands at once hold up nobody else.

What reaches one turn of the loop is served before anything else gets a turn. A crowd that comes at
once, after a restart for instance, has thousands of handshakes, and then of first messages, ready
at the same moment; some fifty microseconds each, they would hold the loop for a tenth of a second.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

AT_ONCE: Final = 100
"""So many newcomers are served in a turn of the loop: some 5 ms."""


class Admission:
    """The newcomers of one listener, in the order in which they came."""

    __slots__ = ("_left", "_waiting")

    def __init__(self) -> None:
        self._left = AT_ONCE
        self._waiting: deque[tuple[Callable[[bytes], None], bytes]] = deque()

    def admits(self) -> bool:
        """Whether one more is served in this turn; one that is not has to `wait`."""
        if not self._left:
            return False
        if self._left == AT_ONCE:
            asyncio.get_running_loop().call_soon(self._begin_turn)
        self._left -= 1
        return True

    def wait(self, go_on: Callable[[bytes], None], data: bytes) -> None:
        """Have a newcomer that was not admitted go on with `data` in a later turn."""
        self._waiting.append((go_on, data))

    def _begin_turn(self) -> None:
        served = min(AT_ONCE, len(self._waiting))
        self._left = AT_ONCE - served
        if served:
            asyncio.get_running_loop().call_soon(self._begin_turn)
        for _ in range(served):
            go_on, data = self._waiting.popleft()
            go_on(data)
