"""Serves an aggregate that must wait for more than the answer to its append.

See `lane` for when that is so. While the worker serves a replica, it owns it.
"""

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Final

from xiangqi_server.host.committer import Commit, Committer
from xiangqi_server.host.downtime import Downtime
from xiangqi_server.host.draft import Task
from xiangqi_server.host.hooks import Hook
from xiangqi_server.host.offload import decided_together, may_ask
from xiangqi_server.host.reader import Reader
from xiangqi_server.host.replica import Replica
from xiangqi_server.host.timebase import StoreClock
from xiangqi_server.host.view import AnyView
from xiangqi_server.host.work import Work
from xiangqi_server.store.port import StoreError
from xiangqi_server.store.values import Loaded, Outage

LONGEST_INTERVAL_MS: Final = 1_000
"""The longest time for which the events of an aggregate that many nodes write are gathered."""


class Worker:
    """Serves the aggregates of a node, each in a task of the lane's.

    Args:
        pre_decide: asked what has to be found out before anything is decided on a replica.
        is_alone: no other node can be on this store, so that is found out in a moment.
    """

    def __init__(
        self,
        reader: Reader,
        committer: Committer,
        downtime: Downtime,
        clock: StoreClock,
        pre_decide: Hook[AnyView, Awaitable[None] | None],
        *,
        is_alone: bool,
    ) -> None:
        self._reader = reader
        self._committer = committer
        self._downtime = downtime
        self._clock = clock
        self._pre_decide = pre_decide
        self._is_alone = is_alone

    def is_ready(self, work: Work) -> bool:
        """Whether commands wait and can be decided at once: all that must be known is known.

        That is so if the aggregate is watched, and therefore followed, and nobody else wrote to it,
        if this node knows of every outage, and if nothing else has to be found out first.
        """
        replica = work.replica
        if (
            not work.tasks
            or work.publications
            or work.is_stale
            or not (replica.watchers and replica.is_fresh)
            or replica.kind.limits.min_append_interval_ms
            or replica.offered is not self._downtime.outages_for(replica.aggregate)
            or not self._downtime.is_current
        ):
            return False
        work.found_out = self._pre_decide.ask(replica)
        return work.found_out is None

    def is_unread(self, work: Work) -> bool:
        """Whether an aggregate was never read here, and needs nothing but to be read."""
        replica = work.replica
        return (
            not (replica.is_fresh or replica.head.version or replica.watchers)
            and not work.publications
            and not replica.kind.limits.min_append_interval_ms
            and self._downtime.is_current
        )

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
        return self.begin_first(work)

    def begin_first(self, work: Work) -> Commit | None:
        """Decide what waits for an aggregate that was just read; see `begin_read`."""
        replica, work.found_out = work.replica, None
        if (
            not replica.is_fresh
            or work.is_stale
            or work.publications
            or not self._downtime.is_current
        ):
            return None
        outages = self._downtime.outages_for(replica.aggregate)
        if work.tasks or (self._is_alone and replica.offered is not outages):
            work.found_out = self._pre_decide.ask(replica)
            if work.found_out is not None:
                return None
        owed = _owed(replica, outages)
        if len(owed) >= replica.kind.limits.max_batch:
            return None
        work.offer(outages, owed)
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
        replica = work.replica
        if work.found_out is not None:
            await _until(work.found_out)
        work.is_stale |= not (replica.watchers or work.is_read)
        work.is_read = False
        while work.is_left:
            if work.tasks:
                await self._let_gather(replica)
            if work.is_stale or not replica.is_fresh:
                await self._downtime.ensure_current()  # before it every primary is a new one
                work.is_stale = False
                await self._reader.refresh(replica)
            while work.publications:
                await self._reader.hear(replica, work.publications.pop(0))
            outages = await self._know_downtime(work)
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

    async def _know_downtime(self, work: Work) -> tuple[Outage, ...]:
        """Wait until all downtime is known that concerns what is to be decided; give the outages.

        If nothing is to be decided but an outage, for somebody who looks, other causes are waited
        for only if that takes no time: then all of it is one append. What has to be found out is
        waited for once, unless more came meanwhile: if the store is slow there is always something
        new to find out, about a time after all that waits here had come.
        """
        replica = work.replica
        latest: list[Task] | None = None
        while True:
            await self._downtime.ensure_current()
            outages = self._downtime.outages_for(replica.aggregate)
            asks = work.tasks or (self._is_alone and replica.offered is not outages)
            has_come = work.tasks[-1:] != latest
            found_out = self._pre_decide.ask(replica) if asks and has_come else None
            if found_out is None:
                return outages
            latest = work.tasks[-1:]
            await _until(found_out)

    async def _commit(self, replica: Replica, batch: list[Task]) -> None:
        tries = await self._committer.commit(replica, batch)
        if tries:
            replica.appended_ms, replica.appended_tries = self._clock.now_ms(), tries


async def _until(found_out: Awaitable[None]) -> None:
    """Wait until something is found out; others may wait for it too, so it is not cancelled."""
    if isinstance(found_out, asyncio.Future):
        await asyncio.wait((found_out,))
    else:
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
