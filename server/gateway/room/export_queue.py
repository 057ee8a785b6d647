"""Who may wait for a file: a few of each, so that nobody keeps the others from theirs.

Writing a game out means replaying it, which is the dearest thing anybody may ask for. One game
of a node is replayed at a time; a holder (a player, or an address) has few places in the
queue and keeps each until its file is handed over, so that who does not read cannot ask for more.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from server.aggregate.refusal import RefusalCode, Refused

PLACES: Final = 16
"""So many files are asked for and not handed over yet, on one node."""
PLACES_OF_ONE: Final = 2
"""So many of them by one holder."""
RETRY_MS: Final = 2_000


class ExportQueue:
    """The places of one node. Owned by `Exports`."""

    def __init__(self) -> None:
        self._places: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._places.total()

    def enter(self, holder: str) -> Callable[[], None]:
        """Take a place for a file; what is given back frees it, and may be called again.

        Args:
            holder: who asks, "" for one that no limit by address counts.

        Raises:
            Refused: `TOO_FAST`, there is none.
        """
        if len(self) >= PLACES or (holder and self._places[holder] >= PLACES_OF_ONE):
            raise Refused(RefusalCode.TOO_FAST, retry_ms=RETRY_MS)
        self._places[holder] += 1
        is_held = True

        def leave() -> None:
            nonlocal is_held
            if is_held:
                is_held = False
                self._places[holder] -= 1
                self._places += Counter()  # forgets whom it counts no more

        return leave

    @contextmanager
    def place(self, holder: str) -> Iterator[None]:
        """Hold a place for the time of the block.

        Raises:
            Refused: `TOO_FAST`, there is none.
        """
        leave = self.enter(holder)
        try:
            yield
        finally:
            leave()
