"""What a durable decision costs: group commit against one redis-py EVALSHA at a time.

usage: python -m tests.bench.store [--rooms 200] [--appends 50] [--cycles 6]

Both ways run the same script of the same store process (fsync before each answer) and take
turns, after one cycle of each for warming up. A row's ratios are medians over the cycles, as
grouped / single: of the decisions per second, and of the CPU time of this process for each.
The store process runs on another core if there are two. One JSON line a row.
"""

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple, cast

from hiredis import Reader
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from tests.support.stores import process_of
from xiangqi_server.kernel.store.client.direct_calls import DirectCalls
from xiangqi_server.kernel.store.client.places import OnePlace
from xiangqi_server.kernel.store.client.replies import Reply
from xiangqi_server.kernel.store.client.requests import Argument, Script
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.embedded.embedded import EmbeddedStore
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import Store, StoreError
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.values import EMPTY_HEAD, AggregateId, Append, Appended

RECORD = b"m" * 80
POOL = 32
JOINS = 10_000

_names = (f"r{number}" for number in count())


class SingleCalls(DirectCalls):
    """Each call on its own, as redis-py's client and pool do it."""

    def __init__(self, url: str) -> None:
        super().__init__(wire_to(url), deadline_s=30.0)
        pool = BlockingConnectionPool.from_url(
            url, max_connections=POOL, protocol=2, retry=Retry(NoBackoff(), 0)
        )
        self._client = Redis(connection_pool=pool)

    async def run(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument] = ()
    ) -> Reply:
        """One EVALSHA, waited for."""
        reply: Reply = await self._client.evalsha(script.sha, len(keys), *keys, *arguments)
        return reply

    async def run_all(
        self, script: Script | None, keys: Sequence[Sequence[str]], packed: Sequence[bytes]
    ) -> list[Reply | StoreError]:
        """One EVALSHA after the other, each waited for."""
        ask = cast("Callable[..., Awaitable[Reply]]", self._client.execute_command)
        return [await ask(*words_of(one)) for one in packed]

    async def close(self) -> None:
        """Let the pool go."""
        await self._client.aclose()
        await self._client.connection_pool.disconnect()
        await super().close()


def words_of(packed: bytes) -> list[bytes]:
    """A packed command as its words."""
    reader = Reader()
    reader.feed(packed)
    return cast("list[bytes]", reader.gets())


class Cost(NamedTuple):
    """What `count` decisions took."""

    per_s: float
    cpu_us: float


async def play(store: Store, rooms: int, appends: int) -> Cost:
    """Have `appends` decisions of each of `rooms` rooms accepted, the rooms at the same time."""
    wall_s, cpu_s = time.perf_counter(), time.process_time()
    await asyncio.gather(*(play_room(store, appends) for _ in range(rooms)))
    total = rooms * appends
    return Cost(total / (time.perf_counter() - wall_s), 1e6 * (time.process_time() - cpu_s) / total)


async def play_room(store: Store, appends: int) -> list[float]:
    """One room's decisions, one after another; how long each took, in ms."""
    room, head, took_ms = AggregateId("room", next(_names)), EMPTY_HEAD, []
    for number in range(appends):
        asked = time.perf_counter()
        request = Append(room, head, f"{room.id}x{number}", (RECORD,), due_in_ms=600_000)
        result = await store.logs.append(request)
        assert isinstance(result, Appended)
        head = result.head
        took_ms.append(1e3 * (time.perf_counter() - asked))
    return took_ms


async def compare(grouped: Store, single: Store, rooms: int, appends: int, cycles: int) -> None:
    """Print the row of the two ways, taking turns."""
    pairs = []
    for cycle in range(cycles + 1):
        pair = (await play(grouped, rooms, appends), await play(single, rooms, appends))
        if cycle > 0:
            pairs.append(pair)
    row = {
        "row": "append",
        "rooms": rooms,
        "grouped_per_s": round(statistics.median(ours.per_s for ours, _ in pairs)),
        "single_per_s": round(statistics.median(theirs.per_s for _, theirs in pairs)),
        "grouped_cpu_us": round(statistics.median(ours.cpu_us for ours, _ in pairs), 1),
        "single_cpu_us": round(statistics.median(theirs.cpu_us for _, theirs in pairs), 1),
        "rate_ratio": round(statistics.median(a.per_s / b.per_s for a, b in pairs), 2),
        "cpu_ratio": round(statistics.median(a.cpu_us / b.cpu_us for a, b in pairs), 3),
    }
    print(json.dumps(row))


async def one_room(store: Store, appends: int) -> None:
    """Print the row of a single room's latency."""
    took_ms = sorted(await play_room(store, appends))
    row = {
        "row": "append, one room",
        "p50_ms": round(took_ms[len(took_ms) // 2], 3),
        "p99_ms": round(took_ms[len(took_ms) * 99 // 100], 3),
    }
    print(json.dumps(row))


async def joins(store: Store) -> None:
    """Print the row of many rooms loaded at once, as after a restart."""
    rooms = [AggregateId("room", next(_names)) for _ in range(JOINS)]
    await asyncio.gather(
        *(store.logs.append(Append(room, EMPTY_HEAD, room.id, (RECORD,) * 20)) for room in rooms)
    )
    wall_s, cpu_s = time.perf_counter(), time.process_time()
    await asyncio.gather(*(store.logs.load(room) for room in rooms))
    row = {
        "row": "load, 20 events",
        "rooms": JOINS,
        "wall_s": round(time.perf_counter() - wall_s, 2),
        "cpu_us": round(1e6 * (time.process_time() - cpu_s) / JOINS, 1),
    }
    print(json.dumps(row))


async def main() -> None:
    """Start a store of our own in a directory that is thrown away, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--appends", type=int, default=50)
    parser.add_argument("--cycles", type=int, default=6)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        embedded = await EmbeddedStore.start(Path(directory))
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(await process_of(embedded.url), {cores[-1]})
        os.sched_setaffinity(0, {cores[0]})
        grouped = await open_store(embedded.url)
        reads = DirectCalls(wire_to(embedded.url), deadline_s=30.0)
        connect = partial(wire_to, embedded.url)
        single = RedisStore(SingleCalls(embedded.url), reads, Keys(), OnePlace(connect))
        await one_room(grouped, 2_000)
        await compare(grouped, single, options.rooms, options.appends, options.cycles)
        await joins(grouped)
        await grouped.close()
        await single.close()
        await embedded.stop()


if __name__ == "__main__":
    asyncio.run(main())
