"""Places in a queue for work that a node does piece by piece: few for one holder, bounded for all.

A client that finds no place hears when to come again, so that it does not wait here.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.limits import shares_of
from xiangqi_server.wire.refusals import MessageRefusal


class WaitingPlaces:
    """The places of one node for one sort of work. Owned by what does it.

    Args:
        most: how many there are.
        of_one: how many of them one holder may have.
        retry_ms: after how long to come again if there is no place.
        crowded_at: while fewer than so many are taken, a holder may have any number of them.
    """

    def __init__(self, most: int, of_one: int, retry_ms: int, *, crowded_at: int = 0) -> None:
        self._most = most
        self._of_one = of_one
        self._retry_ms = retry_ms
        self._crowded_at = crowded_at
        self._held: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._held.total()

    def enter(self, holder: str) -> Callable[[], None]:
        """Take a place; the function given back frees it, and may be called again.

        Args:
            holder: the player or address, "" for a client that no limit by address counts.

        Raises:
            Refused: `TOO_FAST`, there is no place.
        """
        if len(self) >= self._most or self._has_its_share(holder):
            raise Refused(MessageRefusal.TOO_FAST, retry_ms=self._retry_ms)
        self._held[holder] += 1
        is_held = True

        def leave() -> None:
            nonlocal is_held
            if is_held:
                is_held = False
                self._held[holder] -= 1
                self._held += Counter()  # drops holders without a place

        return leave

    def _has_its_share(self, holder: str) -> bool:
        """Whether a holder has to leave the rest to others."""
        share = self._of_one * shares_of(holder)
        return bool(holder) and len(self) >= self._crowded_at and self._held[holder] >= share

    @contextmanager
    def place(self, holder: str) -> Iterator[None]:
        """Hold a place for the time of the block.

        Raises:
            Refused: `TOO_FAST`, there is no place.
        """
        leave = self.enter(holder)
        try:
            yield
        finally:
            leave()
