"""What a failover takes back: nothing with replicas waited for, and something without.

The replica is stopped and its link cut before the master dies, or the kernel would still deliver
what was sent and nothing would ever be lost on one machine. Without the wait all of it must be
lost, else the fault would prove nothing.
"""

import asyncio
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE_S
from tests.support.stores import RETRY_S, a_room, an_append, append_at_last, append_group
from tests.support.valkey_cluster import Member, ValkeyCluster, a_valkey_cluster
from xiangqi_server.kernel.store.client.acknowledgement import Promise, PromiseKind
from xiangqi_server.kernel.store.client.cluster.slots import TAGS, slot_of
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.values import Append, Appended, Restore, advance

KEYS = Keys("xq:", len(TAGS), TAGS)
ROOMS = 40
LONG_MS = 365 * 86_400_000


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[ValkeyCluster]:
    """Three masters with a replica each."""
    with a_valkey_cluster(tmp_path) as ready:
        yield ready


async def _requests_at(cluster: ValkeyCluster, master: Member) -> list[Append]:
    """First events of rooms that a master has."""
    found: list[Append] = []
    while len(found) < ROOMS:
        room = a_room()
        if await cluster.owner_of(slot_of(KEYS.of(room)[0])) == master:
            found.append(an_append(room))
    return found


async def _fall_behind(cluster: ValkeyCluster, master: Member) -> None:
    """From now on the replica gets nothing."""
    for replica in cluster.replicas_of(master):
        replica.process.signal(signal.SIGSTOP)
    await master.process.tell("CLIENT", "KILL", "TYPE", "REPLICA")


async def _fail_over(cluster: ValkeyCluster, master: Member) -> None:
    """Kill the master, and have the replica go on and be promoted."""
    master.process.kill()
    for replica in cluster.replicas_of(master):
        replica.process.signal(signal.SIGCONT)
    await cluster.until_promoted(master)


async def _versions(store: RedisStore, requests: Sequence[Append]) -> list[int]:
    """Where the logs stand, as soon as the promoted replica answers."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                heads = await store.logs.heads([request.aggregate for request in requests])
            except StoreUnavailable:
                heads = (None,)
            if None not in heads:
                return [head.version for head in heads if head is not None]
            await asyncio.sleep(RETRY_S)


async def _restored(store: RedisStore, request: Restore) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                assert await store.logs.restore(request)
            except StoreUnavailable:
                await asyncio.sleep(RETRY_S)
            else:
                return


async def test_an_acknowledged_append_that_every_replica_has_outlives_its_master(
    cluster: ValkeyCluster,
) -> None:
    store = await open_store(cluster.url, promise=Promise(PromiseKind.REPLICA))
    master = cluster.members[0]
    before, after = await _requests_at(cluster, master), await _requests_at(cluster, master)
    async with asyncio.timeout(PATIENCE_S):
        for request in before:
            assert isinstance(await append_at_last(store, request), Appended)
    await _fall_behind(cluster, master)

    results = await append_group(store.logs, after)
    await _fail_over(cluster, master)
    found = await _versions(store, before)
    await store.close()

    assert [type(result) for result in results] == [StoreUnavailable] * ROOMS
    assert found == [1] * ROOMS


async def test_without_the_wait_it_is_lost_and_written_back_by_who_holds_it(
    cluster: ValkeyCluster,
) -> None:
    store = await open_store(cluster.url, promise=Promise(PromiseKind.PRIMARY))
    master = cluster.members[0]
    requests = await _requests_at(cluster, master)
    await _fall_behind(cluster, master)

    results = await append_group(store.logs, requests)
    assert [type(result) for result in results] == [Appended] * ROOMS
    held = [await store.logs.read(request.aggregate, 0) for request in requests]
    await _fail_over(cluster, master)
    lost = await _versions(store, requests)
    for request, events in zip(requests, held, strict=True):
        digest = advance(request.head, events).digest
        await _restored(store, Restore(request.aggregate, request.head, events, digest))
    loaded = [await store.logs.load(request.aggregate) for request in requests]
    await store.close()

    assert lost == [0] * ROOMS
    assert [one.tail for one in loaded] == held
    assert [one.head for one in loaded] == [
        result.head for result in results if isinstance(result, Appended)
    ]


async def _age_at_last(store: RedisStore, shard: int) -> int:
    while True:
        try:
            return await store.servers.term_age_ms(shard)
        except StoreUnavailable:
            await asyncio.sleep(RETRY_S)


async def test_who_starts_after_a_promotion_learns_when_it_was_met_with_and_of_no_other(
    cluster: ValkeyCluster,
) -> None:
    store = await open_store(cluster.url)
    promoted, elsewhere = 0, KEYS.shards // 2
    before = [await _age_at_last(store, shard) for shard in (promoted, elsewhere)]
    cluster.members[0].process.kill()
    await cluster.until_promoted(cluster.members[0])

    async with asyncio.timeout(PATIENCE_S):
        met = await _age_at_last(store, promoted)
    newcomer = await open_store(cluster.url)
    async with asyncio.timeout(PATIENCE_S):
        later = await _age_at_last(newcomer, promoted)
        other = await _age_at_last(newcomer, elsewhere)
    await store.close()
    await newcomer.close()

    assert min(*before, other) > LONG_MS
    assert met == 0
    assert met <= later < LONG_MS
