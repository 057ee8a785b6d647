"""How long something that goes away again and again must be there before it counts as back.

Each time it goes and comes back, players hear of it and get time back. Nobody can play on a store
that does that again and again, so it has to answer for a while first, each time for twice as long.
"""

from collections.abc import Callable
from typing import Final

CALM_S: Final = 10.0
"""After being there for this long, earlier absences no longer count."""
AT_ONCE: Final = 2
"""How many times it counts as back at its first answer."""
LONGEST_S: Final = 4.0


class Damping:
    """The comings and goings of a store, or of a part of it, as one node sees them.

    Args:
        now_s: a clock that is never set back.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._times = 0
        self._back_s = -CALM_S
        self._answers_since_s: float | None = None

    def gone(self) -> None:
        """It is away from now on."""
        is_again = self._now_s() - self._back_s < CALM_S
        self._times = self._times + 1 if is_again else 1
        self._answers_since_s = None

    def silent(self) -> None:
        """It was asked, and has not answered."""
        self._answers_since_s = None

    def is_back(self) -> bool:
        """It has answered; returns whether it counts as back by now."""
        now_s = self._now_s()
        if self._answers_since_s is None:
            self._answers_since_s = now_s
        if now_s - self._answers_since_s < self._wait_s:
            return False
        self._back_s = now_s
        return True

    @property
    def _wait_s(self) -> float:
        doubled = min(self._times, 10) - AT_ONCE - 1
        return min(2.0**doubled, LONGEST_S) if doubled >= 0 else 0.0
