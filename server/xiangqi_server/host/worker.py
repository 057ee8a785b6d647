"""Serves an aggregate that must wait for more than the answer to its append.

See `lane` for when that is so. While the worker serves a replica, it owns it.
"""

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Final

from msgspec.structs import replace

from xiangqi_server.host.committer import Commit, Committer
from xiangqi_server.host.downtime import Downtime
from xiangqi_server.host.draft import Task
from xiangqi_server.host.need import Need, Needs
from xiangqi_server.host.offload import decided_together, may_ask
from xiangqi_server.host.reader import Reader
from xiangqi_server.host.replica import Replica
from xiangqi_server.host.timebase import StoreClock
from xiangqi_server.host.work import NOTHING, Work
from xiangqi_server.store.port import StoreError
from xiangqi_server.store.values import Loaded, Outage

LONGEST_INTERVAL_MS: Final = 1_000
"""The longest time for which the events of an aggregate that many nodes write are gathered."""


class Worker:
    """Serves the aggregates of a node, each in a task of the lane's.

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

    async def read_all(self, group: Sequence[Work]) -> Sequence[Loaded | StoreError | None]:
        """Read aggregates that were never read here, see `Store.load_all`."""
        for work in group:
            work.is_stale = False
        return await self._reader.load_all([work.replica for work in group])

    def begin_read(self, work: Work, loaded: Loaded | StoreError | None) -> Commit | None:
        """Take what was read, and decide what waits; returns what is to be stored then.

        None if nothing is to be stored, or if more has to be waited for: then `work` has something
        left to do.

        Raises:
            StoreUnavailable: it was not read, or the log is held.
            StoreError: what was read is not a record of ours.
        """
        if loaded is None:
            return None
        if isinstance(loaded, StoreError):
            raise loaded
        self._reader.take_loaded(work.replica, loaded)
        work.is_read = True
        return self.begin(work, self.need(work))

    def begin(self, work: Work, need: Need | None) -> Commit | None:
        """Decide what waits, if nothing is needed; returns what is to be stored then.

        None if nothing is to be stored, or if more has to be waited for: then `work` has something
        left to do.
        """
        if need is Need.OUTAGE:
            outages = self._downtime.outages_for(work.replica.aggregate)
            owed = _owed(work.replica, outages)
            if len(owed) >= work.replica.kind.limits.max_batch:
                return None
            work.offer(outages, owed)
        elif need is not None:
            return None
        if work.tasks:
            return self._committer.begin(work)
        work.offered()
        work.show()
        return None

    async def serve(self, work: Work) -> None:
        """Do all that waits. An aggregate that is not watched is not followed, so it is read first.

        Raises:
            StoreUnavailable: the outcome of `work.batch` is unknown.
        """
        await _until(work.found_out)
        while work.is_left:
            work.provided = NOTHING
            while (need := self.need(work)) not in (None, Need.OUTAGE):
                await self._provide(work, need)
            await self._decide(work)

    async def _provide(self, work: Work, need: Need) -> None:
        """Wait for one thing that is needed.

        What has to be found out is waited for once, unless more came meanwhile: if the store is
        slow there is always something new to find out, about a time after all that waits here had
        come.
        """
        provided = replace(work.provided, has_heartbeat=False)
        match need:
            case Need.GATHER:
                provided = replace(provided, has_gathered=True)
                if work.tasks:
                    await self._let_gather(work.replica)
            case Need.HEARTBEAT:
                provided = replace(provided, has_heartbeat=True)
                await self._downtime.ensure_current()
            case Need.READ:
                provided = replace(provided, has_read=True)
                work.is_stale, work.is_read = False, True
                await self._reader.refresh(work.replica)
            case Need.HEAR:
                await self._reader.hear(work.replica, work.publications.pop(0))
            case Need.FIND_OUT:
                provided = replace(provided, found_out_for=work.tasks[-1:])
                await _until(work.found_out)
        work.provided = provided

    async def _decide(self, work: Work) -> None:
        """Decide what waits, the outages first that were not applied yet, and have it stored."""
        replica = work.replica
        outages = self._downtime.outages_for(replica.aggregate)
        is_new = replica.offered is not outages
        owed = _owed(replica, outages) if is_new else []
        if owed and may_ask(replica):  # one that may ask is decided alone
            await self._commit(replica, owed)
            owed = []
        work.begin_batch(decided_together(replica, (*work.batch, *work.tasks)))
        if owed or work.batch:
            await self._commit(replica, [*owed, *work.batch])
            work.batch = []
        if is_new:
            replica.offered = outages
        work.show()

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


def _owed(replica: Replica, outages: Sequence[Outage]) -> list[Task]:
    """The commands of outages not yet offered to an aggregate; they go before all that waits."""
    owed = (
        (outage, replica.kind.outage(replica.state, outage.from_ms, outage.to_ms))
        for outage in outages
    )
    return [
        Task(command, None, outage.to_ms, None) for outage, command in owed if command is not None
    ]
