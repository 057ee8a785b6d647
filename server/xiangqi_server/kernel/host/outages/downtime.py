"""When no node served, and when this one alone did not: the gaps between heartbeats.

Every node has a heartbeat. The first one after a time without any is stored together with that
time, as an outage. An aggregate itself knows what an outage means to it: the host only offers each
outage, as a command, before it decides anything else (see `Kind.outage`). A silence of this node
while others served concerns only this node: `on_silence` hears of it, before anything is decided.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Final

from xiangqi_server.kernel.faults import Faults
from xiangqi_server.kernel.host.hooks import Hook
from xiangqi_server.kernel.host.outages.store_parts import GAP_MS, StoreParts
from xiangqi_server.kernel.store.port import StoreAccess, StoreReplaced, StoreUnavailable
from xiangqi_server.kernel.store.values import AggregateId, Outage

log = logging.getLogger(__name__)

HEARTBEAT_S: Final = 0.5
CURRENT_S: Final = 1.0
"""After this time without a heartbeat a node is silent, and first asks whether it was missed."""
AWAY_HEARTBEAT_S: Final = 0.1
"""The time between two heartbeats to a part of the store that is away: players wait for it."""
SILENCE_MS: Final = 1_000
MISSED_MS: Final = 50
"""The longest silence after an outage that does not count: then others are served again."""
PAUSED_GAP_MS: Final = 700
"""The shortest outage of a node that has paused: longer than the time between two heartbeats of a
node that serves."""


class Downtime:
    """The downtime of one node, and of all. Made by the host; `begin` it when the node listens.

    Args:
        now_ms: the store's time as this node knows it.
        parts: the parts of the store; they are probed with each heartbeat.
        access: on an exclusive store every start ends an outage however short; on a shared one only
            a silence of `GAP_MS` is one.

    Attributes:
        on_silence: told of each time when this node was silent and others were not.
        on_replaced: told of each heartbeat that finds another store than the one before.
        is_resting: this node has no heartbeats for now, because it does not serve.
        outages: the latest outages of a store in one piece, as this node knows them, oldest first;
            the same object until there is a new one.
    """

    def __init__(
        self,
        now_ms: Callable[[], int],
        parts: StoreParts,
        faults: Faults,
        access: StoreAccess,
    ) -> None:
        self._parts = parts
        self._now_ms = now_ms
        self._first_gap_ms = GAP_MS if access is StoreAccess.SHARED else 0
        self._paused_s: float | None = None
        self.is_resting = False
        self._has_begun = False
        self._now_s: Callable[[], float] = asyncio.get_running_loop().time
        self._beat_s = 0.0
        self._beat_ms = 0
        self._asking = asyncio.Lock()
        self.on_silence: Hook[Outage, None] = Hook(faults, "silence")
        self.on_replaced: Hook[StoreReplaced, None] = Hook(faults, "replaced")
        self.outages: tuple[Outage, ...] = ()

    @property
    def is_paused(self) -> bool:
        """This node does not serve, because it has found no store."""
        return self._paused_s is not None

    def pause(self) -> None:
        """This node does not serve from now on."""
        self._paused_s = self._now_s()

    def resume(self) -> None:
        """This node serves again."""
        self.is_resting, self._paused_s = False, None

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
        self.outages = await self._beat(self._first_gap_ms)
        self._beat_s, self._beat_ms, self._has_begun = began_s, began_ms, True
        for outage in self.outages[-1:]:
            if outage.to_ms >= began_ms:
                log.info("outage", extra={"lasted_ms": outage.to_ms - outage.from_ms})

    async def heartbeat(self) -> None:
        """Have one more heartbeat.

        Raises:
            StoreUnavailable: there is no store; the silence has begun.
        """
        began_s, began_ms = self._now_s(), self._now_ms()
        outages = await self._beat(PAUSED_GAP_MS if self.is_paused else GAP_MS)
        was_silent, from_ms = not self.is_current, self._beat_ms
        if began_s > self._beat_s:
            self._beat_s, self._beat_ms = began_s, began_ms
        if outages != self.outages:
            known, self.outages = self.outages, outages
            for outage in outages:
                if outage not in known and not self._parts.is_held:  # else it is not over
                    log.warning("outage", extra={"lasted_ms": outage.to_ms - outage.from_ms})
        for silence in self._silences(from_ms, outages) if was_silent or self.is_paused else ():
            log.warning("silence", extra={"lasted_ms": silence.to_ms - silence.from_ms})
            self.on_silence.tell(silence)

    async def _beat(self, gap_ms: int) -> tuple[Outage, ...]:
        """Tell the store that this node serves; gives the outages that it keeps.

        A store of parts keeps outages for each part. If some parts are away, this node still
        serves.

        Raises:
            StoreUnavailable: there is no store.
        """
        if not await self._parts.probe(self.outages):
            return await self._parts.heartbeat(gap_ms)
        if not self._parts.is_any_there:
            raise StoreUnavailable("no heartbeat was answered")
        return self.outages

    def _silences(self, from_ms: int, outages: tuple[Outage, ...]) -> tuple[Outage, ...]:
        """The times since `from_ms` when this node was silent and others were not.

        Of the parts of the store, the one with the longest silences counts. While this node is
        paused, it has been silent at least since the end of the outage that others have ended.
        """
        kept = tuple(self._parts.outages_of_parts()) or (outages,)
        now_ms = self._now_ms()
        # By its age: the time of the store may have jumped since.
        age_s = 0.0 if self._paused_s is None else self._now_s() - self._paused_s
        paused_ms = now_ms - int(1_000 * age_s)
        silences = (
            tuple(
                silence
                for silence in _uncovered(from_ms, now_ms, part)
                if _is_missed(silence, paused_ms)
            )
            for part in kept
        )
        return max(
            silences, key=lambda part: sum(silence.to_ms - silence.from_ms for silence in part)
        )

    def outages_for(self, aggregate: AggregateId) -> tuple[Outage, ...]:
        """The outages that concern an aggregate; the same object until there is a new one."""
        return self._parts.outages_for(aggregate, self.outages)

    async def ensure_current(self) -> None:
        """Learn of every outage and silence up to now; called before anything is decided.

        A process that was stopped finds alarms and messages waiting when it goes on, before its
        next heartbeat. They must not be decided as if it had served all the time. If the store is
        so slow that a node is silent again when a heartbeat is answered, all that came before that
        heartbeat was sent goes on by its answer.

        Raises:
            StoreUnavailable: there is no store.
        """
        if self.is_current:
            return
        came_s = self._now_s()
        async with self._asking:
            if not self._has_begun:
                await self._begin()
            elif self._beat_s < came_s and not self.is_current:
                await self.heartbeat()

    @property
    def is_current(self) -> bool:
        """This node had a heartbeat just now; otherwise it is silent."""
        return self._has_begun and self._now_s() - self._beat_s <= CURRENT_S

    async def run(self) -> None:
        """Go on until cancelled."""
        wait_s = HEARTBEAT_S
        while True:
            if self._parts.away:
                wait_s -= await self._ask_again(wait_s)
            await asyncio.sleep(wait_s)
            began_s = self._now_s()
            try:
                if self._parts.is_held or not self.is_resting:  # what is held is written back
                    await self.heartbeat()
            except StoreReplaced as error:
                self.on_replaced.tell(error)
            except StoreUnavailable:
                log.debug("no heartbeat: the store is away")
            # A part that is silent waits.
            wait_s = max(0.0, HEARTBEAT_S - (self._now_s() - began_s))

    async def _ask_again(self, seconds: float) -> float:
        """Ask the parts that are away until the time is up; gives the seconds that it took."""
        began_s = self._now_s()
        try:
            async with asyncio.timeout(seconds):
                while self._parts.away:
                    await asyncio.sleep(AWAY_HEARTBEAT_S)
                    await self._parts.probe_away()
        except TimeoutError:  # what does not answer in time is asked with all other parts
            pass
        except StoreReplaced as error:
            self.on_replaced.tell(error)
        return min(seconds, self._now_s() - began_s)


def _uncovered(from_ms: int, to_ms: int, outages: Iterable[Outage]) -> tuple[Outage, ...]:
    """The parts of a time that no outage covers."""
    parts = []
    for outage in (*outages, Outage(to_ms, to_ms)):
        part = Outage(from_ms, min(outage.from_ms, to_ms))
        if part.from_ms < part.to_ms:
            parts.append(part)
        from_ms = max(from_ms, outage.to_ms)
    return tuple(parts)


def _is_missed(silence: Outage, paused_ms: int) -> bool:
    """Whether a silence counts, for a node that has been paused since `paused_ms`."""
    least_ms = MISSED_MS if silence.from_ms >= paused_ms else SILENCE_MS
    return silence.to_ms - silence.from_ms > least_ms
