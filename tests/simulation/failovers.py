"""A simulated store that fails over: what is lost by it, who writes it back, and whose clock it is.

A replica that is promoted may lack the latest appends, unless these are answered only once it has
them (`REPLICA`); its clock may be another one. What was sent to the old primary reaches nobody. Who
wrote all that was lost of a log, and had its answers, must write it back before it goes on; what
nobody has written back when somebody else goes on is on another branch, which no node holds in the
end. The old primary may serve a node that has not heard of that. What lies beside the logs is not
lost here.
"""

import random
from collections.abc import Callable
from typing import Final, NamedTuple

from tests.simulation.faults import DEADLINE_MS, RecordingStore
from tests.simulation.ledger import Ledger
from tests.simulation.trace import Trace
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import local_ms, pass_ms, store_ms
from xiangqi_server.kernel.store.client.acknowledgement import PromiseKind
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.values import (
    AggregateId,
    Append,
    Appended,
    AppendResult,
    Restore,
    StoredEvent,
    heads_after,
)

KEPT_MS: Final = 10_000
COPIED_MS: Final = 5
WRITE_BACK_MS: Final = 2_000


class _Done(NamedTuple):
    """Something done to a log that had `version` before, and what takes it back."""

    at_ms: int
    aggregate: AggregateId
    version: int
    undo: Callable[[], None]


class FailingStore(RecordingStore):
    """See the module.

    Args:
        promise: what is acknowledged is at the primary alone, or at its replica too.
        repairs: nodes may write back what was lost; without, a law must break.
        settles: nodes wait until all have done so; without, logs fork.

    Attributes:
        ahead_ms: how much the clock of whoever is the primary now is ahead of the true time.
        promoted_ms: when that was, by the true time.
        lost: events that were taken, as long as their log stands where they followed.
        branched: appends lost for good, for somebody went on without them, and their logs.
        went_on: those who went on without what they had written themselves: there must be none.
        restored: how many events were written back.
        stored_ms: when each append was stored, by the true time.
    """

    def __init__(
        self, trace: Trace, promise: PromiseKind, *, repairs: bool = True, settles: bool = True
    ) -> None:
        super().__init__(lambda: store_ms() + self.ahead_ms)
        self.promise = promise
        self.ahead_ms = 0
        self.promoted_ms = 0
        self.lost: dict[AggregateId, list[StoredEvent]] = {}
        self.branched: dict[str, AggregateId] = {}
        self.went_on: list[tuple[AggregateId, str]] = []
        self.restored = 0
        self.stored_ms: dict[str, int] = {}
        self._repairs = repairs
        self._settles = settles
        self._chance: random.Random = trace.chance("failovers")
        self._done: list[_Done] = []

    async def append(self, request: Append) -> AppendResult:
        """See `Logs.append`.

        Raises:
            StoreUnavailable: the primary died before its replica had the append; or after.
        """
        if self.promise is PromiseKind.REPLICA:
            await self._until_copied(request)
        return await self._append(request)

    async def restore(self, request: Restore) -> bool:
        """See `Logs.restore`."""
        if not self._repairs:
            return False
        stood = len(self.history[request.aggregate])
        note = self._note(request.aggregate)
        is_there = await super().restore(request)
        if is_there and request.head.version == stood:
            self._done.append(note)
            self.record(request.aggregate, request.head, request.events)
            self.restored += len(request.events)
            lost = self.lost.pop(request.aggregate, [])[len(request.events) :]
            if lost:
                self.lost[request.aggregate] = lost
        return is_there

    async def finish(self, source: AggregateId, effect_id: str) -> None:
        """See `WorkQueues.finish`."""
        self._done.append(self._note(source))
        await super().finish(source, effect_id)

    def split(self, lag_ms: int) -> "OldPrimary":
        """Promote a replica as `fail_over` does; the old primary, which serves on."""
        old = OldPrimary(self)
        self.fail_over(lag_ms)
        return old

    def join(self, old: "OldPrimary") -> None:
        """An old primary serves no more: what it has taken alone is lost, or on another branch."""
        for aggregate, events in old.taken.items():
            lost = self.lost.get(aggregate, [])
            if [*self.history[aggregate], *lost] == old.stood[aggregate]:
                self._lose(aggregate, [*lost, *events])
            else:
                self._branch(aggregate, events)

    def fail_over(self, lag_ms: int) -> None:
        """Promote a replica that lacks what was done in the last so many ms."""
        self.promotions = (self.promotions[0] + 1,)
        self.promoted_ms = local_ms()
        since_ms = local_ms() - lag_ms
        while self.may_lose and self._done:
            if self._done[-1].at_ms < since_ms:
                break
            done = self._done.pop()
            done.undo()
            taken = self.history[done.aggregate][done.version :]
            if taken:
                del self.history[done.aggregate][done.version :]
                del self.recorded_heads[done.aggregate][done.version :]
                self._lose(done.aggregate, [*taken, *self.lost.get(done.aggregate, [])])

    @property
    def may_lose(self) -> bool:
        """See `RecordingStore.may_lose`."""
        return self.promise is PromiseKind.PRIMARY

    @property
    def write_back_ms(self) -> int:
        """See `StoreServers.write_back_ms`: a node may wait as long for a call of before."""
        return DEADLINE_MS + WRITE_BACK_MS if self.may_lose and self._settles else 0

    def is_branched(self, aggregate: AggregateId) -> bool:
        """Whether anything of a log is lost for good."""
        return aggregate in self.branched.values()

    def check(self, ledger: Ledger) -> None:
        """Hold the laws of what a failover may take."""
        ledger.require(not self.went_on, "who wrote it writes it back", self.went_on)
        if self.promise is PromiseKind.REPLICA:
            ledger.require(not self.has_lost, "what a replica has is not lost", self.has_lost)
        for aggregate, events in self.lost.items():
            answered = [event for event in events if event.event_id in self.answered]
            ledger.require(not answered, "what was lost is written back", aggregate, answered)

    async def _append(self, request: Append) -> AppendResult:
        note = self._note(request.aggregate)
        result = await super().append(request)
        if len(self.history[request.aggregate]) > note.version:
            self._done.append(note)
            self.stored_ms.setdefault(request.event_id, local_ms())
            self._goes_on(request)
        return result

    async def _until_copied(self, request: Append) -> None:
        terms = self.promotions
        await pass_ms(self._chance.randint(0, COPIED_MS))
        if terms != self.promotions:
            if self._chance.random() < 0.5:
                await self._append(request)
            raise StoreUnavailable("the primary died")

    def _goes_on(self, request: Append) -> None:
        """Somebody has appended; if that is where events were lost, they are lost for good."""
        author = _author(request.event_id)
        lost = self.lost.pop(request.aggregate, [])
        is_own = [_author(event.event_id) == author for event in lost]
        if lost and all(is_own) and self.answered.issuperset(event.event_id for event in lost):
            self.went_on.append((request.aggregate, author))
        self._branch(request.aggregate, lost)

    def _lose(self, aggregate: AggregateId, events: list[StoredEvent]) -> None:
        self.lost[aggregate] = events
        self.has_lost.add(aggregate)

    def _branch(self, aggregate: AggregateId, events: list[StoredEvent]) -> None:
        for event in events:
            self.has_lost.add(aggregate)
            self.branched[event.event_id] = aggregate

    def _note(self, aggregate: AggregateId) -> _Done:
        """To be kept if anything is done now; what is older than `KEPT_MS` is forgotten."""
        now_ms = local_ms()
        while self._done and self._done[0].at_ms < now_ms - KEPT_MS:
            self._done.pop(0)
        stood = len(self.history[aggregate])
        return _Done(now_ms, aggregate, stood, self.undo_from_now(aggregate))


class OldPrimary(MemoryStore):
    """A primary in whose place a replica was promoted, for whoever has not heard of that.

    Attributes:
        stood: what each log had at that time.
        taken: what it has taken since.
    """

    def __init__(self, store: FailingStore) -> None:
        ahead_ms = store.ahead_ms
        super().__init__(lambda: store_ms() + ahead_ms)
        self.side, self.row_store = store.side, store.row_store
        self.take_over(store)
        self.stood = {name: [*events] for name, events in store.history.items()}
        self.taken: dict[AggregateId, list[StoredEvent]] = {}
        self._store = store

    async def append(self, request: Append) -> AppendResult:
        """See `Logs.append`; nobody hears of it who is not at this primary."""
        before = await self.read(request.aggregate, request.head.version)
        result = await super().append(request)
        added = await self.read(request.aggregate, request.head.version)
        if isinstance(result, Appended) and not before:
            self.stood.setdefault(request.aggregate, [])
            self.taken.setdefault(request.aggregate, []).extend(added)
            self._store.stored[request.aggregate].update(heads_after(request.head, added))
            self._store.stored_ms.setdefault(request.event_id, local_ms())
        return result


def _author(event_id: str) -> str:
    """The node that made an append: its name stands before the x."""
    return event_id.partition("x")[0]
