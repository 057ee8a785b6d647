"""How many of a kind are served in a turn of the loop: thousands at once hold up no other work.

What reaches one turn of the loop is served before anything else gets a turn. A crowd comes at once,
after a restart for instance, asks for one thing at once, and is gone at once when a line is cut.
Thousands of handshakes, messages or losses are then ready at the same moment. At fifteen to fifty
microseconds each they would hold the loop for a tenth of a second.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

CONNECTIONS_A_TURN: Final = 100
"""How many connections open or close in a turn of the loop: some 5 ms."""
MESSAGES_A_TURN: Final = 300
"""How many connections are read in a turn of the loop: some 5 ms."""


class TurnBudget:
    """What may be served in this turn; the rest waits for later ones, in the order it came."""

    __slots__ = ("_a_turn", "_left", "_waiting")

    def __init__(self, a_turn: int) -> None:
        self._a_turn = self._left = a_turn
        self._waiting: deque[Callable[[], None]] = deque()

    def take(self) -> bool:
        """Whether one more is served in this turn; one that is not has to `wait`."""
        if not self._left:
            return False
        if self._left == self._a_turn:
            asyncio.get_running_loop().call_soon(self._begin_turn)
        self._left -= 1
        return True

    def wait(self, go_on: Callable[[], None]) -> None:
        """Have one that was not served called in a later turn."""
        self._waiting.append(go_on)

    def _begin_turn(self) -> None:
        served = min(self._a_turn, len(self._waiting))
        self._left = self._a_turn - served
        if served:
            asyncio.get_running_loop().call_soon(self._begin_turn)
        for _ in range(served):
            self._waiting.popleft()()
