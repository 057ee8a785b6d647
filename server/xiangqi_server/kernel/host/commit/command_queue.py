"""What waits for one aggregate of a node, in order."""

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Final

from msgspec import Struct

from xiangqi_server.kernel.aggregate.refusal import CommonRefusal
from xiangqi_server.kernel.faults import Faults
from xiangqi_server.kernel.host.commit.draft import Rejected, Task
from xiangqi_server.kernel.host.replica import Replica
from xiangqi_server.kernel.store.feed import Publication
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.values import Outage


class Provided(Struct, frozen=True):
    """What the worker has waited for in one round, after which it decides.

    Fields:
        has_gathered, has_read: it waited for more commands, or read the log.
        has_heartbeat: it waited for a heartbeat just now, which suffices for what came before it,
            however late the answer was.
        found_out_for: something was found out when this was the latest command.
    """

    has_gathered: bool = False
    has_read: bool = False
    has_heartbeat: bool = False
    found_out_for: list[Task] | None = None


NOTHING: Final = Provided()


class CommandQueue(Struct, eq=False):
    """Made when something comes for an aggregate at rest; gone when all of it is done.

    Fields:
        replica: the aggregate.
        tasks: commands to decide; `batch` are those being decided.
        pending_reads: the futures of callers that want to see the loaded state.
        publications: those that came in the meantime.
        is_stale: the log may have gone on elsewhere.
        found_out: what has to be found out first, None for nothing.
        is_read: the aggregate was read just now, so it need not be watched to be up to date.
        provided: what the worker has waited for in this round.
        outages: those that the batch applies, None for none; its first commands are the
            `credits_due` for them, so many.
    """

    replica: Replica
    tasks: list[Task] = []
    batch: list[Task] = []
    pending_reads: list[asyncio.Future[Replica]] = []
    publications: list[Publication] = []
    is_stale: bool = False
    found_out: Awaitable[None] | None = None
    is_read: bool = False
    provided: Provided = NOTHING
    outages: tuple[Outage, ...] | None = None
    credits_due: int = 0

    @property
    def is_left(self) -> bool:
        """Something still waits."""
        return bool(self.tasks or self.pending_reads or self.publications or self.is_stale)

    def show(self) -> None:
        """Answer the pending reads, because the state is the latest."""
        while self.pending_reads and self.replica.is_fresh and not self.is_stale:
            pending_read = self.pending_reads.pop(0)
            if not pending_read.done():  # its caller may be gone
                pending_read.set_result(self.replica)

    def apply_outages(self, outages: tuple[Outage, ...], credits_due: Sequence[Task]) -> None:
        """Have the credits for outages decided first of all."""
        self.tasks[:0] = credits_due
        self.outages, self.credits_due = outages, len(credits_due)

    def note_applied(self) -> None:
        """Note that the credits of the batch are stored."""
        if self.outages is not None:
            self.replica.applied_outages, self.outages, self.credits_due = self.outages, None, 0

    def begin_batch(self, most: int) -> None:
        """Take the oldest commands for the next append, `most` at most."""
        taken = most - len(self.batch)
        self.batch += self.tasks[:taken]
        del self.tasks[:taken]

    def give_back(self) -> None:
        """Have the commands of the batch decided later, before all others; outages are not taken.

        Outages are offered again later.
        """
        self.tasks[:0] = self.batch[self.credits_due :]
        self.batch, self.outages, self.credits_due = [], None, 0

    def give_up(self, faults: Faults) -> None:
        """Tell all who still wait that the outcome is unknown; after success nobody waits."""
        for task in (*self.batch, *self.tasks):
            with faults.contained("answer"):
                task.tell(Rejected(CommonRefusal.UNAVAILABLE, "", self.replica.head.version))
        for pending_read in self.pending_reads:
            if not pending_read.done():
                pending_read.set_exception(StoreUnavailable("there is no store to look into"))
