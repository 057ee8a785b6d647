"""What addresses have taken of one row of the table of limits, as nodes tell each other of it.

Theory of operation. Time goes by in spans in which an empty bucket of the row fills. A node adds up
what each address takes at it in the present span, and sends the sum of those that have taken a
good part. The store answers with the sum of all nodes. What the others have taken since the last
time is charged to the bucket here. When a node first hears of them in a span, the refill since the
span began is left out. That does not apply if it had heard of them in the span before.

To hear of an address in a span takes a node one call to the store. Until then the address gets no
more there than its share divided by the nodes. So it has its share once, and at most once more
at the first moment; what it takes too much within a second, it then owes.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from xiangqi_server.limits import Limit, shares_of

PARTS: Final = 64
"""Below this part of a bucket nothing is sent: most addresses never cost a call. A node can take
so much unseen, so all nodes of a large machine together take one bucket more."""

STEPS: Final = 8
"""After so many parts of a node's part of a bucket, the sum of an address is sent at once."""


class Sum(NamedTuple):
    """What an address has taken in a span: of which row, and which span."""

    limit: str
    span: int
    address: str


class Spent:
    """One for each row of each node that has others beside it.

    Args:
        nodes: how many nodes there are.
        ask: has new sums sent at once, and the sums of others asked for.
    """

    __slots__ = (
        "_ask",
        "_elsewhere",
        "_fresh",
        "_heard_before",
        "_limit",
        "_nodes",
        "_sent",
        "_span",
        "_taken",
    )

    def __init__(self, limit: Limit, nodes: Callable[[], int], ask: Callable[[], None]) -> None:
        self._limit = limit
        self._nodes = nodes
        self._ask = ask
        self._span = 0
        self._heard_before: frozenset[str] = frozenset()
        self._taken: dict[str, int] = {}
        self._sent: dict[str, int] = {}
        self._elsewhere: dict[str, int] = {}
        self._fresh: set[str] = set()

    @property
    def holds_ms(self) -> int:
        """How long a sum matters."""
        return self._limit.whole_ms

    def may_take(self, address: str, count: int, now_ms: int) -> bool:
        """Whether an address may take so many here, by what is known of the other nodes."""
        self._begin(now_ms)
        if address in self._elsewhere:
            return True
        taken = self._taken.get(address, 0)
        most = self._limit.burst * shares_of(address) // self._nodes()
        return not taken or taken + count <= most

    def note(self, address: str, count: int, now_ms: int) -> None:
        """An address has taken some here."""
        self._begin(now_ms)
        taken = self._taken[address] = self._taken.get(address, 0) + count
        if taken * PARTS >= self._limit.burst * shares_of(address):
            self._fresh.add(address)
            unsent = taken - self._sent.get(address, 0)
            if unsent * STEPS * self._nodes() >= self._limit.burst * shares_of(address):
                self._ask()

    def give_back(self, address: str, count: int) -> None:
        """It was given back here."""
        if address in self._taken:
            self._taken[address] = max(0, self._taken[address] - count)

    def news(self, now_ms: int) -> dict[Sum, int]:
        """What the others should know, each once."""
        self._begin(now_ms)
        fresh, self._fresh = self._fresh, set()
        self._sent |= {address: self._taken[address] for address in fresh}
        name, span = self._limit.name, self._span
        return {Sum(name, span, address): self._taken[address] for address in fresh}

    def more_elsewhere(self, sent: Sum, own: int, total: int, now_ms: int) -> int:
        """How many more the other nodes have given than was known here; `own` is what was sent."""
        if sent.span != self._span:
            return 0
        elsewhere, known = max(0, total - own), self._elsewhere.get(sent.address)
        self._elsewhere[sent.address] = elsewhere
        if known is None and sent.address in self._heard_before:
            known = 0
        elif known is None:
            shares, elapsed_ms = shares_of(sent.address), now_ms % self._limit.whole_ms
            known = elapsed_ms * shares // self._limit.every_ms
        return max(0, elsewhere - known)

    def _begin(self, now_ms: int) -> None:
        """Begin a span, if it is time."""
        span = now_ms // self._limit.whole_ms
        if span != self._span:
            self._span = span
            self._heard_before = frozenset(self._elsewhere)
            for kept in (self._taken, self._sent, self._elsewhere, self._fresh):
                kept.clear()
