"""The written moves of a game, and how a long list of them stays a cheap value.

Every `Score` is a view of the first `n` lines of a list it shares with the scores it came
from. Adding a line at the end of that list is O(1) and changes no older view; adding a
*different* line where another branch has gone on copies the list. Nothing ever removes
or replaces a line of a shared list, so a score behaves as an immutable sequence.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec import Struct


class Receipt(Struct, frozen=True, array_like=True, gc=False):
    """What a turn took, written as a list of its three fields without their names.

    Fields:
        spent_ms: how long the turn took, until the move arrived; 0 for a premove.
        compensated_ms: of that, what was not charged; see *Receipts*.
        quota_ms: lag of that side that could still be compensated afterwards.
    """

    spent_ms: int
    compensated_ms: int
    quota_ms: int


class MoveLine(Struct, frozen=True, array_like=True, gc=False):
    """One move, written as a list of its fields without their names.

    Fields:
        uci: its two squares.
        wxf: in WXF notation.
        chinese: in Chinese notation (simplified).
        receipt: what its turn took; null where it is not kept.
    """

    uci: str
    wxf: str
    chinese: str
    receipt: Receipt | None = None


@lru_cache(maxsize=8_192)
def _shared(text: str) -> str:
    """The text that all lines share in which this one stands; there are a few thousand."""
    return text


def line_of(uci: str, wxf: str, chinese: str, receipt: Receipt | None) -> MoveLine:
    """The line of a move; texts of its own, as a record gives them, would weigh more than it."""
    return MoveLine(_shared(uci), _shared(wxf), _shared(chinese), receipt)


class Score:
    """The lines of a game from its first move, an immutable sequence."""

    __slots__ = ("_length", "_shared")

    def __init__(self, lines: Iterable[MoveLine] = ()) -> None:
        self._shared = list(lines)
        self._length = len(self._shared)

    def plus(self, line: MoveLine) -> "Score":
        """The score with one more line."""
        shared, length = self._shared, self._length
        if length == len(shared):
            shared.append(line)
        elif shared[length] != line:
            shared = [*shared[:length], line]
        score = Score.__new__(Score)
        score._shared, score._length = shared, length + 1
        return score

    def first(self, count: int) -> "Score":
        """The score as it was when it had `count` lines.

        Raises:
            IndexError: it has fewer.
        """
        if not 0 <= count <= self._length:
            raise IndexError(count)
        return Score(self._shared[:count])

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, ply: int) -> MoveLine:
        if not 0 <= ply < self._length:
            raise IndexError(ply)
        return self._shared[ply]

    def __iter__(self) -> Iterator[MoveLine]:
        return iter(self._shared[: self._length])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Score) and list(self) == list(other)

    def __repr__(self) -> str:
        return f"Score({list(self)!r})"
