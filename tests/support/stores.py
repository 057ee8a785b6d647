"""Builders for appends, the clock a memory store is given, and a hand on store processes."""

import asyncio
import os
import signal
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count

from xiangqi_server.kernel.host.commit.appender import Appender
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.port import Logs, Store, StoreError, StoreUnavailable
from xiangqi_server.kernel.store.values import (
    EMPTY_HEAD,
    AggregateId,
    Append,
    Appended,
    AppendResult,
    Head,
    StoredEffect,
)

START_MS = 1_700_000_000_000
RETRY_S = 0.01

_numbers = count()


@dataclass
class SetClock:
    """A clock that stands still until it is set."""

    now_ms: int = START_MS

    def __call__(self) -> int:
        return self.now_ms


def a_room() -> AggregateId:
    """A room no other test has."""
    return AggregateId("room", f"r{next(_numbers)}")


def an_append(
    aggregate: AggregateId,
    head: Head = EMPTY_HEAD,
    *,
    event_id: str = "first",
    events: tuple[bytes, ...] = (b"moved",),
    snapshot: bytes | None = None,
    trim: bool = False,
    due_in_ms: int | None = None,
    not_before_ms: int = 0,
    arrived_ms: int = 0,
    effects: tuple[StoredEffect, ...] = (),
) -> Append:
    """An append of one event on an empty log, unless said otherwise."""
    return Append(
        aggregate,
        head,
        event_id,
        events,
        snapshot,
        trim,
        due_in_ms,
        not_before_ms,
        arrived_ms,
        effects,
    )


async def append_all(store: Store, aggregate: AggregateId, bodies: Iterable[bytes]) -> Head:
    """The head after one append for each body, on an empty log."""
    head = EMPTY_HEAD
    for number, body in enumerate(bodies):
        request = an_append(aggregate, head, event_id=f"event{number}", events=(body,))
        result = await store.logs.append(request)
        assert isinstance(result, Appended)
        head = result.head
    return head


async def append_group(
    logs: Logs | Appender, requests: Sequence[Append]
) -> Sequence[AppendResult | StoreError]:
    """What `Logs.append_soon` tells of requests that are made in one turn."""
    loop = asyncio.get_running_loop()
    told: list[asyncio.Future[AppendResult | StoreError]]
    told = [loop.create_future() for _ in requests]
    for request, result in zip(requests, told, strict=True):
        logs.append_soon(request, result.set_result)
    return await asyncio.gather(*told)


async def append_at_last(store: Store, request: Append) -> AppendResult:
    """The answer to `request`, sent again as it is until the store takes it."""
    while True:
        try:
            return await store.logs.append(request)
        except StoreUnavailable:
            await asyncio.sleep(RETRY_S)


async def process_of(url: str) -> int:
    """The id of the process that answers at `url`."""
    connection = GroupedConnection(wire_to(url), deadline_s=5.0)
    answer = await connection.call("INFO", "server")
    await connection.close()
    assert isinstance(answer, bytes)
    line = next(line for line in answer.split(b"\r\n") if line.startswith(b"process_id:"))
    return int(line.removeprefix(b"process_id:"))


async def kill_store(url: str) -> None:
    """Kill -9 the process that answers at `url`."""
    os.kill(await process_of(url), signal.SIGKILL)
