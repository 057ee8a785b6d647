"""A review as a value: the scores of the positions of one game, found part by part.

Workers are processes that may be killed at any moment. One that takes a review has it for a while,
and each part that it hands over gives it as long again. When that time is over anybody may take the
review, and goes on where the last part ended.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from xiangqi_server.kernel.aggregate.spans import DAY_MS

LEASE_MS: Final = 90_000
"""For so long a worker has a review without handing anything over."""
MOST_LEASES: Final = 3
"""After so many leases without a result a review is given up."""
KEPT_MS: Final = 180 * DAY_MS
"""For so long a review is kept after it was done."""


class Lease(Struct, frozen=True, array_like=True, gc=False):
    """A worker has the work, by a fresh id, until a moment."""

    id: str
    until_ms: int


class Review(Struct, frozen=True):
    """The review of one game; its id is the room's.

    Fields:
        plies: how many moves the game has; None until it is asked for.
        by: the player that asked.
        asked_ms, done_ms: when; 0 for not yet.
        lease: the one that was given last.
        fruitless: leases since the last result.
        scores, best, lines: as in `Findings`, of all positions so far.
        engine: the name of the one that looked last.
        is_quick: our own engine found some of it.
        depths: the plies that engines looked ahead, all together.
        is_given_up: no worker could do it.
        forgotten: 1 once what was found is gone, 2 once the log is without it as well.
    """

    id: str
    plies: int | None = None
    by: str = ""
    asked_ms: int = 0
    done_ms: int = 0
    lease: Lease = Lease("", 0)
    fruitless: int = 0
    scores: tuple[int, ...] = ()
    best: str = ""
    lines: Mapping[int, str] = field(default_factory=dict)
    engine: str = ""
    is_quick: bool = False
    depths: int = 0
    is_given_up: bool = False
    forgotten: int = 0

    @classmethod
    def empty(cls, room: str) -> "Review":
        """The review of a game, before it is asked for."""
        return cls(room)

    @property
    def is_open(self) -> bool:
        """Somebody waits for it."""
        return self.plies is not None and not (self.is_done or self.is_given_up)

    @property
    def is_done(self) -> bool:
        """Every position has its score."""
        return self.plies is not None and len(self.scores) > self.plies

    @property
    def free_ms(self) -> int:
        """From when on a worker may take it."""
        return max(self.asked_ms, self.lease.until_ms)

    @property
    def depth(self) -> int:
        """How many plies were looked ahead, on average."""
        return round(self.depths / len(self.scores)) if self.scores else 0

    def is_worked_on(self, now_ms: int) -> bool:
        """A worker has it at this moment."""
        return self.is_open and now_ms < self.lease.until_ms


def due_at_ms(review: Review) -> int | None:
    """When a review that is done is forgotten; at once, where only its log is left."""
    if forces_snapshot(review):
        return 1
    return review.done_ms + KEPT_MS if review.done_ms else None


def forces_snapshot(review: Review) -> bool:
    """What was found has to leave the log, with the next event."""
    return review.forgotten == 1
