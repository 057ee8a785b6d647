"""What addresses have taken of one row of the table of limits, as nodes tell each other of it.

Theory of operation. Time goes by in spans in which an empty bucket of the row fills. A node adds up
what each address takes at it in the present span, and tells the sum of those who have taken a
good part; the store answers with the sum of all nodes. What the others have taken since the last
time is charged to the bucket here. When a node hears of them for the first time in a span, what
has been refilled since the span began is left out. So an address has its share once, but for what
it can take elsewhere within a second, or take below the part that is told; it then owes that.
"""

from typing import Final, NamedTuple

from server.limits import Limit, shares_of

PARTS: Final = 64
"""Below this part of a bucket nothing is told: most addresses never cost a call. A node can take so
much unseen, so all nodes of a large machine together take one bucket more."""


class Sum(NamedTuple):
    """What an address has taken in a span: of which row, and which span."""

    limit: str
    span: int
    address: str


class Spent:
    """One for each row of each node that has others beside it."""

    __slots__ = ("_elsewhere", "_fresh", "_limit", "_span", "_taken")

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._span = 0
        self._taken: dict[str, int] = {}
        self._elsewhere: dict[str, int] = {}
        self._fresh: set[str] = set()

    @property
    def holds_ms(self) -> int:
        """How long a sum matters."""
        return self._limit.whole_ms

    def note(self, address: str, count: int, now_ms: int) -> None:
        """An address has taken some here."""
        self._begin(now_ms)
        taken = self._taken[address] = self._taken.get(address, 0) + count
        if taken * PARTS >= self._limit.burst * shares_of(address):
            self._fresh.add(address)

    def give_back(self, address: str, count: int) -> None:
        """It was given back here."""
        if address in self._taken:
            self._taken[address] = max(0, self._taken[address] - count)

    def news(self, now_ms: int) -> dict[Sum, int]:
        """What the others should know, each once."""
        self._begin(now_ms)
        fresh, self._fresh = self._fresh, set()
        return {Sum(self._limit.name, self._span, one): self._taken[one] for one in fresh}

    def more_elsewhere(self, told: Sum, own: int, total: int, now_ms: int) -> int:
        """How many more the other nodes have given than was known here; `own` is what was told."""
        if told.span != self._span:
            return 0
        elsewhere, known = max(0, total - own), self._elsewhere.get(told.address)
        self._elsewhere[told.address] = elsewhere
        if known is None:
            shares, elapsed_ms = shares_of(told.address), now_ms % self._limit.whole_ms
            known = elapsed_ms * shares // self._limit.every_ms
        return max(0, elsewhere - known)

    def _begin(self, now_ms: int) -> None:
        """Begin a span, if it is time."""
        span = now_ms // self._limit.whole_ms
        if span != self._span:
            self._span = span
            for kept in (self._taken, self._elsewhere, self._fresh):
                kept.clear()
