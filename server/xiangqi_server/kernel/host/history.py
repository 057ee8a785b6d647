"""Whole logs that are never trimmed, read from the store without holding the aggregate."""

import asyncio
from collections.abc import Mapping
from typing import Final

from xiangqi_server.kernel.aggregate.kind import AnyKind, E, S
from xiangqi_server.kernel.host.replica import Replica
from xiangqi_server.kernel.host.view import Change, Key
from xiangqi_server.kernel.store.port import Logs, head_of
from xiangqi_server.kernel.store.values import AggregateId, Head, StoredEvent, slices

READ_EVENTS: Final = 500
"""How many events of a log are read at once: they take the store two or three milliseconds, in
which it does nothing else. A game has fewer, a large tournament tens of thousands."""
REPLAY_SLICE: Final = 20
"""How many events of a log are replayed before the loop gets a turn: about a millisecond."""


class History:
    """The logs of one store. Methods that wait raise `StoreUnavailable`."""

    def __init__(self, logs: Logs, kinds: Mapping[str, AnyKind]) -> None:
        self._logs = logs
        self._kinds = kinds

    async def head(self, aggregate: AggregateId) -> Head:
        """Where a log stands in the store; version 0 if nothing was written."""
        return await head_of(self._logs, aggregate)

    async def events(self, aggregate: AggregateId) -> tuple[StoredEvent, ...]:
        """The events of a log as the store holds them; others are served between its parts."""
        events: list[StoredEvent] = []
        while True:
            after = events[-1].version if events else 0
            part = await self._logs.read(aggregate, after, READ_EVENTS)
            events += part
            if len(part) < READ_EVENTS:
                return tuple(events)

    async def changes(self, aggregate: Key[S, E]) -> tuple[Change[S, E], ...]:
        """Every event of a log with the state it led to; others are served between slices."""
        reader = Replica(aggregate, self._kinds[aggregate.kind])
        changes: list[Change[S, E]] = []
        for part in slices(await self.events(aggregate), REPLAY_SLICE):
            changes += reader.take_stored(part)
            await asyncio.sleep(0)
        return tuple(changes)
