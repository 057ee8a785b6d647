"""The way of commands to the store and back: what comes together is stored together.

Theory of operation. All that came for the aggregates of this node in one turn of the event loop
(`work`) is decided in the next one, aggregate by aggregate (`_turn`). All their appends leave
as one group for each part of the store, because no part should wait for another (`_store_group`).
When the store has answered (`_stored`), each aggregate takes its events, tells them, and answers
its senders (`_settle`); what has come for it meanwhile is in the next group. All of these are plain
calls, without a task or a future.

Nearly every command goes this way. An aggregate that has to wait for anything else (it is not
loaded, another node wrote first, an outage has to be known, a command was refused and the log must
be asked whether that was right) leaves the group: the worker serves it, in a task
of its own (`_serve_apart`, see `worker`).

Aggregates that this node has never read are read in groups as well (`_read_group`): after a restart
thousands of rooms and players are wanted within seconds. What an outage owes them is then stored as
a group.
"""

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from xiangqi_server.faults import Faults
from xiangqi_server.host.availability import Availability
from xiangqi_server.host.background import RunningTasks
from xiangqi_server.host.committer import Commit, Committer
from xiangqi_server.host.need import Need
from xiangqi_server.host.replicas import Replicas
from xiangqi_server.host.work import Work
from xiangqi_server.host.worker import Worker
from xiangqi_server.store.port import StoreError, StoreUnavailable
from xiangqi_server.store.values import AggregateId, Appended, AppendResult, Loaded

READ_TOGETHER: Final = 64
"""How many aggregates are read in one call: about two milliseconds of a turn of the loop."""


class Lane:
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
        self._work: dict[AggregateId, Work] = {}
        self._entered: list[Work] = []
        self._at_rest = asyncio.Event()

    def __contains__(self, aggregate: object) -> bool:
        """Whether anything waits for an aggregate, or is being done."""
        return aggregate in self._work

    def __iter__(self) -> Iterator[Work]:
        """What waits, aggregate by aggregate."""
        return iter(self._work.values())

    @property
    def is_at_work(self) -> bool:
        """Whether anything waits for any aggregate, or is being done."""
        return bool(self._work)

    async def drain(self) -> None:
        """Wait until nothing waits for any aggregate."""
        while self._work:
            self._at_rest.clear()
            await self._at_rest.wait()

    def work(self, aggregate: AggregateId) -> Work:
        """What waits for an aggregate, to be added to; it is served in the next turn."""
        work = self._work.get(aggregate)
        if work is None:
            work = self._work[aggregate] = Work(self._replicas.of(aggregate))
            self._enter(work)
        return work

    # The group.

    def _enter(self, work: Work) -> None:
        """Have an aggregate served in the next turn, with all others that come in this one."""
        self._entered.append(work)
        if len(self._entered) == 1:
            asyncio.get_running_loop().call_soon(self._turn)

    def _turn(self) -> None:
        """Decide what has come, and have it stored; have read what was never read here."""
        entered, self._entered = self._entered, []
        groups: dict[int, list[Commit]] = {}
        unread: dict[int, list[Work]] = {}
        for work in entered:
            aggregate = work.replica.aggregate
            with self._faults.contained("aggregate", aggregate) as deciding:
                part = self._committer.part_of(aggregate)
                need = self._worker.need(work)
                if need is Need.READ and work.replica.is_unread:
                    unread.setdefault(part, []).append(work)
                elif (commit := self._worker.begin(work, need)) is not None:
                    groups.setdefault(part, []).append(commit)
                else:
                    self._wait_for_more(work)
            if deciding.has_failed:
                self._abandon(work)
        for group in groups.values():
            self._store_group(group)
        for some in unread.values():
            for start in range(0, len(some), READ_TOGETHER):
                self._tasks.start(self._read_group(some[start : start + READ_TOGETHER]))

    def _store_group(self, group: list[Commit]) -> None:
        """Have what was decided for one part of the store stored."""
        with self._faults.contained("group") as storing:
            self._committer.append(group, partial(self._stored, group))
        if storing.has_failed:
            for commit in group:
                self._abandon(commit.work)

    def _stored(self, group: list[Commit], results: Sequence[AppendResult | StoreError]) -> None:
        """Go on from what the store has answered."""
        for commit, result in zip(group, results, strict=True):
            self._settle(commit, result)

    def _settle(self, commit: Commit, result: AppendResult | StoreError) -> None:
        """Go on after one append: accepted, refused because the log had moved on, or unknown."""
        work, replica = commit.work, commit.work.replica
        with self._faults.contained("aggregate", replica.aggregate) as settling:
            if isinstance(result, Appended):
                self._committer.accept(replica, commit.draft, commit.request, result.head)
                self._go_on(work)
            elif isinstance(result, StoreUnavailable):
                self._availability.lost(result, replica.aggregate)
                self._abandon(work)
            elif isinstance(result, StoreError):
                raise result
            else:
                self._committer.learn(commit, result)
                self._serve_apart(work)
        if settling.has_failed:
            self._abandon(work)

    def _go_on(self, work: Work) -> None:
        """The append was accepted: serve what came meanwhile, or be done."""
        work.batch = []
        work.offered()
        work.is_read = False
        if work.looks:
            work.show()
        if work.is_left:
            self._enter(work)
        else:
            self._end(work)

    # What was never read here.

    async def _read_group(self, group: list[Work]) -> None:
        """Read aggregates that nobody has read here, and go on with what waits for each."""
        try:
            found = await self._worker.read_all(group)
        except BaseException:  # a bug, or the end of the loop: nobody must wait for ever
            for work in group:
                self._abandon(work)
            raise
        commits = [self._take_read(work, one) for work, one in zip(group, found, strict=True)]
        begun = [commit for commit in commits if commit is not None]
        if begun:
            self._store_group(begun)

    def _take_read(self, work: Work, loaded: Loaded | StoreError | None) -> Commit | None:
        """What is to be stored for an aggregate that was just read; None if nothing is."""
        commit = None
        with self._faults.contained("aggregate", work.replica.aggregate) as reading:
            try:
                commit = self._worker.begin_read(work, loaded)
            except StoreUnavailable as error:
                self._availability.lost(error, work.replica.aggregate)
                self._abandon(work)
                return None
        if reading.has_failed:
            self._abandon(work)
        elif commit is None:
            self._wait_for_more(work)
        return commit

    # What must wait for more.

    def _wait_for_more(self, work: Work) -> None:
        """Go on with an aggregate for which nothing is to be stored now.

        It may be done. If something has to be found out about an aggregate that was just read, it
        joins a group again after that: thousands of rooms wait for one answer, without a task each.
        """
        found_out = work.found_out
        if not (work.batch or work.is_left):
            self._end(work)
        elif work.is_read and isinstance(found_out, asyncio.Future) and not found_out.done():
            found_out.add_done_callback(lambda _: self._enter(work))
        else:
            self._serve_apart(work)

    def _serve_apart(self, work: Work) -> None:
        """Have the worker serve an aggregate, in a task of its own."""
        work.give_back()
        self._tasks.start(self._serve(work))

    async def _serve(self, work: Work) -> None:
        """Let the worker do all that waits for an aggregate, and be done with it."""
        is_served = False
        try:
            with self._faults.contained("aggregate", work.replica.aggregate):
                is_served = await self._is_served(work)
        finally:
            if is_served:
                self._end(work)
            else:
                self._abandon(work)

    async def _is_served(self, work: Work) -> bool:
        """Whether the worker has done all that waits; False where the store is away."""
        try:
            await self._worker.serve(work)
        except StoreUnavailable as error:
            self._availability.lost(error, work.replica.aggregate)
            return False
        return True

    def _abandon(self, work: Work) -> None:
        """Be done with an unknown outcome: the store is away, or there was a bug of ours."""
        work.replica.is_fresh = False
        self._end(work)
        work.give_up(self._faults)

    def _end(self, work: Work) -> None:
        """Nothing waits for an aggregate any more; its replica may be let go."""
        self._work.pop(work.replica.aggregate, None)
        self._replicas.rest(work.replica)
        if not self._work:
            self._at_rest.set()
