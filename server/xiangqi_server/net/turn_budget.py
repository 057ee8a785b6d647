"""How long one sort of work lasts in a turn of the loop: thousands at once hold up nobody else.

What reaches one turn of the loop is served before anything else gets a turn. A crowd comes at once,
after a restart for instance, asks for one thing at once, and is gone at once when a line is cut.
Thousands of handshakes, messages or losses are then ready at the same moment. At 15 to 150
microseconds each they would hold the loop for a tenth of a second and more.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

TURN_S: Final = 0.005
"""How long a turn may last; the last that is served in it may end later."""


class TurnBudget:
    """What may be served in this turn; the rest waits for later ones, in the order it came.

    Args:
        now_s: the clock that counts; None for that of the loop.
    """

    __slots__ = ("_loop", "_now_s", "_until_s", "_waiting")

    def __init__(self, now_s: Callable[[], float] | None) -> None:
        self._loop = asyncio.get_running_loop()  # asked once: it costs a system call
        self._now_s = now_s or self._loop.time
        self._until_s = 0.0  # 0 if nobody was served in this turn
        self._waiting: deque[Callable[[], None]] = deque()

    def take(self) -> bool:
        """Whether one more is served in this turn; one that is not has to `wait`."""
        if self._until_s:
            return self._now_s() < self._until_s
        self._begin()
        return True

    def wait(self, go_on: Callable[[], None]) -> None:
        """Have one that was not served called in a later turn."""
        self._waiting.append(go_on)

    def _begin(self) -> None:
        self._until_s = self._now_s() + TURN_S
        self._loop.call_soon(self._next_turn)

    def _next_turn(self) -> None:
        self._until_s = 0.0
        if self._waiting:
            self._begin()
        while self._waiting:
            self._waiting.popleft()()
            if self._now_s() >= self._until_s:
                break
