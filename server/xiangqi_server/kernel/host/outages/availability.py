"""Whether there is a store to decide on: without one the node pauses, until it is back.

Code that finds the store unavailable calls `lost`; while the node pauses, the host probes. A store
that was emptied or exchanged is as good as none: the node pauses until the store that it knows is
back, or an operator restarts it. If only a part of the store is away, commands for what lies there
are refused and everything else goes on: the node does not pause.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Final

from xiangqi_server.kernel.faults import Faults
from xiangqi_server.kernel.host.hooks import Hook
from xiangqi_server.kernel.host.outages.damping import Damping
from xiangqi_server.kernel.host.outages.downtime import Downtime
from xiangqi_server.kernel.host.outages.primary_terms import HELD
from xiangqi_server.kernel.host.outages.store_parts import StoreParts
from xiangqi_server.kernel.store.port import StoreReplaced, StoreServers, StoreUnavailable
from xiangqi_server.kernel.store.values import AggregateId

log = logging.getLogger(__name__)

REPLACED: Final = "store replaced"
"""Why a node pauses: it has found another store in place of its own."""
COMES_AND_GOES: Final = "the store comes and goes: it has to be there for a while first"
"""Why a node still pauses although the store answers."""


class Availability:
    """Whether the store of one node is there. Owned by the host.

    Attributes:
        pause_reason: why nothing can be decided, for the operator; "" while all is well.
        partial_reason: why a part of the store cannot be used; "" while none is known to be away.
        on_pause: told when the store goes (True) and when it is back (False).
    """

    def __init__(
        self, servers: StoreServers, downtime: Downtime, parts: StoreParts, faults: Faults
    ) -> None:
        self._servers = servers
        self._parts = parts
        self._downtime = downtime
        self._alert = asyncio.Event()
        self._damping = Damping(asyncio.get_running_loop().time)
        self.pause_reason = ""
        self.partial_reason = ""
        self.on_pause: Hook[bool, None] = Hook(faults, "pause")
        downtime.on_replaced(self.lost)
        parts.on_away(self._has_lost_part)
        parts.on_held(self._is_held)

    @property
    def is_paused(self) -> bool:
        """There is no store to decide on."""
        return bool(self.pause_reason)

    def lost(self, error: StoreUnavailable, aggregate: AggregateId | None = None) -> None:
        """Pause, because the store could not be reached when asked about this aggregate.

        If only a part of the store is away, only what lies there pauses.
        """
        is_some_there = error.is_partial or self._parts.is_any_there
        if is_some_there and not isinstance(error, StoreReplaced):
            self.partial_reason = self.partial_reason or str(error)
            if aggregate is not None and self._parts.are_many:
                self._parts.lost(aggregate)
            return
        was_paused = self.is_paused
        if isinstance(error, StoreReplaced):
            if self.pause_reason != REPLACED:
                log.error(REPLACED, extra={"reason": f"{error}; see RUNBOOK.md, Store replaced"})
            self.pause_reason = REPLACED
        elif not was_paused:
            log.warning("store unavailable", extra={"reason": str(error)})
            self.pause_reason = str(error)
        if not was_paused:
            self._damping.gone()
            self._downtime.pause()
            self._alert.set()
            self.on_pause.tell(self.is_paused)

    def _has_lost_part(self, shards: frozenset[int]) -> None:
        self.partial_reason = self.partial_reason or self._parts.away_reason

    def _is_held(self, shards: frozenset[int]) -> None:
        if self._parts.is_held:
            self.lost(StoreUnavailable(HELD))

    async def ensure(self) -> None:
        """Go on only if the store reads and writes.

        Raises:
            StoreUnavailable: it is still away.
        """
        if self.is_paused:
            await self._require_back()
            self._downtime.resume()
            self.pause_reason = ""
            log.warning("store available again")
            self.on_pause.tell(self.is_paused)
        await self._downtime.ensure_current()  # reads may still work where writes do not

    async def _require_back(self) -> None:
        """Go on if reads and writes work again, and not for a moment only.

        A node that does not serve yet has no heartbeats, so this time is an outage or a silence.
        """
        if not (self._parts.are_many or self._parts.is_held):
            self._downtime.is_resting = not await self._has_come_back()
            if self._downtime.is_resting:
                raise StoreUnavailable(COMES_AND_GOES)
        await self._downtime.heartbeat()
        if self._parts.is_held:
            raise StoreUnavailable(HELD)

    async def _has_come_back(self) -> bool:
        try:
            await self._servers.time_ms()
        except StoreUnavailable:
            self._damping.silent()
            raise
        return self._damping.is_back()

    def has_all_parts(self) -> None:
        """Every part of the store answers again, and what they may have lost was looked for."""
        if self.partial_reason:
            log.warning("all parts of the store are available again")
        self.partial_reason = ""

    async def until_lost(self, seconds: float) -> None:
        """Wait that long, or until the store is found to be away."""
        self._alert.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._alert.wait()
