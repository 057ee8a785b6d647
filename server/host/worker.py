"""What is done for one aggregate that must wait for more than the answer to its append.

Hides: what must be known before anything is decided. See `lane` for when it is called; the worker
owns the replica as long as it serves it.
"""

import asyncio
from collections.abc import Awaitable
from typing import Final

from server.host.committer import Committer
from server.host.downtime import Downtime
from server.host.draft import Task
from server.host.hooks import Hook
from server.host.offload import decided_together, may_ask
from server.host.reader import Reader
from server.host.replica import Replica
from server.host.timebase import StoreClock
from server.host.view import AnyView
from server.host.work import Work

LONGEST_INTERVAL_MS: Final = 1_000
"""So long what is written by many nodes is gathered at most."""


class Worker:
    """Serves the aggregates of a node, each in a task of the lane's.

    Args:
        pre_decide: asked what has to be found out before anything is decided on a replica.
    """

    def __init__(
        self,
        reader: Reader,
        committer: Committer,
        downtime: Downtime,
        clock: StoreClock,
        pre_decide: Hook[AnyView, Awaitable[None] | None],
    ) -> None:
        self._reader = reader
        self._committer = committer
        self._downtime = downtime
        self._clock = clock
        self._pre_decide = pre_decide

    def is_ready(self, work: Work) -> bool:
        """Whether commands wait and can be decided at once, all that must be known being known.

        It is so where the aggregate is watched, so followed, and nobody else wrote to it; where
        this node knows of every outage, and no other thing has to be found out before.
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
            or may_ask(replica)
        ):
            return False
        work.found_out = self._pre_decide.ask(replica)
        return work.found_out is None

    async def serve(self, work: Work) -> None:
        """Do all that waits. What is not watched is not followed, so it is read first.

        Raises:
            StoreUnavailable: the outcome of `work.batch` is unknown.
        """
        replica = work.replica
        if work.found_out is not None:
            await work.found_out
        work.is_stale |= not replica.watchers
        while work.is_left:
            if work.tasks:
                await self._let_gather(replica)
            if work.is_stale or not replica.is_fresh:
                work.is_stale = False
                await self._reader.refresh(replica)
            while work.publications:
                await self._reader.hear(replica, work.publications.pop(0))
            await self._apply_downtime(work)
            work.begin_batch(decided_together(replica, (*work.batch, *work.tasks)))
            if work.batch:
                await self._commit(replica, work.batch)
                work.batch = []
            while work.looks and replica.is_fresh and not work.is_stale:
                looked = work.looks.pop(0)
                if not looked.done():  # whoever waited may be gone
                    looked.set_result(replica)

    async def _let_gather(self, replica: Replica) -> None:
        """Wait for more to come, where an aggregate is not written to too often.

        If other nodes write as often, so that it took several tries, so much longer.
        """
        interval_ms = replica.kind.limits.min_append_interval_ms * replica.appended_tries
        if not interval_ms:
            return
        interval_ms = min(interval_ms, LONGEST_INTERVAL_MS)
        passed_ms = self._clock.now_ms() - replica.appended_ms
        if 0 <= passed_ms < interval_ms:
            await asyncio.sleep((interval_ms - passed_ms) / 1000)

    async def _apply_downtime(self, work: Work) -> None:
        """Know all downtime that concerns this aggregate, and have it decided first."""
        replica = work.replica
        while True:
            await self._downtime.ensure_current()
            if replica.offered is not self._downtime.outages_for(replica.aggregate):
                await self._offer_outages(replica)
                continue
            found_out = self._pre_decide.ask(replica) if work.tasks else None
            if found_out is None:
                return
            await found_out

    async def _offer_outages(self, replica: Replica) -> None:
        """Have the outages that concern this aggregate decided, before anything else is."""
        outages = self._downtime.outages_for(replica.aggregate)
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
            await self._commit(replica, batch)
        replica.offered = outages

    async def _commit(self, replica: Replica, batch: list[Task]) -> None:
        tries = await self._committer.commit(replica, batch)
        if tries:
            replica.appended_ms, replica.appended_tries = self._clock.now_ms(), tries
