"""One real store process for all tests of the store, and every store the contract is for."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import count
from pathlib import Path
from typing import cast

import pytest

from tests.support.memory_rows import MemoryRowStore
from tests.support.memory_side import memory_side
from tests.support.memory_store import MemoryStore
from tests.support.stores import SetClock
from tests.support.valkey_cluster import ValkeyCluster, a_valkey_cluster, valkey_sentinels
from tests.support.valkey_process import ValkeyProcess
from xiangqi_server.kernel.host.timebase import monotonic_ms
from xiangqi_server.kernel.store.client.acknowledgement import Promise, PromiseKind
from xiangqi_server.kernel.store.embedded.embedded import EmbeddedStore
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import Store
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.rows import RowStore
from xiangqi_server.kernel.store.side import SideStores

_prefixes = (f"t{number}:" for number in count())


@pytest.fixture(scope="session")
def valkey_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a store process of our own, alive for the whole run."""
    home: Path = tmp_path_factory.mktemp("valkey")
    embedded = asyncio.run(EmbeddedStore.start(home))
    yield embedded.url
    asyncio.run(embedded.stop())


@pytest.fixture
def prefix() -> str:
    """A part of the store's names that no other test uses."""
    return next(_prefixes)


@pytest.fixture(scope="session")
def valkey_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ValkeyCluster]:
    """A cluster of three masters with a replica each; nobody harms it."""
    with a_valkey_cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@pytest.fixture(scope="session")
def valkey_cluster_url(valkey_cluster: ValkeyCluster) -> str:
    """Its address."""
    return valkey_cluster.url


@pytest.fixture(scope="session")
def sentinel_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a primary with one replica and three Sentinels; nobody harms them."""
    with valkey_sentinels(tmp_path_factory.mktemp("sentinels")) as sentinels:
        yield sentinels.url


@pytest.fixture(params=["memory", "valkey_url", "valkey_cluster_url", "sentinel_url"])
def place(request: pytest.FixtureRequest) -> str:
    """Where the store of a contract test is: in memory, or at an address."""
    if request.param == "memory":
        return "memory"
    url: str = request.getfixturevalue(request.param)
    return url


@pytest.fixture
async def store(place: str, prefix: str) -> AsyncIterator[Store]:
    """An empty store of each kind."""
    opened: Store
    if place == "memory":
        opened = MemoryStore(SetClock())
    else:
        has_replicas = place.startswith(("cluster:", "sentinel:"))
        promise = Promise(PromiseKind.REPLICA if has_replicas else PromiseKind.PRIMARY)
        opened = await open_store(place, prefix=prefix, promise=promise)
    yield opened
    await opened.close()


@pytest.fixture
def side_of() -> Callable[[Store], SideStores]:
    """Gives what is kept beside the logs of a store of the contract suite."""
    return lambda store: cast("MemoryStore | RedisStore", store).side


@pytest.fixture
async def side(place: str, prefix: str) -> AsyncIterator[SideStores]:
    """What is kept beside the logs, empty, of each kind of store; its time goes on by itself."""
    if place == "memory":
        yield memory_side(monotonic_ms)
        return
    opened = await open_store(place, prefix=prefix)
    yield opened.side
    await opened.close()


@pytest.fixture
async def row_store(place: str, prefix: str) -> AsyncIterator[RowStore]:
    """An empty row_store of each kind of store."""
    if place == "memory":
        yield MemoryRowStore()
        return
    opened = await open_store(place, prefix=prefix)
    yield opened.row_store
    await opened.close()


@pytest.fixture
def valkey_process(tmp_path: Path) -> Iterator[ValkeyProcess]:
    """A store as an operator runs one, that answers."""
    with ValkeyProcess(tmp_path) as process:
        asyncio.run(process.until_it_answers())
        yield process
