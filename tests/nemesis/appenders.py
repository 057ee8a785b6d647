"""Load on a store, and the check of what became of it: one log each, one event after the other.

Each appender remembers what was acknowledged, and can write back what a failover took. A listener
beside them remembers what was published, for whoever was told something must find it in the end.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from tests.support.patience import PATIENCE_S
from tests.support.stores import RETRY_S, an_append
from xiangqi_server.kernel.store.client.acknowledgement import Promise
from xiangqi_server.kernel.store.client.address import StoreAddress
from xiangqi_server.kernel.store.client.cluster.electable import ElectableWaits
from xiangqi_server.kernel.store.client.cluster.routed import RoutedCalls
from xiangqi_server.kernel.store.client.cluster.slots import TAGS
from xiangqi_server.kernel.store.client.cluster.topology import Topology
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.feed import Ephemeral, Publication
from xiangqi_server.kernel.store.keys import DEFAULT_PREFIX, DEFAULT_SHARDS, Keys
from xiangqi_server.kernel.store.port import Store, StoreUnavailable, head_of
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.values import (
    EMPTY_HEAD,
    AggregateId,
    Appended,
    Conflict,
    Head,
    Restore,
    StoredEvent,
    advance,
    heads_after,
)

PACE_S: Final = 0.01
PATIENT_S: Final = 30.0
BODY: Final = b"moved"


class Appender:
    """Appends to one log, as fast as it is answered.

    Args:
        restores: writes back what the store has lost, before it goes on.

    Attributes:
        acknowledged: where the log stood after each event that was acknowledged.
        restored: how many events it has written back.
        longest_s: the longest that an event waited to be acknowledged.
    """

    def __init__(self, room: AggregateId, store: Store, *, restores: bool) -> None:
        self.room = room
        self.acknowledged: list[Head] = []
        self.restored = 0
        self.longest_s = 0.0
        self._store = store
        self._restores = restores
        self._held: list[StoredEvent] = []
        self._head = EMPTY_HEAD

    async def run(self, is_over: Callable[[], bool]) -> None:
        """Append until it is over; an event that is not acknowledged is sent again as it is."""
        loop = asyncio.get_running_loop()
        number = 0
        while not is_over():
            began_s = loop.time()
            while not (is_over() or await self._append(f"{self.room.id}-{number}")):  # noqa: ASYNC110 - it acts
                await asyncio.sleep(PACE_S)
            number += 1
            self.longest_s = max(self.longest_s, loop.time() - began_s)
            await asyncio.sleep(PACE_S)

    async def _append(self, event_id: str) -> bool:
        """Whether this event is in the log, as far as the store says."""
        request = an_append(self.room, self._head, event_id=event_id, events=(BODY,))
        try:
            result = await self._store.logs.append(request)
            if isinstance(result, Appended):
                event = StoredEvent(result.head.version, result.head.at_ms, event_id, BODY)
                self._note(result.head, event)
                return True
            if isinstance(result, Conflict):
                return await self._look(event_id)
        except StoreUnavailable:
            pass
        return False

    def _note(self, head: Head, event: StoredEvent) -> None:
        self._head = head
        self.acknowledged.append(head)
        self._held.append(event)

    async def _look(self, event_id: str) -> bool:
        """Go on where the log stands; whether the event is there already."""
        if self._restores and await self._restored(await head_of(self._store.logs, self.room)):
            return False
        events = await self._store.logs.read(self.room, 0)
        self._held = list(events)
        self._head = advance(EMPTY_HEAD, events)
        if events and events[-1].event_id == event_id:
            self.acknowledged.append(self._head)
            return True
        return False

    async def _restored(self, head: Head) -> bool:
        """Whether what is held after `head` was lost, and is written back."""
        heads = (EMPTY_HEAD, *heads_after(EMPTY_HEAD, self._held))
        lost = tuple(self._held[head.version :])
        if not lost or heads[head.version].digest != head.digest:
            return False
        request = Restore(self.room, head, lost, heads[-1].digest)
        if not await self._store.logs.restore(request):
            return False
        self._head = heads[-1]
        self.restored += len(lost)
        return True


class Listening:
    """See `FeedListener`: what was told of each log."""

    def __init__(self) -> None:
        self.told: dict[AggregateId, list[tuple[int, bytes]]] = {}

    def is_own(self, event_id: str) -> bool:
        """Nothing is: it only listens."""
        return False

    def on_publication(self, aggregate: AggregateId, publication: Publication) -> None:
        """Remember where the log stood."""
        if publication.events:
            version = publication.events[-1].version
            self.told.setdefault(aggregate, []).append((version, publication.digest))

    def on_ephemeral(self, aggregate: AggregateId, ephemeral: Ephemeral) -> None:
        """Nothing of that is sent here."""

    def on_begin(self, aggregate: AggregateId) -> None:
        """What was written before is not looked for: only what was told counts."""


@dataclass
class Tally:
    """What was found in the logs at the end.

    Fields:
        lost: events acknowledged that are not in the log where they were said to be.
        doubled: events that are in a log twice.
        gaps: logs with a version missing, or a head that is not of their events.
        forks: logs in which something else stands where an acknowledged event was.
        restored: events that were lost, and written back.
        told: events published, as somebody heard them.
        taken_back: of these, how many are not in the log.
        longest_s: the longest wait for an answer in logs of the primary that was harmed.
        elsewhere_s: the same in logs of the other primaries.
    """

    times: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    gaps: int = 0
    forks: int = 0
    restored: int = 0
    told: int = 0
    taken_back: int = 0
    longest_s: float = 0.0
    elsewhere_s: float = 0.0

    @property
    def is_whole(self) -> bool:
        """Whether all that was acknowledged or told is there, once and in order."""
        return not (self.lost or self.doubled or self.gaps or self.forks or self.taken_back)

    async def add(self, store: Store, appender: Appender, heard: Listening) -> None:
        """Add what is found in one log."""
        room = appender.room
        events, head = await _log_at_last(store, room)
        heads = {one.version: one.digest for one in heads_after(EMPTY_HEAD, events)}
        lost = [one for one in appender.acknowledged if heads.get(one.version) != one.digest]
        told = heard.told.get(room, [])
        self.acknowledged += len(appender.acknowledged)
        self.lost += len(lost)
        self.restored += appender.restored
        self.forks += any(one.version in heads for one in lost)
        self.doubled += len(events) - len({event.event_id for event in events})
        is_chained = head.digest == advance(EMPTY_HEAD, events).digest
        versions = [event.version for event in events]
        self.gaps += not is_chained or versions != list(range(1, len(events) + 1))
        self.told += len(told)
        self.taken_back += sum(heads.get(version) != digest for version, digest in told)


async def _log_at_last(store: Store, room: AggregateId) -> tuple[tuple[StoredEvent, ...], Head]:
    """A log and its head, as soon as the server that has it answers."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                return await store.logs.read(room, 0), await head_of(store.logs, room)
            except StoreUnavailable:
                await asyncio.sleep(RETRY_S)


@asynccontextmanager
async def a_patient_store(url: str, promise: Promise) -> AsyncIterator[tuple[RedisStore, Topology]]:
    """A store that is used by somebody who hears of no failover.

    It keeps its connections, and waits long for what it sent over them, unless the topology is
    looked at by `Topology.refresh`. Only so is a primary that stood still told anything by us
    before it hears of the others.
    """
    topology = Topology(StoreAddress.read(url), wire_to)
    await topology.refresh()
    is_cluster = topology.is_sharded
    keys = (
        Keys(DEFAULT_PREFIX, len(TAGS), TAGS)
        if is_cluster
        else Keys(DEFAULT_PREFIX, DEFAULT_SHARDS)
    )
    waits = ElectableWaits(promise, topology, keys) if promise.waits else None
    commits = RoutedCalls(topology, PATIENT_S, waits=waits)
    reads = RoutedCalls(topology, PATIENT_S, waits=waits)
    store = RedisStore(commits, reads, keys, topology, promise=promise)
    await store.metadata.check_format()
    try:
        yield store, topology
    finally:
        await store.close()
