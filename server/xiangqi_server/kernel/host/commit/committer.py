"""Makes a batch of commands durable: decide, append, take, tell, answer.

See `commit_pipeline` for the order of it all. While the pipeline or the worker serves a replica, it
owns it.
"""

import asyncio
from hashlib import blake2b
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from xiangqi_server.kernel.aggregate.decision import Unanswered
from xiangqi_server.kernel.faults import Faults
from xiangqi_server.kernel.host.commit.appender import Appender
from xiangqi_server.kernel.host.commit.command_queue import CommandQueue
from xiangqi_server.kernel.host.commit.draft import (
    Done,
    Draft,
    Rejected,
    Task,
    append_of,
    decide_batch,
    snapshot_of,
)
from xiangqi_server.kernel.host.commit.effect_outbox import EffectOutbox
from xiangqi_server.kernel.host.commit.offload import OffloadWorker, with_answer
from xiangqi_server.kernel.host.hooks import Hook
from xiangqi_server.kernel.host.reader import Reader
from xiangqi_server.kernel.host.replica import Replica
from xiangqi_server.kernel.host.view import AnyChange
from xiangqi_server.kernel.store.port import RecordError
from xiangqi_server.kernel.store.values import (
    Append,
    Appended,
    AppendResult,
    Conflict,
    Head,
    PendingEffect,
    StoredEvent,
    TooEarly,
    heads_after,
)

TRIES: Final = 16
TRIES_AT_ONCE: Final = 2
"""How many tries follow at once; a writer backs off before each further one."""
FIRST_PAUSE_MS: Final = 4
LONGEST_PAUSE_MS: Final = 128


class Commit(Struct, frozen=True):
    """What was decided for an aggregate, on its way to the store."""

    queue: CommandQueue
    draft: Draft
    request: Append


class Committer:
    """Commits for the aggregates of a node. Made by the host.

    Args:
        offload_worker: works out what takes too long for the loop.
        on_commit: told of every append that the store has accepted.

    Attributes:
        part_of: see `StoreServers.part_of`.
        append_soon: see `Appender.append_soon`.
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
        self.part_of, self.append_soon = appender.part_of, appender.append_soon
        self._reader = reader
        self._outbox = outbox
        self._offload_worker = offload_worker
        self._on_commit = on_commit
        self._faults = faults

    # For the pipeline, where all that must be known is at hand.

    def begin(self, queue: CommandQueue) -> Commit | None:
        """Decide the oldest commands that wait, on the state at hand; None if there are no events.

        In that case nobody is answered yet: a refusal is first checked against the log, and what
        is too hard for the loop is first worked out.
        """
        replica = queue.replica
        queue.begin_batch(replica.kind.limits.max_batch)
        try:
            draft = decide_batch(replica, queue.batch)
        except Unanswered:
            return None
        if not draft.facts:
            return None
        return Commit(queue, draft, self._append_of(replica, draft, self._appender.fresh_id()))

    def learn(self, commit: Commit, result: AppendResult) -> None:
        """Take what an append that was not accepted tells of the log."""
        match result:
            case Conflict(tail) if tail:
                self._reader.take(commit.queue.replica, tail)
            case Conflict():
                commit.queue.is_stale = True

    # For the worker, which waits for what must be known.

    async def commit(self, replica: Replica, batch: list[Task]) -> int:
        """Try until the store accepts or nothing is left to do; the number of tries, 0 for nothing.

        Raises:
            StoreUnavailable: the outcome is unknown.
        """
        event_id = self._appender.fresh_id()
        for number in range(TRIES):
            if number >= TRIES_AT_ONCE:
                await _back_off(number - TRIES_AT_ONCE, event_id)
                await self._reader.refresh(replica)
            draft = decide_batch(replica, await with_answer(replica, batch, self._offload_worker))
            if not draft.facts:
                if await self._was_behind(replica):
                    continue
                alarm = replica.kind.schedule.alarm
                if any(task.command == alarm for task in batch):  # as it came, unanswered
                    self._reader.alarms.put_off(replica)
                self._settle(replica, draft)
                return 0
            request = self._append_of(replica, draft, event_id)
            match await self._appender.append(request):
                case Appended(head):
                    self.accept(replica, draft, request, head)
                    return number + 1
                case Conflict(tail) if tail:
                    self._reader.take(replica, tail)
                case Conflict():
                    await self._reader.refresh(replica)
                case TooEarly(now_ms):
                    batch = self._in_time(replica, batch, now_ms)
            if not batch:
                return 0
        raise RuntimeError(f"{replica.aggregate} found no version to write on in {TRIES} tries")

    def _append_of(self, replica: Replica, draft: Draft, event_id: str) -> Append:
        """The append of a draft; a state that is too large for a snapshot keeps its old one.

        Otherwise anybody who can make a state grow could stop it for everybody, and for ever.
        """
        snapshot = None
        try:
            snapshot = snapshot_of(replica)
        except RecordError as error:
            self._faults.note("snapshot", error, replica.aggregate)
            replica.put_off_snapshot()
        return append_of(replica, draft, snapshot, event_id)

    async def _was_behind(self, replica: Replica) -> bool:
        """Bring the replica up to the store; returns whether another node has written since.

        A refusal, and a command that was done already, are not checked by an append: on a
        state that lags they could be wrong, and an effect could be lost.
        """
        before = replica.head
        await self._reader.refresh(replica)
        return replica.head != before

    def _in_time(self, replica: Replica, batch: list[Task], now_ms: int) -> list[Task]:
        """The batch by the store's clock: no arrival is later than now, and no alarm is early."""
        due_at_ms = replica.kind.schedule.due_at_ms(replica.state)
        is_early = due_at_ms is None or now_ms < due_at_ms
        if is_early:
            self._reader.alarms.put_off(replica)
        return [
            replace(task, arrived_ms=min(task.arrived_ms, now_ms))
            for task in batch
            if not (is_early and task.command == replica.kind.schedule.alarm)
        ]

    def accept(self, replica: Replica, draft: Draft, request: Append, head: Head) -> None:
        """Take what the store accepted, tell it, answer, and begin with the effects."""
        if request.snapshot is not None:
            replica.saved(len(request.snapshot))
        weight_bytes = sum(map(len, request.events))
        if self._reader.log_repair.holds:
            self._reader.log_repair.note_append(request, head, weight_bytes)
        changes = replica.take_decided(
            draft.facts,
            (head,) if len(request.events) == 1 else _heads(request, head),
            weight_bytes,
            state=draft.state,
            recent=draft.recent,
        )
        due_in_ms = draft.due_in_ms
        due_at_ms = None if due_in_ms is None else head.at_ms + due_in_ms  # as the store has it
        self._reader.alarms.ring_at(replica, due_at_ms)
        self._reader.tell(replica, changes)
        self._on_commit.tell(changes)
        self._settle(replica, draft)
        for effect in request.effects:
            self._outbox.carry_out(PendingEffect(replica.aggregate, effect))

    def _settle(self, replica: Replica, draft: Draft) -> None:
        for task, outcome in draft.answers:
            if task.answer is None:
                continue
            with self._faults.contained("answer"):
                if isinstance(outcome, Rejected):
                    task.answer(outcome)
                else:
                    head = replica.head
                    is_last = outcome == head.version
                    digest = head.digest if is_last else replica.digest_at(outcome)
                    task.answer(Done(outcome, digest))


def _heads(request: Append, head: Head) -> tuple[Head, ...]:
    """Where the log stands after each event of an append that has led to `head`."""
    stored = [
        StoredEvent(version, head.at_ms, request.event_id, body)
        for version, body in enumerate(request.events, start=request.head.version + 1)
    ]
    return heads_after(request.head, stored)


async def _back_off(number: int, event_id: str) -> None:
    """Wait, longer each time, so that two writers to one log do not conflict again and again.

    The length is drawn from the id, which no other writer has.
    """
    longest_ms = min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS << number)
    chance = blake2b(f"{number} {event_id}".encode(), digest_size=2).digest()
    await asyncio.sleep(longest_ms * int.from_bytes(chance) / 65_536 / 1_000)
