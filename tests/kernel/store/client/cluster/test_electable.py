"""A replica that is gone counts as long as it could be elected, and no longer."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE_S
from tests.support.stores import a_room, an_append, append_at_last
from tests.support.valkey_cluster import NODE_TIMEOUT_MS, ValkeyCluster, a_valkey_cluster
from xiangqi_server.kernel.store.client.acknowledgement import Promise, PromiseKind
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.values import Appended

SHORT_LEASE = ("--cluster-replica-validity-factor", "1", "--repl-ping-replica-period", "1")
LEASE_S = NODE_TIMEOUT_MS / 1_000 + 1
"""How long a replica that is gone could still be elected: the timeout of the nodes and a ping."""


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


async def refused_while_electable(store: RedisStore, why: str) -> None:
    """An append is refused, or on a slow machine waits until the replica could not be elected."""
    began_s, refusal = time.monotonic(), ""
    try:
        await store.logs.append(an_append(a_room()))
    except StoreUnavailable as refused:
        refusal = str(refused)
    assert re.search(why, refusal) or time.monotonic() - began_s >= LEASE_S


async def test_a_missing_replica_is_waited_for_until_it_could_not_be_elected(
    cluster: ValkeyCluster, store: RedisStore
) -> None:
    await append_at_last(store, an_append(a_room()))
    one, other = cluster.replicas_of(cluster.members[0])

    one.process.kill()
    await refused_while_electable(store, "of 2 replicas")
    async with asyncio.timeout(PATIENCE_S):
        assert isinstance(await append_at_last(store, an_append(a_room())), Appended)

    other.process.kill()
    await refused_while_electable(store, "0 of 1 replicas")
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
