"""How long something that goes away again and again must be there before it counts as back.

Each time it goes and comes, players are told so and get time back. On what does that again and
again nobody can play: it has to answer for a while first, each time for twice as long.
"""

from collections.abc import Callable
from typing import Final

CALM_S: Final = 10.0
"""Something that has been there for this long starts afresh when it goes away."""
AT_ONCE: Final = 2
"""How many times it counts as back with its first answer."""
LONGEST_S: Final = 4.0


class Damping:
    """Of a store, or of a part of it, as one node sees it.

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
        """It has answered: whether for long enough by now."""
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
