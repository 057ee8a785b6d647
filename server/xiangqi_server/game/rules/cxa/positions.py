"""How many positions are looked at: the budget of a search, and of a whole judgement.

Positions are counted, not seconds: the winner does not depend on how fast or busy a machine is.
What a search takes depends on its ply alone, and is charged though the answer be remembered, so
neither does it depend on what was asked before.

A search is *easy* up to `FEW_POSITIONS`. Easy searches have a budget of their own: what they answer
is ruled on even where the budget of all others is spent.
"""

from collections.abc import Hashable
from typing import Final

FEW_POSITIONS: Final = 400
"""Of an easy search."""
MOST_POSITIONS: Final = 40_000
"""Of any search."""
MOST_BY_EASY_SEARCHES: Final = 40_000
MOST_IN_ALL: Final = 120_000
"""Of one judgement, by all its searches; the last of them may go beyond it."""


class TooManyPositions(Exception):
    """A search was given up."""


class PositionCount:
    """The positions of one search, of mates and of gains.

    Attributes:
        looked_at: how many so far.
        most: how many there may be.
    """

    __slots__ = ("looked_at", "most")

    def __init__(self, most: int) -> None:
        self.looked_at = 0
        self.most = most

    def add(self) -> None:
        """One more.

        Raises:
            TooManyPositions: there would be too many.
        """
        if self.looked_at >= self.most:
            raise TooManyPositions
        self.looked_at += 1


class Budget:
    """What is left for the searches of one judgement; the same search is charged once."""

    def __init__(self, most: int = MOST_IN_ALL) -> None:
        self._left = most
        self._left_to_easy = MOST_BY_EASY_SEARCHES
        self._charged: set[Hashable] = set()

    def allows(self, search: Hashable, *, easy: bool) -> bool:
        """Whether a search may be made now."""
        left = self._left_to_easy if easy else self._left
        return left > 0 or (search, easy) in self._charged

    def charge(self, search: Hashable, positions: int, *, easy: bool) -> None:
        """Take off what a search took, whether it was made or is remembered."""
        if (search, easy) in self._charged:
            return
        self._charged.add((search, easy))
        if easy:
            self._left_to_easy -= positions
        else:
            self._left -= positions
