"""Serves an aggregate that must wait for more than the answer to its append.

See `commit_pipeline` for when that is so. While the worker serves a replica, it owns it.
"""

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Final

from msgspec.structs import replace

from xiangqi_server.kernel.host.commit.command_queue import NOTHING, CommandQueue
from xiangqi_server.kernel.host.commit.committer import Commit, Committer
from xiangqi_server.kernel.host.commit.draft import Task
from xiangqi_server.kernel.host.commit.need import Need, Needs
from xiangqi_server.kernel.host.commit.offload import decided_in_a_round, decided_together
from xiangqi_server.kernel.host.outages.downtime import Downtime
from xiangqi_server.kernel.host.reader import Reader
from xiangqi_server.kernel.host.replica import Replica
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.store.port import StoreError
from xiangqi_server.kernel.store.values import Loaded, Outage

LONGEST_INTERVAL_MS: Final = 1_000
"""The longest time for which the events of an aggregate that many nodes write are gathered."""


class Worker:
    """Serves the aggregates of a node, each in a task of the pipeline.

    Attributes:
        need: see `Needs.need`.
    """

    def __init__(
        self,
        reader: Reader,
        committer: Committer,
        downtime: Downtime,
        clock: StoreClock,
        needs: Needs,
    ) -> None:
        self._reader = reader
        self._committer = committer
        self._downtime = downtime
        self._clock = clock
        self.need = needs.need

    async def read_all(self, group: Sequence[CommandQueue]) -> Sequence[Loaded | StoreError | None]:
        """Read aggregates that were never read here, see `Logs.load_all`."""
        for queue in group:
            queue.is_stale = False
        return await self._reader.load_all([queue.replica for queue in group])

    def begin_read(self, queue: CommandQueue, loaded: Loaded | StoreError | None) -> Commit | None:
        """Take what was read, and decide what waits; returns what is to be stored then.

        None if nothing is to be stored, or if more has to be waited for: then `queue` has something
        left to do.

        Raises:
            StoreUnavailable: it was not read, or the log is held.
            StoreError: what was read is not a record of ours.
        """
        if loaded is None:
            return None
        if isinstance(loaded, StoreError):
            raise loaded
        self._reader.take_loaded(queue.replica, loaded)
        queue.is_read = True
        return self.begin(queue, self.need(queue))

    def begin(self, queue: CommandQueue, need: Need | None) -> Commit | None:
        """Decide what waits, if nothing is needed; returns what is to be stored then.

        None if nothing is to be stored, or if more has to be waited for: then `queue` has something
        left to do.
        """
        if need is Need.OUTAGE:
            outages = self._downtime.outages_for(queue.replica.aggregate)
            credits_due = _credits_due(queue.replica, outages)
            if len(credits_due) >= queue.replica.kind.limits.max_batch:
                return None
            queue.apply_outages(outages, credits_due)
        elif need is not None:
            return None
        if queue.tasks:
            return self._committer.begin(queue)
        queue.note_applied()
        queue.show()
        return None

    async def serve(self, queue: CommandQueue) -> None:
        """Do all that waits. An aggregate that is not watched is not followed, so it is read first.

        Raises:
            StoreUnavailable: the outcome of `queue.batch` is unknown.
        """
        await _until(queue.found_out)
        while queue.is_left:
            queue.provided = NOTHING
            while (need := self.need(queue)) not in (None, Need.OUTAGE):
                await self._provide(queue, need)
            await self._decide(queue)

    async def _provide(self, queue: CommandQueue, need: Need) -> None:
        """Wait for one thing that is needed.

        What has to be found out is waited for once, unless more came meanwhile: if the store is
        slow there is always something new to find out, about a time after all that waits here had
        come.
        """
        provided = replace(queue.provided, has_heartbeat=False)
        match need:
            case Need.GATHER:
                provided = replace(provided, has_gathered=True)
                if queue.tasks:
                    await self._let_gather(queue.replica)
            case Need.HEARTBEAT:
                provided = replace(provided, has_heartbeat=True)
                await self._downtime.ensure_current()
            case Need.READ:
                provided = replace(provided, has_read=True)
                queue.is_stale, queue.is_read = False, True
                await self._reader.refresh(queue.replica)
            case Need.HEAR:
                await self._reader.hear(queue.replica, queue.publications.pop(0))
            case Need.FIND_OUT:
                provided = replace(provided, found_out_for=queue.tasks[-1:])
                await _until(queue.found_out)
        queue.provided = provided

    async def _decide(self, queue: CommandQueue) -> None:
        """Decide what waits, the outages first that were not applied yet, and have it stored."""
        replica = queue.replica
        outages = self._downtime.outages_for(replica.aggregate)
        if replica.applied_outages is not outages:
            queue.apply_outages(outages, _credits_due(replica, outages))
        credits_due = queue.credits_due
        queue.begin_batch(credits_due + decided_in_a_round(replica, queue.tasks[credits_due:]))
        while queue.batch:
            part = queue.batch[: decided_together(replica, queue.batch)]
            await self._commit(replica, part)
            del queue.batch[: len(part)]
        queue.note_applied()
        queue.show()

    async def _let_gather(self, replica: Replica) -> None:
        """Wait for more commands, if the aggregate should not be written to too often.

        The wait is longer if other nodes write as often, so that an append took several tries.
        """
        interval_ms = replica.kind.limits.min_append_interval_ms * replica.appended_tries
        if not interval_ms:
            return
        interval_ms = min(interval_ms, LONGEST_INTERVAL_MS)
        passed_ms = self._clock.now_ms() - replica.appended_ms
        if 0 <= passed_ms < interval_ms:
            await asyncio.sleep((interval_ms - passed_ms) / 1000)

    async def _commit(self, replica: Replica, batch: list[Task]) -> None:
        tries = await self._committer.commit(replica, batch)
        if tries:
            replica.appended_ms, replica.appended_tries = self._clock.now_ms(), tries


async def _until(found_out: Awaitable[None] | None) -> None:
    """Wait until something is found out; others may wait for it too, so it is not cancelled."""
    if isinstance(found_out, asyncio.Future):
        await asyncio.wait((found_out,))
    elif found_out is not None:
        await found_out


def _credits_due(replica: Replica, outages: Sequence[Outage]) -> list[Task]:
    """The commands of outages not yet applied to an aggregate; they go before all that waits."""
    commands = (
        (outage, replica.kind.outage(replica.state, outage.from_ms, outage.to_ms))
        for outage in outages
    )
    return [
        Task(command, None, outage.to_ms, None)
        for outage, command in commands
        if command is not None
    ]
