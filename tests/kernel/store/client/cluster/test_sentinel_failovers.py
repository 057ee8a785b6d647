"""Failovers in a row behind Sentinels: nothing that was acknowledged is lost, and games go on.

What a primary that stands still was sent last makes it look newer than all others when it goes on,
so Sentinels elect it before any of them. The test does by hand what Sentinels do within two
seconds: it makes it a replica again.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from signal import SIGCONT, SIGSTOP

import pytest

from tests.support.patience import PATIENCE_S
from tests.support.stores import RETRY_S, a_room, an_append, append_at_last
from tests.support.valkey_cluster import PRIMARY_NAME, ValkeySentinels, valkey_sentinels
from tests.support.valkey_process import ValkeyProcess
from xiangqi_server.kernel.store.client.acknowledgement import Promise, PromiseKind
from xiangqi_server.kernel.store.client.replies import read_facts
from xiangqi_server.kernel.store.client.requests import pack
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.values import Append, Appended

UNHEARD = pack("SET", "unheard", "x" * 100_000)
"""A write that no other server has, longer than all the rest together."""
LONG_MS = 10 * int(PATIENCE_S * 1_000)


@pytest.fixture
def sentinels(tmp_path: Path) -> Iterator[ValkeySentinels]:
    """A primary with two replicas."""
    with valkey_sentinels(tmp_path, replicas=2) as ready:
        yield ready


@pytest.fixture
async def store(sentinels: ValkeySentinels) -> AsyncIterator[RedisStore]:
    """The store of a node, that has been written to."""
    opened = await open_store(sentinels.url, promise=Promise(PromiseKind.REPLICA))
    async with asyncio.timeout(PATIENCE_S):
        await append_at_last(opened, an_append(a_room()))
    yield opened
    await opened.close()


async def _until_given_up(store: RedisStore, old: ValkeyProcess) -> None:
    """Wait until the store has another primary."""
    while f":{old.port}" in store.servers.primaries()[0]:  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(RETRY_S)


async def _is_acknowledged(store: RedisStore, request: Append) -> bool:
    """Whether one attempt is, at a primary that answers."""
    while True:
        try:
            return isinstance(await store.logs.append(request), Appended)
        except StoreUnavailable as error:
            if "have it in time" in str(error):
                return False
            await asyncio.sleep(RETRY_S)


async def _is_kept(store: RedisStore, request: Append) -> bool:
    """Whether its event is in the log, as soon as that can be read."""
    while True:
        try:
            return bool(await store.logs.read(request.aggregate, 0))
        except StoreUnavailable:
            await asyncio.sleep(RETRY_S)


async def test_nothing_is_acknowledged_without_the_former_primary_while_it_could_be_elected(
    sentinels: ValkeySentinels, store: RedisStore
) -> None:
    first, request = sentinels.servers[0], an_append(a_room())
    async with asyncio.timeout(PATIENCE_S):
        _, unheard = await asyncio.open_connection("127.0.0.1", first.port)
        first.signal(SIGSTOP)
        unheard.write(UNHEARD)
        await unheard.drain()
        second = await sentinels.until_promoted(first)
        await _until_given_up(store, first)

        is_acknowledged = await _is_acknowledged(store, request)
        second.kill()
        first.signal(SIGCONT)
        await first.tell("REPLICAOF", "127.0.0.1", str(second.port))
        await sentinels.until_promoted(second)
        await _until_given_up(store, second)

        assert await _is_kept(store, request) or not is_acknowledged
        assert isinstance(await append_at_last(store, request), Appended)
    unheard.close()


async def test_games_go_on_without_a_former_primary_whose_process_has_ended(
    sentinels: ValkeySentinels, store: RedisStore
) -> None:
    first = sentinels.servers[0]
    async with asyncio.timeout(PATIENCE_S):
        first.kill()
        await sentinels.until_promoted(first)
        for sentinel in sentinels.sentinels:
            words = ("SET", PRIMARY_NAME, "down-after-milliseconds", str(LONG_MS))
            await sentinel.tell("SENTINEL", *words)

        assert isinstance(await append_at_last(store, an_append(a_room())), Appended)


async def test_the_operator_hears_of_a_server_that_sentinels_prefer_whatever_it_lacks(
    sentinels: ValkeySentinels, store: RedisStore
) -> None:
    before = await store.health.weaknesses()
    replica = sentinels.servers[1]

    await replica.tell("CONFIG", "SET", "replica-priority", "10")
    added = set(await store.health.weaknesses()) - set(before)
    await replica.tell("CONFIG", "SET", "replica-priority", "0")
    never_elected = await store.health.weaknesses()

    (line,) = added
    assert line.startswith(f"the replica 127.0.0.1:{replica.port}: replica-priority is 10, and 100")
    assert never_elected == before


async def _furthest(server: ValkeyProcess) -> int:
    """The offset by which Sentinels would elect a server."""
    facts = read_facts(await server.tell("INFO", "replication"))
    return int(facts.get("slave_repl_offset", facts["master_repl_offset"]))


@pytest.mark.parametrize("program", [None, Path("redis-server")], ids=["valkey", "debian"])
async def test_a_server_that_is_started_anew_loses_every_election(
    tmp_path: Path, program: Path | None
) -> None:
    (tmp_path / "first").mkdir()
    (tmp_path / "second").mkdir()
    first = ValkeyProcess(tmp_path / "first", program)
    second = ValkeyProcess(tmp_path / "second", program)
    following = ("--replicaof", "127.0.0.1", str(first.port), "--repl-diskless-sync-delay", "0")
    with first, second:
        second.kill()
        second.start(*following)
        async with asyncio.timeout(PATIENCE_S):
            await first.until_it_answers()
            await first.until_it_says("INFO", "replication", text=b"state=online")
            await first.tell("SET", "a", "move")
            before = await _furthest(first)
            for server in (first, second):
                server.kill()
            first.start()
            second.start("--replicaof", "127.0.0.1", "1")
            after = []
            for server in (first, second):
                await server.until_it_answers()
                after.append(await _furthest(server))

    assert max(after) <= 1 < before
