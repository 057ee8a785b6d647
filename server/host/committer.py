"""Makes a batch of commands durable: decide, append, take, tell, answer.

Hides: how a batch becomes one accepted append. See `aggregate_host` for the theory of operation;
whoever serves the replica owns it as long as that lasts.
"""

from typing import Final

from server.faults import Faults
from server.host.appender import Appender
from server.host.draft import Done, Draft, Rejected, Task, append_of, decide_batch
from server.host.effect_outbox import EffectOutbox
from server.host.hooks import Hook
from server.host.offload import OffloadWorker, with_answer
from server.host.reader import Reader
from server.host.replica import Replica
from server.host.view import AnyChange
from server.store.values import (
    Append,
    Appended,
    Conflict,
    Head,
    PendingEffect,
    StoredEvent,
    TooEarly,
    heads_after,
)

TRIES: Final = 16


class Committer:
    """Commits for the aggregates of a node. Made by the host.

    Args:
        offload_worker: works out what takes too long for the loop.
        on_commit: told of every append that the store has accepted.
    """

    def __init__(
        self,
        appender: Appender,
        reader: Reader,
        outbox: EffectOutbox,
        offload_worker: OffloadWorker | None,
        on_commit: Hook[tuple[AnyChange, ...], None],
        faults: Faults,
    ) -> None:
        self._appender = appender
        self._reader = reader
        self._outbox = outbox
        self._offload_worker = offload_worker
        self._on_commit = on_commit
        self._faults = faults

    async def commit(self, replica: Replica, batch: list[Task]) -> bool:
        """Try until the store accepts or nothing is left to do; whether anything was stored.

        Raises:
            StoreUnavailable: the outcome is unknown.
        """
        event_id = self._appender.fresh_id()
        for _ in range(TRIES):
            draft = decide_batch(replica, await with_answer(replica, batch, self._offload_worker))
            if not draft.facts:
                if await self._was_behind(replica):
                    continue
                if draft.has_alarm:
                    self._reader.alarms.put_off(replica)
                self._settle(replica, draft)
                return False
            arrived_ms = max(task.arrived_ms for task in batch)
            request = append_of(replica, draft, arrived_ms, event_id)
            match await self._appender.append(request):
                case Appended(head):
                    self._accept(replica, draft, request, head)
                    return True
                case Conflict(tail) if tail:
                    self._reader.take(replica, tail)
                case Conflict():
                    await self._reader.refresh(replica)
                case TooEarly(now_ms):
                    batch = self._in_time(replica, batch, now_ms)
            if not batch:
                return False
        raise RuntimeError(f"{replica.aggregate} found no version to write on in {TRIES} tries")

    async def _was_behind(self, replica: Replica) -> bool:
        """Bring the replica to what the store holds; whether another node has written since.

        What is refused, or found done already, is not held against the log by an append: on a
        state that lags it could be wrong, and an effect be lost.
        """
        before = replica.head
        await self._reader.refresh(replica)
        return replica.head != before

    def _in_time(self, replica: Replica, batch: list[Task], now_ms: int) -> list[Task]:
        """The batch by the store's clock: arrivals not later than now, without an early alarm."""
        due_at_ms = replica.kind.schedule.due_at_ms(replica.state)
        is_early = due_at_ms is None or now_ms < due_at_ms
        if is_early:
            self._reader.alarms.put_off(replica)
        return [
            task._replace(arrived_ms=min(task.arrived_ms, now_ms))
            for task in batch
            if not (is_early and task.command == replica.kind.schedule.alarm)
        ]

    def _accept(self, replica: Replica, draft: Draft, request: Append, head: Head) -> None:
        """Take what the store accepted, tell it, answer, and begin with the effects."""
        stored = [
            StoredEvent(request.head.version + number, head.at_ms, request.event_id, body)
            for number, body in enumerate(request.events, start=1)
        ]
        if request.snapshot is not None:
            replica.saved(len(request.snapshot))
        weight_bytes = sum(map(len, request.events))
        changes = replica.take(draft.facts, heads_after(request.head, stored), weight_bytes)
        self._reader.tell(replica, changes)
        self._on_commit.tell(changes)
        self._settle(replica, draft)
        for effect in request.effects:
            self._outbox.carry_out(PendingEffect(replica.aggregate, effect))

    def _settle(self, replica: Replica, draft: Draft) -> None:
        for task, outcome in draft.answers:
            with self._faults.contained("answer"):
                if isinstance(outcome, Rejected):
                    task.tell(outcome)
                else:
                    task.tell(Done(outcome, replica.digest_at(outcome)))
