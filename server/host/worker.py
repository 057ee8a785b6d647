"""What is done for one aggregate while something waits for it: decide, append, take, answer.

Hides: how a batch of commands becomes one accepted append, and what must be known before. See
`aggregate_host` for the theory of operation; the worker owns the replica as long as it serves it.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from server.host.advice import Counsel, advised, may_ask
from server.host.alarms import Alarms
from server.host.downtime import Downtime
from server.host.draft import Declined, Done, Draft, Task, append_of, decide_batch
from server.host.reader import Reader
from server.host.replica import Change, Replica
from server.store.base import (
    AggregateId,
    Append,
    Appended,
    Conflict,
    Effect,
    Head,
    Store,
    StoredEvent,
    TooEarly,
    heads,
)
from server.store.feed import Publication

TRIES: Final = 16

Look = Callable[[Replica | None], None]


class Work:
    """What waits for one aggregate.

    Attributes:
        tasks: commands to decide; `batch` are those being decided.
        looks: whoever wants to see the loaded state.
        news: publications that came meanwhile.
        is_doubted: the log may have gone on elsewhere.
    """

    __slots__ = ("batch", "is_doubted", "looks", "news", "tasks")

    def __init__(self) -> None:
        self.tasks: deque[Task] = deque()
        self.batch: list[Task] = []
        self.looks: deque[Look] = deque()
        self.news: deque[Publication] = deque()
        self.is_doubted = False

    @property
    def is_left(self) -> bool:
        """Something still waits."""
        return bool(self.tasks or self.looks or self.news or self.is_doubted)


class Worker:
    """Serves the aggregates of a node, each in a task of the host's.

    Args:
        carry_out: begins with an order that was stored.
        committed: hears of every append of this node that the store has accepted.
        fresh_id: gives unique ids for appends.
        counsel: thinks about what takes too long for the loop.
        now_ms: the store's time as this node knows it.
        held: what has to be found out before anything is decided on a replica, if anything has.
    """

    def __init__(
        self,
        store: Store,
        downtime: Downtime,
        alarms: Alarms,
        carry_out: Callable[[AggregateId, Effect], None],
        committed: Callable[[tuple[Change, ...]], None],
        fresh_id: Callable[[], str],
        counsel: Counsel | None,
        now_ms: Callable[[], int],
        held: Callable[[Replica], Awaitable[None] | None],
    ) -> None:
        self._counsel = counsel
        self._store = store
        self._downtime = downtime
        self._alarms = alarms
        self._order = carry_out
        self._committed = committed
        self._fresh_id = fresh_id
        self._now_ms = now_ms
        self._held = held
        self._reader = Reader(store, alarms)

    async def serve(self, replica: Replica, work: Work) -> None:
        """Do all that waits. What is not watched is not followed, so it is read first.

        Raises:
            StoreUnavailable: the outcome of `work.batch` is unknown.
        """
        work.is_doubted |= not replica.watchers
        while work.is_left:
            if work.is_doubted or not replica.is_fresh:
                work.is_doubted = False
                await self._reader.refresh(replica)
            while work.news:
                await self._reader.hear(replica, work.news.popleft())
            if work.tasks:
                await self._gather(replica)
            await self._be_fair(replica, work)
            most = 1 if may_ask(replica) else replica.kind.fold
            while work.tasks and len(work.batch) < most:
                work.batch.append(work.tasks.popleft())
            if work.batch:
                await self._carry_out(replica, work.batch)
                work.batch = []
            while work.looks and replica.is_fresh and not work.is_doubted:
                work.looks.popleft()(replica)

    async def _gather(self, replica: Replica) -> None:
        """Wait for more to come, where an aggregate is not written to too often."""
        passed_ms = self._now_ms() - replica.appended_ms
        if 0 <= passed_ms < replica.kind.gather_ms:
            await asyncio.sleep((replica.kind.gather_ms - passed_ms) / 1000)

    # Deciding.

    async def _be_fair(self, replica: Replica, work: Work) -> None:
        """Know all downtime that concerns this aggregate, and have it decided first."""
        while True:
            await self._downtime.be_sure()
            if replica.offered is not self._downtime.outages:
                await self._offer_outages(replica)
                continue
            found_out = self._held(replica) if work.tasks else None
            if found_out is None:
                return
            await found_out

    async def _offer_outages(self, replica: Replica) -> None:
        """Have the outages that concern this aggregate decided, before anything else is."""
        outages = self._downtime.outages
        owed = (
            (outage, replica.kind.outage(replica.state, outage.from_ms, outage.to_ms))
            for outage in outages
        )
        batch = [
            Task(command, None, outage.to_ms, None)
            for outage, command in owed
            if command is not None
        ]
        if batch:
            await self._carry_out(replica, batch)
        replica.offered = outages

    async def _carry_out(self, replica: Replica, batch: list[Task]) -> None:
        """Decide, append, take, tell, answer: until the store accepts or nothing is left to do."""
        event_id = self._fresh_id()
        for _ in range(TRIES):
            draft = decide_batch(replica, await advised(replica, batch, self._counsel))
            if not draft.facts:
                if await self._was_behind(replica):
                    continue
                if draft.has_alarm:
                    self._alarms.put_off(replica)
                _settle(replica, draft)
                return
            arrived_ms = max(task.arrived_ms for task in batch)
            request = append_of(replica, draft, arrived_ms, event_id)
            match await self._store.append(request):
                case Appended(head):
                    self._accept(replica, draft, request, head)
                    return
                case Conflict(tail) if tail:
                    self._reader.take(replica, tail)
                case Conflict():
                    await self._reader.refresh(replica)
                case TooEarly(now_ms):
                    batch = self._in_time(replica, batch, now_ms)
            if not batch:
                return
        raise RuntimeError(f"{replica.aggregate} found no version to write on in {TRIES} tries")

    async def _was_behind(self, replica: Replica) -> bool:
        """Bring the replica to what the store holds; whether another node has written since.

        What is refused, or found done already, is not held against the log by an append: on a
        state that lags it could be wrong, and an order be lost.
        """
        before = replica.head
        await self._reader.refresh(replica)
        return replica.head != before

    def _in_time(self, replica: Replica, batch: list[Task], now_ms: int) -> list[Task]:
        """The batch by the store's clock: arrivals not later than now, without an early alarm."""
        due_at_ms = replica.kind.due_at_ms(replica.state)
        is_early = due_at_ms is None or now_ms < due_at_ms
        if is_early:
            self._alarms.put_off(replica)
        return [
            task._replace(arrived_ms=min(task.arrived_ms, now_ms))
            for task in batch
            if not (is_early and task.command == replica.kind.alarm)
        ]

    def _accept(self, replica: Replica, draft: Draft, request: Append, head: Head) -> None:
        """Take what the store accepted, tell it, answer, and carry out the orders."""
        stored = [
            StoredEvent(request.head.version + number, head.at_ms, request.event_id, body)
            for number, body in enumerate(request.events, start=1)
        ]
        replica.appended_ms = self._now_ms()
        if request.snapshot is not None:
            replica.saved(len(request.snapshot))
        weight_bytes = sum(map(len, request.events))
        changes = replica.take(draft.facts, heads(request.head, stored), weight_bytes)
        self._reader.tell(replica, changes)
        self._committed(changes)
        _settle(replica, draft)
        for effect in request.effects:
            self._order(replica.aggregate, effect)


def _settle(replica: Replica, draft: Draft) -> None:
    for task, outcome in draft.answers:
        if isinstance(outcome, Declined):
            task.tell(outcome)
        else:
            task.tell(Done(outcome, replica.digest_at(outcome)))
