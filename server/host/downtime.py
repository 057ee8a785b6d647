"""The times when no node served: found by the silence between beats, kept by the store.

Every node beats; whoever beats first after a silence of all of them writes it down. What
an outage means to an aggregate is the aggregate's own: the host only offers each one, as
a command, before it decides anything else (see `Kind.outage`).
"""

import asyncio
import logging
from typing import Final

from server.store.base import Outage, Store, StoreUnavailable

log = logging.getLogger(__name__)

BEAT_S: Final = 0.5
HOLE_MS: Final = 1_500
SURE_S: Final = 1.0
"""After so long without a beat of its own a node asks first whether it was missed."""


class Downtime:
    """The latest outages as this node knows them, oldest first.

    `outages` is the same object until there is a new one.

    Args:
        is_alone: no other node can be on this store, so every start ends an outage however
            short; otherwise only a silence of `HOLE_MS` is one.
    """

    def __init__(self, store: Store, *, is_alone: bool) -> None:
        self._store = store
        self._is_alone = is_alone
        self._beaten_s = 0.0
        self._asking = asyncio.Lock()
        self.outages: tuple[Outage, ...] = ()

    async def begin(self) -> None:
        """Beat for the first time, before anything is served.

        Raises:
            StoreUnavailable: there is no store.
        """
        self._beaten_s = asyncio.get_running_loop().time()
        self.outages = await self._store.beat(0 if self._is_alone else HOLE_MS)

    async def beat(self) -> None:
        """Beat once more.

        Raises:
            StoreUnavailable: there is no store; the silence has begun.
        """
        began_s = asyncio.get_running_loop().time()
        outages = await self._store.beat(HOLE_MS)
        self._beaten_s = max(self._beaten_s, began_s)
        if outages != self.outages:
            self.outages = outages
            log.warning("outage", extra={"lasted_ms": outages[-1].to_ms - outages[-1].from_ms})

    async def be_sure(self) -> None:
        """Know of every outage up to now: to be called before anything is decided.

        A process that was stopped or held finds alarms and messages waiting when it goes on,
        before its next beat: they must not be decided as if it had served all the time.

        Raises:
            StoreUnavailable: there is no store.
        """
        if self._is_sure():
            return
        async with self._asking:
            if not self._is_sure():
                await self.beat()

    def _is_sure(self) -> bool:
        return asyncio.get_running_loop().time() - self._beaten_s <= SURE_S

    async def run(self) -> None:
        """Beat until cancelled."""
        while True:
            await asyncio.sleep(BEAT_S)
            try:
                await self.beat()
            except StoreUnavailable:
                log.debug("no beat: the store is away")
