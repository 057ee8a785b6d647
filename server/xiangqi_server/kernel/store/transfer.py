"""Copies a whole store into another one: every log, held against its chain on the way.

Theory of operation. The target is marked before the first write, and no other program may use it
until the mark is taken off, at the very end. A copy that was interrupted is continued by comparing
heads, and copies what has moved on meanwhile. What was written is read again and
compared. Effects that wait and the last heartbeat come after the logs. So a node that starts on the
target finishes what was left, and credits the players the time between. While nodes serve
the source a pass copies what is there, and the target stays closed: the last pass is made once
none does.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from xiangqi_server.kernel.store.port import StoreError, all_of
from xiangqi_server.kernel.store.redis.copies import AggregateCopy, fault_of
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.values import AggregateId

AT_ONCE: Final = 64
SERVED_MS: Final = 5_000
"""A store whose last heartbeat is younger is served by a node."""


class TransferError(StoreError):
    """The target is not one to copy into; the text is one line for the operator."""


@dataclass(slots=True)
class Transferred:
    """What a pass found and did.

    Fields:
        logs, events: in the source, by kind.
        written: how many logs were copied; the others were there already.
        damaged: logs whose events do not lead to their head, and why; they are not copied.
        effects: how many wait in the outboxes.
        is_served: a node still serves the source.
    """

    logs: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    written: int = 0
    damaged: dict[AggregateId, str] = field(default_factory=dict)
    effects: int = 0
    is_served: bool = False


class Transfer:
    """From one store to another.

    Args:
        streams: the kinds of chat that are copied.
        is_dry: read and verify all, and write nothing.
        tell: called after every `AT_ONCE` logs with the number of those that were read.
    """

    def __init__(
        self,
        source: RedisStore,
        target: RedisStore,
        streams: Sequence[str],
        *,
        is_dry: bool = False,
        tell: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._source = source
        self._target = target
        self._streams = streams
        self._is_dry = is_dry
        self._tell = tell

    async def run(self) -> Transferred:
        """One pass over the source.

        Raises:
            TransferError: the target is not one to copy into.
            StoreUnavailable: begin again; what is there stays.
        """
        await self._claim()
        done = Transferred(is_served=await is_served(self._source))
        async for names in _windows(self._source):
            await self._copy_logs(names, done)
            self._tell(done.logs.total())
        await self._copy_effects(done)
        if not self._is_dry:
            beat = await self._source.copies.last_heartbeat()
            await self._target.copies.put_heartbeat(*beat)
        done.is_served |= await is_served(self._source)
        return done

    async def _claim(self) -> None:
        """Keep everybody else off the target.

        Raises:
            TransferError: it is not one to copy into.
        """
        source, target = self._source, self._target
        if source.metadata.identity == target.metadata.identity:
            raise TransferError("the target is the source")
        begun = await target.metadata.copied_from()
        if begun not in (None, source.metadata.identity):
            raise TransferError("a copy of another store into the target is not finished")
        if begun is None and not await is_empty(target):
            raise TransferError("the target is not empty")
        if begun is None and not self._is_dry:
            await target.metadata.begin_copy(source.metadata.identity)

    async def _copy_logs(self, names: Sequence[AggregateId], done: Transferred) -> None:
        """Copy some logs at once: those that are not in the target as they are."""
        read = [self._source.copies.read(name, self._streams) for name in names]
        copies = dict(zip(names, await asyncio.gather(*read), strict=True))
        there = dict(zip(names, await self._target.logs.heads(names), strict=True))
        moved: list[AggregateId] = []
        for name, copy in copies.items():
            done.logs[name.kind] += 1
            done.events[name.kind] += copy.stands_at.version
            fault = fault_of(copy)
            if fault is not None:
                done.damaged[name] = fault
            elif copy.stands_at != there[name]:
                done.written += 1
                moved.append(name)
        if not self._is_dry:
            await asyncio.gather(*(self._write(name, copies[name]) for name in moved))

    async def _write(self, name: AggregateId, copy: AggregateCopy) -> None:
        await self._target.copies.write(name, copy, self._streams)
        if not copy.has_same(await self._target.copies.read(name, self._streams)):
            raise TransferError(f"the target does not keep {name} as it was written")

    async def _copy_effects(self, done: Transferred) -> None:
        """Have the same effects wait in the target as in the source."""
        waiting = await self._source.copies.effects()
        done.effects = len(waiting)
        if self._is_dry:
            return
        for old in await self._target.copies.effects():
            if old not in waiting:
                await self._target.queues.finish(old.source, old.effect.id)
        await self._target.copies.put_effects(waiting)


async def is_empty(store: RedisStore) -> bool:
    """Whether a store has no log at all."""
    async for _ in all_of(store, None):
        return False
    return True


async def is_served(store: RedisStore) -> bool:
    """Whether a node serves from a store, or did a moment ago."""
    at_ms, _ = await store.copies.last_heartbeat()
    return await store.servers.time_ms() - at_ms < SERVED_MS


async def _windows(store: RedisStore) -> AsyncIterator[Sequence[AggregateId]]:
    """The names of all logs, `AT_ONCE` of them or less at a time."""
    names: dict[AggregateId, None] = {}
    async for name in all_of(store, None):
        names[name] = None
        if len(names) == AT_ONCE:
            yield tuple(names)
            names.clear()
    if names:
        yield tuple(names)
