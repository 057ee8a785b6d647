"""What it takes to copy a store, and that nothing is another one afterwards.

usage: python -m tests.bench.copy [--games 10000] [--shards 64]

Games of masters, as the server logs them, every second one packed: from one store to one with
another number of shards, and from there to a third like the first. All digests, events and lists
of the third must be those of the first. Seconds of each step; one JSON line.
"""

import argparse
import asyncio
import json
import tempfile
from contextlib import AsyncExitStack
from itertools import cycle, islice
from pathlib import Path

from tests.bench.archive import masters, played, write_log
from xiangqi_server.kernel.host.timebase import monotonic_ms
from xiangqi_server.kernel.store.embedded.embedded import EmbeddedStore
from xiangqi_server.kernel.store.keys import DEFAULT_SHARDS
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import all_of, head_of
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.rows import MAX_PAGE, Row
from xiangqi_server.kernel.store.transfer import Transfer
from xiangqi_server.kernel.store.values import AggregateId, Head, StoredEvent
from xiangqi_server.read_model.game_rows import ALL, GAMES
from xiangqi_server.read_model.rebuild import rebuild

STREAMS = ("players", "all")
AT_ONCE = 64
DIFFERENT_GAMES = 200


async def opened(stack: AsyncExitStack, home: Path, shards: int) -> RedisStore:
    """An empty store on a process of its own, both ended with the stack."""
    embedded = await EmbeddedStore.start(home)
    stack.push_async_callback(embedded.stop)
    store = await open_store(embedded.url, shards=shards, is_being_copied=True)
    stack.push_async_callback(store.close)
    return store


async def fill(store: RedisStore, count: int) -> None:
    """Write `count` games, pack every second one, and make the lists."""
    stories = [played(pgn, n) for n, pgn in enumerate(islice(cycle(masters()), DIFFERENT_GAMES))]
    names = [f"room{number:08d}" for number in range(count)]
    for start in range(0, count, AT_ONCE):
        numbers = range(start, min(start + AT_ONCE, count))
        told = [write_log(store, names[n], stories[n % len(stories)]) for n in numbers]
        await asyncio.gather(*told)
        await asyncio.gather(
            *(store.tiers.pack(AggregateId("room", names[n])) for n in numbers[::2])
        )
    await rebuild(store, store.row_store)


async def listed(store: RedisStore) -> list[Row]:
    """The list of all games."""
    rows: list[Row] = []
    after = None
    while True:
        page = await store.row_store.page(GAMES, ALL, limit=MAX_PAGE, after=after)
        rows += page.rows
        after = page.next
        if after is None:
            return rows


async def logs(store: RedisStore) -> dict[AggregateId, tuple[Head, tuple[StoredEvent, ...]]]:
    """Every head with every event."""
    found: dict[AggregateId, tuple[Head, tuple[StoredEvent, ...]]] = {}
    async for name in all_of(store, None):
        head = await head_of(store.logs, name)
        found[name] = head, await store.logs.read(name, 0)
    return found


async def measure(games: int, shards: int) -> dict[str, object]:
    """Copy there and back; seconds, and whether all is the same."""
    with tempfile.TemporaryDirectory() as home:
        async with AsyncExitStack() as stack:
            stores = [
                await opened(stack, Path(home) / str(number), of)
                for number, of in enumerate((DEFAULT_SHARDS, shards, DEFAULT_SHARDS))
            ]
            first, second, third = stores
            await fill(first, games)
            took = []
            for source, target in ((first, second), (second, third)):
                began_ms = monotonic_ms()
                done = await Transfer(source, target, STREAMS).run()
                assert not done.damaged
                took.append((monotonic_ms() - began_ms) / 1000)
                began_ms = monotonic_ms()
                await rebuild(target, target.row_store)
                took.append((monotonic_ms() - began_ms) / 1000)
            before, after = await logs(first), await logs(third)
            return {
                "games": games,
                "shards": shards,
                "events": done.events.total(),
                "copy_s": took[::2],
                "rebuild_s": took[1::2],
                "digests_equal": before == after and len(before) == games,
                "lists_equal": await listed(first) == await listed(third),
            }


def main() -> None:
    """Measure and print one JSON line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--shards", type=int, default=64)
    args = parser.parse_args()
    print(json.dumps(asyncio.run(measure(args.games, args.shards))))


if __name__ == "__main__":
    main()
