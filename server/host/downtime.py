"""The times when no node served, and those when this one alone did not: the silences between beats.

Every node beats; whoever beats first after a silence of all of them writes it down in the
store. What an outage means to an aggregate is the aggregate's own: the host only offers each
one, as a command, before it decides anything else (see `Kind.outage`). A silence of this node
while others served is its own affair: whoever listens is told of it, before anything is decided.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Final

from server.store.base import Outage, Store, StoreUnavailable

log = logging.getLogger(__name__)

BEAT_S: Final = 0.5
HOLE_MS: Final = 1_500
SURE_S: Final = 1.0
"""After so long without a beat of its own a node is silent, and asks first if it was missed."""
SILENCE_MS: Final = 1_000


class Downtime:
    """The latest outages as this node knows them, oldest first.

    `outages` is the same object until there is a new one.

    Args:
        now_ms: the store's time as this node knows it.
        is_alone: no other node can be on this store, so every start ends an outage however
            short; otherwise only a silence of `HOLE_MS` is one.
    """

    def __init__(self, store: Store, now_ms: Callable[[], int], *, is_alone: bool) -> None:
        self._store = store
        self._now_ms = now_ms
        self._is_alone = is_alone
        self._beaten_s = 0.0
        self._beaten_ms = 0
        self._asking = asyncio.Lock()
        self._listeners: list[Callable[[Outage], None]] = []
        self.outages: tuple[Outage, ...] = ()

    def on_silence(self, listener: Callable[[Outage], None]) -> None:
        """Tell `listener` of each time when this node was silent and others were not."""
        self._listeners.append(listener)

    async def begin(self) -> None:
        """Beat for the first time, before anything is served.

        Raises:
            StoreUnavailable: there is no store.
        """
        self._beaten_s, self._beaten_ms = _now_s(), self._now_ms()
        self.outages = await self._store.beat(0 if self._is_alone else HOLE_MS)

    async def beat(self) -> None:
        """Beat once more.

        Raises:
            StoreUnavailable: there is no store; the silence has begun.
        """
        began_s, began_ms = _now_s(), self._now_ms()
        outages = await self._store.beat(HOLE_MS)
        was_silent, from_ms = not self.is_sure, self._beaten_ms
        if began_s > self._beaten_s:
            self._beaten_s, self._beaten_ms = began_s, began_ms
        if outages != self.outages:
            self.outages = outages
            log.warning("outage", extra={"lasted_ms": outages[-1].to_ms - outages[-1].from_ms})
        for silence in _uncovered(from_ms, self._now_ms(), outages) if was_silent else ():
            log.warning("silence", extra={"lasted_ms": silence.to_ms - silence.from_ms})
            for listener in self._listeners:
                listener(silence)

    async def be_sure(self) -> None:
        """Know of every outage and silence up to now: to be called before anything is decided.

        A process that was stopped or held finds alarms and messages waiting when it goes on,
        before its next beat: they must not be decided as if it had served all the time.

        Raises:
            StoreUnavailable: there is no store.
        """
        if self.is_sure:
            return
        async with self._asking:
            if not self.is_sure:
                await self.beat()

    @property
    def is_sure(self) -> bool:
        """This node has beaten just now; otherwise it is silent."""
        return _now_s() - self._beaten_s <= SURE_S

    async def run(self) -> None:
        """Beat until cancelled."""
        while True:
            await asyncio.sleep(BEAT_S)
            try:
                await self.beat()
            except StoreUnavailable:
                log.debug("no beat: the store is away")


def _now_s() -> float:
    return asyncio.get_running_loop().time()


def _uncovered(from_ms: int, to_ms: int, outages: Iterable[Outage]) -> tuple[Outage, ...]:
    """The parts of a time that no outage covers, if they are long enough to be missed."""
    parts = []
    for outage in (*outages, Outage(to_ms, to_ms)):
        part = Outage(from_ms, min(outage.from_ms, to_ms))
        if part.to_ms - part.from_ms > SILENCE_MS:
            parts.append(part)
        from_ms = max(from_ms, outage.to_ms)
    return tuple(parts)
