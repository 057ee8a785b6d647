"""A replica that is gone counts as long as it could be elected, and no longer."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE_S
from tests.support.stores import a_room, an_append, append_at_last
from tests.support.valkey_cluster import ValkeyCluster, a_valkey_cluster
from xiangqi_server.kernel.store.client.acknowledgement import Promise, PromiseKind
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.values import Appended

SHORT_LEASE = ("--cluster-replica-validity-factor", "1", "--repl-ping-replica-period", "1")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[ValkeyCluster]:
    """One primary and two replicas, which soon refuse to be elected."""
    with a_valkey_cluster(tmp_path, masters=1, replicas=2, flags=SHORT_LEASE) as ready:
        yield ready


@pytest.fixture
async def store(cluster: ValkeyCluster) -> AsyncIterator[RedisStore]:
    """What acknowledges on all of them."""
    opened = await open_store(cluster.url, promise=Promise(PromiseKind.REPLICA))
    yield opened
    await opened.close()


async def test_a_missing_replica_is_waited_for_until_it_could_not_be_elected(
    cluster: ValkeyCluster, store: RedisStore
) -> None:
    await append_at_last(store, an_append(a_room()))
    one, other = cluster.replicas_of(cluster.members[0])

    one.process.kill()
    with pytest.raises(StoreUnavailable, match="of 2 replicas"):
        await store.logs.append(an_append(a_room()))
    async with asyncio.timeout(PATIENCE_S):
        assert isinstance(await append_at_last(store, an_append(a_room())), Appended)

    other.process.kill()
    with pytest.raises(StoreUnavailable, match="0 of 1 replicas"):
        await store.logs.append(an_append(a_room()))
    async with asyncio.timeout(PATIENCE_S):  # until the cluster has seen it too
        while f"127.0.0.1:{other.process.port} gone" not in store.promise.shortage:
            with suppress(StoreUnavailable):
                await store.logs.append(an_append(a_room()))


async def test_a_replica_that_is_back_counts_again(
    cluster: ValkeyCluster, store: RedisStore
) -> None:
    for replica in cluster.replicas_of(cluster.members[0]):
        replica.process.kill()
    request = an_append(a_room())
    with pytest.raises(StoreUnavailable, match="0 of 2 replicas"):
        await store.logs.append(request)

    for replica in cluster.replicas_of(cluster.members[0]):
        cluster.start_member(replica, *SHORT_LEASE)

    async with asyncio.timeout(PATIENCE_S):
        assert isinstance(await append_at_last(store, request), Appended)
