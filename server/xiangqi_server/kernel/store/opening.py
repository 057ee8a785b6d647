"""Opens the store at an address: the connections that it needs there, and whether it is ours."""

from typing import Final, NamedTuple

from xiangqi_server.kernel.store.client.acknowledgement import Promise, ReplicaWait
from xiangqi_server.kernel.store.client.address import Shape, StoreAddress
from xiangqi_server.kernel.store.client.calls import DEADLINE_S, Calls
from xiangqi_server.kernel.store.client.cluster.discovery import shape_at, word_for
from xiangqi_server.kernel.store.client.cluster.electable import ElectableWaits
from xiangqi_server.kernel.store.client.cluster.routed import RoutedCalls
from xiangqi_server.kernel.store.client.cluster.slots import TAGS
from xiangqi_server.kernel.store.client.cluster.topology import Topology
from xiangqi_server.kernel.store.client.connecting import Greet
from xiangqi_server.kernel.store.client.direct_calls import DirectCalls
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.places import OnePlace, Places
from xiangqi_server.kernel.store.client.seen_replicas import SeenReplicas
from xiangqi_server.kernel.store.client.single_primary import SinglePrimary
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.cold_objects import open_cold_tier
from xiangqi_server.kernel.store.durability import require_durable
from xiangqi_server.kernel.store.keys import DEFAULT_PREFIX, DEFAULT_SHARDS, Keys
from xiangqi_server.kernel.store.port import StoreAccess, StoreError, StoreMismatch
from xiangqi_server.kernel.store.redis.redis_store import RedisStore

GATHER_S: Final = 0.01
"""How long the reads of many gather: where thousands come back, it saves a third of their CPU."""


class _Links(NamedTuple):
    """What connects a node with a store.

    Fields:
        commits, reads: how it is called; reads go apart, so that they hold up no move.
        places: where publications are heard.
        notice_ms: see `RedisServers`.
    """

    commits: Calls
    reads: Calls
    places: Places
    notice_ms: int


async def open_store(
    url: str,
    *,
    prefix: str = DEFAULT_PREFIX,
    shards: int = DEFAULT_SHARDS,
    deadline_s: float = DEADLINE_S,
    must_be_durable: bool = False,
    is_being_copied: bool = False,
    access: StoreAccess = StoreAccess.SHARED,
    cold: str = "",
    promise: Promise | None = None,
) -> RedisStore:
    """Connect to the store at `url`, see `address`, and check that it is ours.

    An empty store is marked with our format and `shards`; both are fixed from then on.

    Args:
        prefix: of all keys.
        shards: how many a new store has; a cluster always has those of `cluster.slots.TAGS`.
        deadline_s: how long a call waits for its answer.
        must_be_durable: its settings are looked at whenever it is connected to, and nothing is
            written to it if they do not keep what it acknowledges.
        is_being_copied: open it although a copy into it is not finished: for the next copy.
        access: of one address; other stores are shared.
        cold: the directory or the address of old logs, always the same one; "" for none.
        promise: what an acknowledged command has been through; None: the primary.

    Raises:
        StoreUnavailable: nothing usable answers there.
        StoreMismatch: it was made with another number of shards or another format, or a copy into
            it is not finished, or its old logs are not in `cold`.
        StoreError: `url` is not one we can use, or something else answers there than it says, or an
            engine that lacks commands we need.
    """
    address, promise = StoreAddress.read(url), promise or Promise()
    is_cluster = address.shape is Shape.CLUSTER
    keys = Keys(prefix, len(TAGS), TAGS) if is_cluster else Keys(prefix, shards)
    greet = require_durable if must_be_durable else None
    tier = await open_cold_tier(cold)
    if address.shape is Shape.SINGLE:
        links = await _links_to_one(url, keys, deadline_s, greet, promise, access)
    else:
        links = await _links_to_several(address, keys, deadline_s, greet, promise)
    store = RedisStore(links.commits, links.reads, keys, links.places, tier, promise)
    store.servers.notice_ms = links.notice_ms
    try:
        await _require_ours(store, is_being_copied=is_being_copied)
    except StoreError:
        await store.close()
        raise
    return store


async def _require_ours(store: RedisStore, *, is_being_copied: bool) -> None:
    """Refuse a store that is not made for this program, or not whole; see `open_store`."""
    await store.health.check_commands()
    await store.metadata.check_format()
    await store.metadata.check_cold_tier(store.cold.identity)
    if not is_being_copied and await store.metadata.copied_from() is not None:
        raise StoreMismatch("a copy into it is not finished: run xiangqi-server copy again")


async def _links_to_one(
    url: str,
    keys: Keys,
    deadline_s: float,
    greet: Greet | None,
    promise: Promise,
    access: StoreAccess,
) -> _Links:
    """Connect to the one server at an address.

    Raises:
        StoreError: something else answers there.
    """
    replicas, primary = SeenReplicas(keys.fence(0)), SinglePrimary()
    waits = [ReplicaWait(promise, replicas) if promise.waits else None for _ in range(2)]
    commits = DirectCalls(wire_to(url), deadline_s, greet, waits[0], primary)
    reads = DirectCalls(wire_to(url), deadline_s, wait=waits[1], primary=primary, gather_s=GATHER_S)
    await _require_single(commits, url)
    places = OnePlace(lambda: wire_to(url), access)
    return _Links(commits, reads, places, notice_ms=int(1_000 * deadline_s))


async def _links_to_several(
    address: StoreAddress, keys: Keys, deadline_s: float, greet: Greet | None, promise: Promise
) -> _Links:
    """Connect to the primaries of a cluster, or to the one that Sentinels know.

    Raises:
        StoreError: none of the servers named tells of them.
    """
    topology = Topology(address, wire_to)
    await topology.open()
    waits = ElectableWaits(promise, topology, keys) if promise.waits else None
    commits = RoutedCalls(topology, deadline_s, greet, waits)
    reads = RoutedCalls(topology, deadline_s, waits=waits, gather_s=GATHER_S)
    return _Links(commits, reads, topology, notice_ms=0)


async def _require_single(connection: GroupedConnection, url: str) -> None:
    """Refuse an address at which something else answers than one store.

    Raises:
        StoreError: its text has the word to use.
    """
    try:
        shape = await shape_at(connection)
        if shape not in (None, Shape.SINGLE):
            server = url.rpartition("@")[2].partition("://")[2] or url.rpartition("@")[2]
            host, is_tls = server.partition("/")[0].partition("?")[0], url.startswith("rediss:")
            raise StoreError(f"what answers there {word_for(shape, host, is_tls=is_tls)}")
    except StoreError:
        await connection.close()
        raise
