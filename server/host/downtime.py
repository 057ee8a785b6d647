"""When no node served, and when this one alone did not: the gaps between heartbeats.

Every node has a heartbeat; the first after a gap of all of them writes it down in the store, as
an outage. What an outage means to an aggregate is the aggregate's own: the host only offers each
one, as a command, before it decides anything else (see `Kind.outage`). A silence of this node
while others served is its own affair: whoever listens is told of it, before anything is decided.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Final

from server.faults import Faults
from server.host.hooks import Hook
from server.host.store_parts import StoreParts
from server.store.port import Store, StoreReplaced, StoreUnavailable
from server.store.values import AggregateId, Outage

log = logging.getLogger(__name__)

HEARTBEAT_S: Final = 0.5
GAP_MS: Final = 1_500
JOINED_MS: Final = 2_000
"""Between two outages nobody is back and has moved in less: to the players they are one."""
CURRENT_S: Final = 1.0
"""After so long without a heartbeat a node is silent, and asks first if it was missed."""
SILENCE_MS: Final = 1_000
NEVER_MS: Final = 1 << 50
"""No silence is so long."""


class Downtime:
    """Of one node, and of all. Made by the host; `begin` it when the node listens, then `run` it.

    Args:
        now_ms: the store's time as this node knows it.
        parts: of the store; looked at with each heartbeat.
        is_alone: no other node can be on this store, so every start ends an outage however
            short; otherwise only a silence of `GAP_MS` is one.

    Attributes:
        on_silence: told of each time when this node was silent and others were not.
        on_replaced: told of each heartbeat that finds another store than the one before.
        outages: the latest as this node knows them, oldest first; the same object until there
            is a new one.
    """

    def __init__(
        self,
        store: Store,
        now_ms: Callable[[], int],
        parts: StoreParts,
        faults: Faults,
        *,
        is_alone: bool,
    ) -> None:
        self._store = store
        self._parts = parts
        self._has_missed = False
        self._now_ms = now_ms
        self._is_alone = is_alone
        self._has_begun = False
        self._now_s: Callable[[], float] = asyncio.get_running_loop().time
        self._beat_s = 0.0
        self._beat_ms = 0
        self._asking = asyncio.Lock()
        self.on_silence: Hook[Outage, None] = Hook(faults, "silence")
        self.on_replaced: Hook[StoreReplaced, None] = Hook(faults, "replaced")
        self.outages: tuple[Outage, ...] = ()

    async def begin(self) -> None:
        """Have the first heartbeat: the node listens, and the outage before it is over.

        A connection that comes earlier begins it, see `ensure_current`: before that
        nothing is decided.

        Raises:
            StoreUnavailable: there is no store.
        """
        async with self._asking:
            if not self._has_begun:
                await self._begin()

    async def _begin(self) -> None:
        began_s, began_ms = self._now_s(), self._now_ms()
        self.outages = await self._store.heartbeat(0 if self._is_alone else GAP_MS, JOINED_MS)
        self._beat_s, self._beat_ms, self._has_begun = began_s, began_ms, True
        for outage in self.outages[-1:]:
            if outage.to_ms >= began_ms:
                log.info("outage", extra={"lasted_ms": outage.to_ms - outage.from_ms})

    async def heartbeat(self) -> None:
        """Have one more.

        Raises:
            StoreUnavailable: there is no store; the silence has begun.
        """
        began_s, began_ms = self._now_s(), self._now_ms()
        outages = await self._beat()
        was_silent, from_ms = not self.is_current, self._beat_ms
        if began_s > self._beat_s:
            self._beat_s, self._beat_ms = began_s, began_ms
        if outages != self.outages:
            known, self.outages = self.outages, outages
            for outage in outages:
                if outage not in known:
                    log.warning("outage", extra={"lasted_ms": outage.to_ms - outage.from_ms})
        for silence in _uncovered(from_ms, self._now_ms(), outages) if was_silent else ():
            log.warning("silence", extra={"lasted_ms": silence.to_ms - silence.from_ms})
            self.on_silence.tell(silence)

    async def _beat(self) -> tuple[Outage, ...]:
        """Say in the store that this node serves; the outages there.

        Where the store has parts, that of the heartbeats may be the one that is away. Then nobody
        could say that it serves, and yet this node did: no outage comes of it.

        Raises:
            StoreUnavailable: there is no store.
        """
        served = self._has_missed and self.is_current
        try:
            async with asyncio.timeout(CURRENT_S / 2 if self._parts.are_many else None):
                outages = await self._store.heartbeat(NEVER_MS if served else GAP_MS, JOINED_MS)
        except StoreReplaced:
            raise
        except (StoreUnavailable, TimeoutError) as error:
            if not self._parts.is_any_there:
                raise StoreUnavailable(str(error) or "no heartbeat was answered") from error
            self._has_missed = True
            return self.outages
        self._has_missed = False
        return outages

    def outages_for(self, aggregate: AggregateId) -> tuple[Outage, ...]:
        """The outages that concern an aggregate; the same object until there is a new one."""
        return self._parts.outages_for(aggregate, self.outages)

    async def ensure_current(self) -> None:
        """Know of every outage and silence up to now: to be called before anything is decided.

        A process that was stopped or held finds alarms and messages waiting when it goes on,
        before its next heartbeat: they must not be decided as if it had served all the time.

        Raises:
            StoreUnavailable: there is no store.
        """
        if self.is_current:
            return
        async with self._asking:
            if not self._has_begun:
                await self._begin()
            elif not self.is_current:
                await self.heartbeat()

    @property
    def is_current(self) -> bool:
        """This node had a heartbeat just now; otherwise it is silent."""
        return self._has_begun and self._now_s() - self._beat_s <= CURRENT_S

    async def run(self) -> None:
        """Go on until cancelled."""
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            try:
                await asyncio.gather(self.heartbeat(), self._parts.look())
            except StoreReplaced as error:
                self.on_replaced.tell(error)
            except StoreUnavailable:
                log.debug("no heartbeat: the store is away")


def _uncovered(from_ms: int, to_ms: int, outages: Iterable[Outage]) -> tuple[Outage, ...]:
    """The parts of a time that no outage covers, if they are long enough to be missed."""
    parts = []
    for outage in (*outages, Outage(to_ms, to_ms)):
        part = Outage(from_ms, min(outage.from_ms, to_ms))
        if part.to_ms - part.from_ms > SILENCE_MS:
            parts.append(part)
        from_ms = max(from_ms, outage.to_ms)
    return tuple(parts)
