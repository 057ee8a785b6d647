"""How long the event loop was held: seen by a timer that rings too late."""

import asyncio
from typing import Final

PERIOD_S: Final = 0.25


class Stalls:
    """Looks at the loop it was started on, four times a second.

    Attributes:
        total_s: by how much the timer was late, all together.
    """

    def __init__(self) -> None:
        self.total_s = 0.0
        self._worst_s = 0.0
        self._due_s = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to look; call it on the loop."""
        loop = asyncio.get_running_loop()
        self._due_s = loop.time() + PERIOD_S
        self._timer = loop.call_at(self._due_s, self._rang)

    def stop(self) -> None:
        """Look no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def worst_s(self) -> float:
        """The longest delay since this was last asked."""
        worst_s, self._worst_s = self._worst_s, 0.0
        return worst_s

    def _rang(self) -> None:
        late_s = asyncio.get_running_loop().time() - self._due_s
        self.total_s += late_s
        self._worst_s = max(self._worst_s, late_s)
        self.start()
