"""The way of commands to the store and back: each is decided on arrival.

Theory of operation. A command for an aggregate at rest is decided in the call that submits it
(`_begin`), if nothing has to be known first. Its append leaves with all others of this turn of the
event loop. When the store has answered, the aggregate takes its events, tells them, and answers
the sender (`_settle`). What has come for it meanwhile (`command_queue`) is decided then, and is one
append. All of these are plain calls, without a task or a future.

Nearly every command goes this way. An aggregate that has to wait for anything else (it is not
loaded, another node wrote first, an outage has to be known, a command was refused and the log must
be asked whether that was right) is served by the worker, in a task of its own.

Aggregates that this node has never read are read in groups (`_read_group`), one for each part of
the store, because no part should wait for another: after a restart thousands of rooms and players
are wanted within seconds.
"""

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import Final

from xiangqi_server.kernel.aggregate.refusal import CommonRefusal
from xiangqi_server.kernel.faults import Faults
from xiangqi_server.kernel.host.background import RunningTasks
from xiangqi_server.kernel.host.commit.command_queue import CommandQueue
from xiangqi_server.kernel.host.commit.committer import Commit, Committer
from xiangqi_server.kernel.host.commit.draft import Rejected, Task
from xiangqi_server.kernel.host.commit.need import Need
from xiangqi_server.kernel.host.commit.worker import Worker
from xiangqi_server.kernel.host.outages.availability import Availability
from xiangqi_server.kernel.host.replicas import Replicas
from xiangqi_server.kernel.store.port import StoreError, StoreUnavailable
from xiangqi_server.kernel.store.values import AggregateId, Appended, AppendResult, Loaded

WAITING_COMMANDS: Final = 1_024
READ_TOGETHER: Final = 64
"""How many aggregates are read in one call: about two milliseconds of a turn of the loop."""


class CommitPipeline:
    """Serves what waits for the aggregates of one node. Made and owned by the host."""

    def __init__(
        self,
        replicas: Replicas,
        worker: Worker,
        committer: Committer,
        availability: Availability,
        tasks: RunningTasks,
        faults: Faults,
    ) -> None:
        self._replicas = replicas
        self._worker = worker
        self._committer = committer
        self._availability = availability
        self._tasks = tasks
        self._faults = faults
        self._queues: dict[AggregateId, CommandQueue] = {}
        self._entered: list[CommandQueue] = []
        self._at_rest = asyncio.Event()

    def __contains__(self, aggregate: object) -> bool:
        """Whether anything waits for an aggregate, or is being done."""
        return aggregate in self._queues

    def __iter__(self) -> Iterator[CommandQueue]:
        """What waits, aggregate by aggregate."""
        return iter(self._queues.values())

    @property
    def is_busy(self) -> bool:
        """Whether anything waits for any aggregate, or is being done."""
        return bool(self._queues)

    async def drain(self) -> None:
        """Wait until nothing waits for any aggregate."""
        while self._queues:
            self._at_rest.clear()
            await self._at_rest.wait()

    def queue_of(self, aggregate: AggregateId) -> CommandQueue:
        """What waits for an aggregate, to be added to; it is served in the next turn."""
        queue = self._queues.get(aggregate)
        if queue is None:
            queue = self._queues[aggregate] = CommandQueue(self._replicas.of(aggregate))
            self._enter(queue)
        return queue

    def submit(self, aggregate: AggregateId, task: Task, *, is_first: bool = False) -> None:
        """Have a command decided: at once, or in its turn if anything waits or is under way.

        Args:
            is_first: it is decided before the commands that wait already.
        """
        queue = self._queues.get(aggregate)
        if queue is None:
            queue = CommandQueue(self._replicas.of(aggregate), [task])
            self._queues[aggregate] = queue
            self._begin(queue)
        elif is_first:
            queue.tasks.insert(0, task)
        elif len(queue.tasks) >= WAITING_COMMANDS:
            task.tell(Rejected(CommonRefusal.UNAVAILABLE, "", 0))
        else:
            queue.tasks.append(task)

    # One aggregate.

    def _begin(self, queue: CommandQueue) -> None:
        """Decide what waits for an aggregate, and have it stored, or have it wait for more.

        An aggregate that was never read here is read with all others of this turn.
        """
        with self._faults.contained("aggregate", queue.replica.aggregate) as deciding:
            need = self._worker.need(queue)
            if need is Need.READ and queue.replica.is_unread:
                self._enter(queue)
            else:
                self._go_on_with(queue, self._worker.begin(queue, need))
        if deciding.has_failed:
            self._abandon(queue)

    def _go_on_with(self, queue: CommandQueue, commit: Commit | None) -> None:
        """Have stored what was decided for an aggregate, if anything is to be stored."""
        if commit is None:
            self._await_more(queue)
        else:
            self._committer.append_soon(commit.request, partial(self._settle, commit))

    def _settle(self, commit: Commit, result: AppendResult | StoreError) -> None:
        """Go on after one append: accepted, refused because the log had moved on, or unknown."""
        queue, replica = commit.queue, commit.queue.replica
        with self._faults.contained("aggregate", replica.aggregate) as settling:
            if isinstance(result, Appended):
                self._committer.accept(replica, commit.draft, commit.request, result.head)
                self._go_on(queue)
            elif isinstance(result, StoreUnavailable):
                self._availability.lost(result, replica.aggregate)
                self._abandon(queue)
            elif isinstance(result, StoreError):
                raise result
            else:
                self._committer.learn(commit, result)
                self._hand_to_worker(queue)
        if settling.has_failed:
            self._abandon(queue)

    def _go_on(self, queue: CommandQueue) -> None:
        """The append was accepted: serve what came meanwhile, or be done."""
        queue.batch = []
        if queue.outages is not None:
            queue.note_applied()
        queue.is_read = False
        if queue.pending_reads:
            queue.show()
        if queue.is_left:
            self._begin(queue)
        else:
            self._end(queue)

    # What is served in groups.

    def _enter(self, queue: CommandQueue) -> None:
        """Have an aggregate served in the next turn, with all others that come in this one."""
        self._entered.append(queue)
        if len(self._entered) == 1:
            asyncio.get_running_loop().call_soon(self._turn)

    def _turn(self) -> None:
        """Have read what was never read here, part by part, and go on with all others."""
        entered, self._entered = self._entered, []
        unread: dict[int, list[CommandQueue]] = {}
        for queue in entered:
            if queue.replica.is_unread and self._worker.need(queue) is Need.READ:
                part = self._committer.part_of(queue.replica.aggregate)
                unread.setdefault(part, []).append(queue)
            else:
                self._begin(queue)
        for some in unread.values():
            for start in range(0, len(some), READ_TOGETHER):
                self._tasks.start(self._read_group(some[start : start + READ_TOGETHER]))

    async def _read_group(self, group: list[CommandQueue]) -> None:
        """Read aggregates that nobody has read here, and go on with what waits for each."""
        try:
            found = await self._worker.read_all(group)
        except BaseException:  # a bug, or the end of the loop: nobody must wait for ever
            for queue in group:
                self._abandon(queue)
            raise
        for queue, loaded in zip(group, found, strict=True):
            self._take_read(queue, loaded)

    def _take_read(self, queue: CommandQueue, loaded: Loaded | StoreError | None) -> None:
        """Go on with an aggregate that was just read, or was not."""
        with self._faults.contained("aggregate", queue.replica.aggregate) as reading:
            try:
                self._go_on_with(queue, self._worker.begin_read(queue, loaded))
            except StoreUnavailable as error:
                self._availability.lost(error, queue.replica.aggregate)
                self._abandon(queue)
        if reading.has_failed:
            self._abandon(queue)

    # What must wait for more.

    def _await_more(self, queue: CommandQueue) -> None:
        """Go on with an aggregate for which nothing is to be stored now.

        It may be done. If something has to be found out about an aggregate that was just read, it
        joins a group again after that: thousands of rooms wait for one answer, without a task each.
        """
        found_out = queue.found_out
        if not (queue.batch or queue.is_left):
            self._end(queue)
        elif queue.is_read and isinstance(found_out, asyncio.Future) and not found_out.done():
            found_out.add_done_callback(lambda _: self._enter(queue))
        else:
            self._hand_to_worker(queue)

    def _hand_to_worker(self, queue: CommandQueue) -> None:
        """Have the worker serve an aggregate, in a task of its own."""
        queue.give_back()
        self._tasks.start(self._serve(queue))

    async def _serve(self, queue: CommandQueue) -> None:
        """Let the worker do all that waits for an aggregate, and be done with it."""
        is_served = False
        try:
            with self._faults.contained("aggregate", queue.replica.aggregate):
                is_served = await self._is_served(queue)
        finally:
            if is_served:
                self._end(queue)
            else:
                self._abandon(queue)

    async def _is_served(self, queue: CommandQueue) -> bool:
        """Whether the worker has done all that waits; False where the store is away."""
        try:
            await self._worker.serve(queue)
        except StoreUnavailable as error:
            self._availability.lost(error, queue.replica.aggregate)
            return False
        return True

    def _abandon(self, queue: CommandQueue) -> None:
        """Be done with an unknown outcome: the store is away, or there was a bug of ours."""
        queue.replica.is_fresh = False
        self._end(queue)
        queue.give_up(self._faults)

    def _end(self, queue: CommandQueue) -> None:
        """Nothing waits for an aggregate any more; its replica may be let go."""
        self._queues.pop(queue.replica.aggregate, None)
        if not queue.replica.watchers:
            self._replicas.rest(queue.replica)
        if not self._queues:
            self._at_rest.set()
