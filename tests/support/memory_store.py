"""A store in memory: the contract of `port` without a server, for tests and simulation.

Every method acts at once, in one step of the loop, so a simulation that wraps or subclasses this
one decides alone when an answer comes, or whether it comes.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from tests.support.memory_feed import MemoryChannels
from tests.support.memory_rows import MemoryRowStore
from tests.support.memory_side import memory_side
from tests.support.whole_store import WholeStore
from xiangqi_server.kernel.host.journal import version_of
from xiangqi_server.kernel.store.conflicts import MAX_TAIL_EVENTS, outcome_of
from xiangqi_server.kernel.store.feed import Feed, FeedListener, Publication
from xiangqi_server.kernel.store.port import StoreError, Told
from xiangqi_server.kernel.store.share import EVERYTHING, Share
from xiangqi_server.kernel.store.values import (
    EMPTY_HEAD,
    AggregateId,
    Append,
    Appended,
    AppendResult,
    Head,
    HeartbeatAnswer,
    Listing,
    Loaded,
    Outage,
    PendingEffect,
    Restore,
    Snapshot,
    StoredEffect,
    StoredEvent,
    TooEarly,
    advance,
    kept_outages,
)

Q = TypeVar("Q")
R = TypeVar("R")

LISTED: Final = 100
_APPENDS: Final[set[asyncio.Task[None]]] = set()
"""Those that are being made: a loop does not hold its tasks."""
SET_BACK_MS: Final = 1_000


@dataclass(slots=True)
class _Log:
    """One aggregate: its events after version `forgotten`, where they lead, the last snapshot."""

    forgotten: int = 0
    events: list[StoredEvent] = field(default_factory=list)
    head: Head = EMPTY_HEAD
    snapshot: Snapshot | None = None

    def after(self, version: int) -> list[StoredEvent]:
        return self.events[max(version - self.forgotten, 0) :]


def head_after(request: Append, at_ms: int) -> Head:
    """The head of the log once an append is accepted with stamp `at_ms`."""
    return Head(request.head.version + len(request.events), request.digests()[-1], at_ms)


async def each(call: Callable[[Q], Awaitable[R]], requests: Sequence[Q]) -> list[R | StoreError]:
    """What `call` gives for each request, or raises, whatever becomes of the others."""
    outcomes = await asyncio.gather(*map(call, requests), return_exceptions=True)
    results: list[R | StoreError] = []
    for outcome in outcomes:
        if isinstance(outcome, BaseException) and not isinstance(outcome, StoreError):
            raise outcome
        results.append(outcome)
    return results


def append_later(
    append: Callable[[Append], Awaitable[AppendResult]], request: Append, told: Told
) -> None:
    """Have `told` called with what comes of an append."""

    async def run() -> None:
        try:
            result = await append(request)
        except StoreError as error:
            told(error)  # in no name of this frame: the error's traceback holds the frame
        else:
            told(result)

    task = asyncio.get_running_loop().create_task(run())
    _APPENDS.add(task)
    task.add_done_callback(_APPENDS.discard)


class MemoryStore(WholeStore):
    """Logs, alarms and effects in dicts.

    Args:
        clock_ms: the store's TIME. It may be set back: the stamps of a log never are.

    Attributes:
        side: what is kept beside the logs.
        row_store: the lists derived from the logs.
        cooled: logs that were to go to the cold tier, in order.
        promotions: of each shard how many there were; replaced, never changed.
    """

    def __init__(self, clock_ms: Callable[[], int]) -> None:
        self.row_store = MemoryRowStore()
        self.cooled: list[AggregateId] = []
        self.promotions: tuple[int, ...] = (0,)
        self._channels = MemoryChannels()
        self.side = memory_side(clock_ms, self._channels)
        self._clock_ms = clock_ms
        self._logs: dict[AggregateId, _Log] = {}
        self._due_ms: dict[AggregateId, int] = {}
        self._effects: dict[tuple[AggregateId, str], StoredEffect] = {}
        self._beats: dict[int, tuple[int, tuple[Outage, ...]]] = {}
        self._met: dict[int, tuple[int, int]] = {}

    async def append(self, request: Append) -> AppendResult:
        """See `Logs.append`."""
        log = self._logs.get(request.aggregate, _Log())
        if (log.head.version, log.head.digest) != (request.head.version, request.head.digest):
            tail = log.after(request.head.version)[:MAX_TAIL_EVENTS]
            return outcome_of(request, tail, log.head.digest)
        now_ms = max(self.clock_at(self.shard_of(request.aggregate)), log.head.at_ms)
        if now_ms < max(request.not_before_ms, request.arrived_ms):
            return TooEarly(now_ms)
        self._logs[request.aggregate] = log
        return Appended(self._write(log, request, now_ms))

    def append_soon(self, request: Append, told: Told) -> None:
        """See `Logs.append_soon`."""
        append_later(self.append, request, told)

    async def restore(self, request: Restore) -> bool:
        """See `Logs.restore`."""
        log = self._logs.get(request.aggregate, _Log())
        last = request.events[-1]
        if log.head == Head(last.version, request.digest, last.at_ms):
            return True
        if log.head != request.head:
            return False
        self._logs[request.aggregate] = log
        log.events.extend(request.events)
        log.head = Head(last.version, request.digest, last.at_ms)
        self._due_ms.pop(request.aggregate, None)
        if request.due_at_ms is not None:
            self._due_ms[request.aggregate] = request.due_at_ms
        for effect in request.effects:
            self._effects[request.aggregate, effect.id] = effect
        self._channels.publish(request.aggregate, Publication((), b""))
        return True

    def roll_back(self, aggregate: AggregateId, version: int) -> None:
        """Lose the events after `version`, as a failover to a replica that lags does.

        What they have caused is lost with them, unless it is done.
        """
        log = self._logs[aggregate]
        kept = log.events[: version - log.forgotten]
        start = EMPTY_HEAD if log.snapshot is None or not log.forgotten else log.snapshot.head
        log.events, log.head = kept, advance(start, kept)
        self._effects = {
            (source, id_): effect
            for (source, id_), effect in self._effects.items()
            if source != aggregate or version_of(id_) <= version
        }

    def take_over(self, other: "MemoryStore") -> None:
        """Have what another store has now, as a copy."""
        self._logs = {
            name: replace(log, events=list(log.events)) for name, log in other._logs.items()
        }
        self._due_ms, self._effects = dict(other._due_ms), dict(other._effects)
        self._beats = dict(other._beats)

    def undo_from_now(self, aggregate: AggregateId) -> Callable[[], None]:
        """What takes back, as a failover does, all that is done to an aggregate from now on."""
        log, due_ms = self._logs.get(aggregate), self._due_ms.get(aggregate)
        past = None if log is None else replace(log, events=list(log.events))
        effects = {of: effect for of, effect in self._effects.items() if of[0] == aggregate}

        def undo() -> None:
            self._logs.pop(aggregate, None)
            self._due_ms.pop(aggregate, None)
            for of in [of for of in self._effects if of[0] == aggregate]:
                del self._effects[of]
            if past is not None:
                self._logs[aggregate] = replace(past, events=list(past.events))
            if due_ms is not None:
                self._due_ms[aggregate] = due_ms
            self._effects.update(effects)

        return undo

    def _write(self, log: _Log, request: Append, now_ms: int) -> Head:
        if request.snapshot is not None:
            log.snapshot = Snapshot(log.head, request.snapshot)
            if request.trim:
                log.events, log.forgotten = [], log.head.version
        for version, body in enumerate(request.events, start=log.head.version + 1):
            log.events.append(StoredEvent(version, now_ms, request.event_id, body))
        log.head = head_after(request, now_ms)
        if request.due_in_ms is None:
            self._due_ms.pop(request.aggregate, None)
        else:
            self._due_ms[request.aggregate] = now_ms + request.due_in_ms
        for effect in request.effects:
            self._effects[request.aggregate, effect.id] = effect
        events = tuple(log.events[-len(request.events) :])
        self._channels.publish(request.aggregate, Publication(events, log.head.digest))
        return log.head

    async def load(self, aggregate: AggregateId) -> Loaded:
        """See `Logs.load`."""
        log = self._logs.get(aggregate, _Log())
        start = log.snapshot.head.version if log.snapshot else 0
        return Loaded(log.snapshot, tuple(log.after(start)), log.head)

    async def load_all(self, aggregates: Sequence[AggregateId]) -> Sequence[Loaded]:
        """See `Logs.load_all`."""
        return [await self.load(aggregate) for aggregate in aggregates]

    async def pack(self, aggregate: AggregateId) -> None:
        """See `LogTiers.pack`; in memory there is no smaller form."""

    async def cool(self, aggregate: AggregateId) -> bool:
        """See `LogTiers.cool`; in memory it is only written down."""
        self.cooled.append(aggregate)
        return True

    async def read(
        self, aggregate: AggregateId, after: int, most: int | None = None
    ) -> tuple[StoredEvent, ...]:
        """See `Logs.read`."""
        return tuple(self._logs.get(aggregate, _Log()).after(after)[:most])

    async def heads(self, aggregates: Sequence[AggregateId]) -> tuple[Head, ...]:
        """See `Logs.heads`."""
        return tuple(self._logs.get(aggregate, _Log()).head for aggregate in aggregates)

    def shard_of(self, aggregate: AggregateId) -> int:
        """See `StoreServers.shard_of`."""
        return 0

    def primaries(self) -> Sequence[str]:
        """See `StoreServers.primaries`."""
        return ("",)

    def terms(self) -> tuple[int, ...]:
        """See `StoreServers.terms`."""
        return self.promotions

    @property
    def write_back_ms(self) -> int:
        """See `StoreServers.write_back_ms`."""
        return 0

    async def term_age_ms(self, shard: int = 0) -> int:
        """See `StoreServers.term_age_ms`."""
        now_ms, term = await self.time_ms(shard), self.terms()[shard]
        met_in, met_ms = self._met.get(shard, (0, 0))
        if met_in != term:
            self._met[shard] = term, (met_ms := now_ms)
        return now_ms - met_ms

    def part_of(self, aggregate: AggregateId) -> int:
        """See `StoreServers.part_of`."""
        return 0

    async def listing(self, kind: str | None, after: str | None = None) -> Listing:
        """See `Logs.listing`."""
        named = {str(name): name for name in self._logs if kind in (None, name.kind)}
        later = sorted(text for text in named if after is None or text > after)
        page = tuple(named[text] for text in later[:LISTED])
        return Listing(page, str(page[-1]) if len(later) > LISTED else None)

    def feed(self, listener: FeedListener) -> Feed:
        """See `Store.feed`."""
        return self._channels.feed(listener)

    def end_feeds(self) -> None:
        """All nodes on this store are dead: nobody hears of what happens."""
        self._channels.end()

    async def due(self, limit: int, share: Share = EVERYTHING) -> tuple[AggregateId, ...]:
        """See `WorkQueues.due`; in memory all is one shard."""
        if not share.of(1):
            return ()
        ripe = [
            (due_ms, name)
            for name, due_ms in self._due_ms.items()
            if due_ms <= self.clock_at(self.shard_of(name))
        ]
        return tuple(name for _, name in sorted(ripe)[:limit])

    async def effects(self, limit: int, share: Share = EVERYTHING) -> tuple[PendingEffect, ...]:
        """See `WorkQueues.effects`; in memory all is one shard."""
        pending = list(self._effects.items())[:limit] if share.of(1) else []
        return tuple(PendingEffect(source, effect) for (source, _), effect in pending)

    async def finish(self, source: AggregateId, effect_id: str) -> None:
        """See `WorkQueues.finish`."""
        self._effects.pop((source, effect_id), None)

    async def heartbeat(self, gap_ms: int, joined_ms: int = 0, shard: int = 0) -> HeartbeatAnswer:
        """See `StoreServers.heartbeat`."""
        now_ms = await self.time_ms(shard)
        last_ms, kept = self._beats.get(shard, (now_ms, ()))
        if last_ms - now_ms > SET_BACK_MS:
            kept = tuple(
                Outage(outage.from_ms, min(outage.to_ms, now_ms))
                for outage in kept
                if outage.from_ms < now_ms
            )
            last_ms = now_ms
        if now_ms - last_ms > gap_ms:
            known, from_ms = kept, last_ms
            if known and last_ms - known[-1].to_ms < joined_ms:
                known, from_ms = known[:-1], known[-1].from_ms
            kept = kept_outages((*known, Outage(from_ms, now_ms)), now_ms)
        self._beats[shard] = max(last_ms, now_ms), kept
        return HeartbeatAnswer(now_ms, kept)

    async def time_ms(self, shard: int = 0) -> int:
        """See `StoreServers.time_ms`."""
        return self.clock_at(shard)

    def clock_at(self, shard: int) -> int:
        """The time of the server that has a shard: there is one."""
        return self._clock_ms()

    async def close(self) -> None:
        """See `Store.close`."""
