"""What is acknowledged by replicas: real primaries, real replicas that stand still or come back."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE_S
from tests.support.stores import a_room, an_append, append_at_last
from tests.support.valkey_process import ValkeyProcess
from xiangqi_server.kernel.store.client.acknowledgement import Promise, PromiseKind
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.feed import Ephemeral, Publication
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.values import AggregateId, Appended, Conflict


class Pair:
    """A primary and its only replica."""

    def __init__(self, home: Path) -> None:
        homes = home / "primary", home / "replica"
        for place in homes:
            place.mkdir(exist_ok=True)
        self.primary, self.replica = map(ValkeyProcess, homes)

    async def start(self) -> None:
        """Begin, and be in step."""
        self.primary.start("--repl-diskless-sync-delay", "0")
        await self.primary.until_it_answers()
        self.replica.start("--replicaof", "127.0.0.1", str(self.primary.port))
        await self.primary.until_it_says("INFO", "replication", text=b"state=online")

    def end(self) -> None:
        """Kill both."""
        self.primary.kill_if_running()
        self.replica.kill_if_running()


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[Pair]:
    """Both, ready."""
    both = Pair(tmp_path)
    await both.start()
    yield both
    both.end()


@pytest.fixture
async def opened() -> AsyncIterator[AsyncExitStack]:
    """Closes what a test opens."""
    async with AsyncExitStack() as stack:
        yield stack


async def _open(
    pair: Pair, stack: AsyncExitStack, policy: PromiseKind = PromiseKind.REPLICA
) -> RedisStore:
    store = await open_store(pair.primary.url, promise=Promise(policy))
    stack.push_async_callback(store.close)
    return store


async def _at_replica(pair: Pair, room: AggregateId) -> bytes:
    """The version of a log as the replica has it."""
    found = await pair.replica.tell("KEYS", f"*head:{room.kind}:{room.id}")
    assert isinstance(found, list)
    (key,) = found
    assert isinstance(key, bytes)
    version = await pair.replica.tell("HGET", key.decode(), "v")
    assert isinstance(version, bytes)
    return version


async def test_what_is_acknowledged_is_on_the_replica(pair: Pair, opened: AsyncExitStack) -> None:
    store = await _open(pair, opened)
    request = an_append(a_room())

    async with asyncio.timeout(PATIENCE_S):
        assert isinstance(await append_at_last(store, request), Appended)

    assert await _at_replica(pair, request.aggregate) == b"1"


async def test_what_the_replica_has_not_is_not_acknowledged_nor_is_its_retry_nor_a_reader_told(
    pair: Pair, opened: AsyncExitStack
) -> None:
    store, promised_less = await _open(pair, opened), await _open(pair, opened, PromiseKind.PRIMARY)
    request = an_append(a_room())
    await append_at_last(store, an_append(a_room()))
    pair.replica.signal(signal.SIGSTOP)

    with pytest.raises(StoreUnavailable, match="0 of 1 replicas"):
        await store.logs.append(request)
    # It lies in the log: a retry, a conflict and a reader find it there, by reading alone.
    assert (await promised_less.logs.load(request.aggregate)).head.version == 1
    with pytest.raises(StoreUnavailable, match="0 of 1 replicas"):
        await store.logs.append(request)
    again = await _open(pair, opened)
    told = await asyncio.gather(
        again.logs.append(an_append(request.aggregate, event_id="other")),
        again.servers.heartbeat(1_000),
        again.logs.load(request.aggregate),
        again.logs.read(request.aggregate, 0),
        return_exceptions=True,
    )
    assert [str(one) for one in told] == ["0 of 1 replicas have it in time"] * 4

    pair.replica.signal(signal.SIGCONT)
    async with asyncio.timeout(PATIENCE_S):
        assert isinstance(await append_at_last(store, request), Appended)
    assert await _at_replica(pair, request.aggregate) == b"1"
    other = an_append(request.aggregate, event_id="other")
    assert isinstance(await append_at_last(store, other), Conflict)
    assert len(await store.logs.read(request.aggregate, 0)) == 1


async def test_what_is_asked_of_the_store_itself_is_answered_without_its_replicas(
    pair: Pair, opened: AsyncExitStack
) -> None:
    store = await _open(pair, opened)
    pair.replica.signal(signal.SIGSTOP)

    assert await store.servers.time_ms() > 0
    assert await store.queues.due(10) == ()


async def test_without_a_replica_nothing_is_acknowledged(
    pair: Pair, opened: AsyncExitStack
) -> None:
    pair.replica.kill()
    store = await _open(pair, opened)

    with pytest.raises(StoreUnavailable, match="0 of 1 replicas"):
        await store.logs.append(an_append(a_room()))
    assert store.promise.in_force is PromiseKind.REPLICA


async def _until_all_have_it(store: RedisStore) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while store.promise.is_degraded:
            await store.logs.append(an_append(a_room()))


async def test_a_degraded_promise_is_kept_by_the_primary_alone_and_says_so(
    pair: Pair, opened: AsyncExitStack
) -> None:
    store = await _open(pair, opened, PromiseKind.DEGRADED)
    await _until_all_have_it(store)
    before = store.promise.in_force
    pair.replica.signal(signal.SIGSTOP)

    assert isinstance(await store.logs.append(an_append(a_room())), Appended)
    while_away = store.promise.in_force
    waits = store.promise.short_waits
    assert isinstance(await store.logs.append(an_append(a_room())), Appended)

    pair.replica.signal(signal.SIGCONT)
    await _until_all_have_it(store)
    assert (before, while_away) == (PromiseKind.REPLICA, PromiseKind.DEGRADED)
    assert waits > 0
    assert store.promise.in_force is PromiseKind.REPLICA


class Ear:
    """Writes down what it hears."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[Publication] = asyncio.Queue()
        self.began = asyncio.Event()

    def is_own(self, event_id: str) -> bool:
        """See `FeedListener`: nothing is."""
        return not event_id

    def on_publication(self, aggregate: AggregateId, publication: Publication) -> None:
        """See `FeedListener`."""
        self.heard.put_nowait(publication)

    def on_ephemeral(self, aggregate: AggregateId, ephemeral: Ephemeral) -> None:
        """See `FeedListener`."""

    def on_begin(self, aggregate: AggregateId) -> None:
        """See `FeedListener`."""
        self.began.set()


async def test_nobody_hears_of_anything_before_every_replica_has_it(
    pair: Pair, opened: AsyncExitStack
) -> None:
    store, other = await _open(pair, opened), await _open(pair, opened)
    request, ear = an_append(a_room(), events=(b"1", b"2")), Ear()
    other.feed(ear).follow(request.aggregate)
    async with asyncio.timeout(PATIENCE_S):
        await ear.began.wait()
        pair.replica.signal(signal.SIGSTOP)
        with pytest.raises(StoreUnavailable):
            await store.logs.append(request)
        is_silent = ear.heard.empty()
        pair.replica.signal(signal.SIGCONT)
        await append_at_last(store, request)
        heard = await ear.heard.get()

    assert is_silent
    assert heard.events == await store.logs.read(request.aggregate, 0)
    assert heard.digest == (await store.logs.load(request.aggregate)).head.digest


async def test_a_fence_that_is_refused_leaves_the_outcome_unknown(
    pair: Pair, opened: AsyncExitStack
) -> None:
    store = await _open(pair, opened)
    await append_at_last(store, an_append(a_room()))
    operator = GroupedConnection(wire_to(pair.primary.url), PATIENCE_S)
    opened.push_async_callback(operator.close)
    await operator.call("ACL", "SETUSER", "default", "-set")

    with pytest.raises(StoreUnavailable, match="cannot wait for its replicas"):
        await store.logs.append(an_append(a_room()))


async def test_settings_that_weaken_the_promise_are_named(
    pair: Pair, opened: AsyncExitStack
) -> None:
    store = await _open(pair, opened)
    first = await store.health.weaknesses()

    await pair.primary.tell("CONFIG", "SET", "min-replicas-to-write", "1")

    assert "min-replicas-to-write is 0; 1 is better" in first[0]
    assert not [line for line in await store.health.weaknesses() if "min-replicas" in line]


def test_a_primary_that_is_none_any_more_leaves_nothing_degraded() -> None:
    promise = Promise(PromiseKind.DEGRADED)
    promise.note("one:6379", found=0, needed=1)
    promise.note("two:6379", found=0, needed=1)

    promise.forget("one:6379")  # it gave its shards away
    before = promise.in_force
    promise.note("two:6379", found=1, needed=1)

    assert (before, promise.in_force) == (PromiseKind.DEGRADED, PromiseKind.REPLICA)


def test_an_operator_is_told_which_primary_misses_copies_and_which_are_gone() -> None:
    promise = Promise(PromiseKind.REPLICA)
    promise.note("one:6379", found=2, needed=2)
    before = promise.shortage

    promise.note("one:6379", found=1, needed=2, absent=("three:6379",))
    promise.note("two:6379", found=0, needed=1)
    while_short = promise.shortage
    promise.note("one:6379", found=2, needed=2)
    promise.forget("two:6379")

    assert (before, promise.shortage) == ("", "")
    assert while_short == (
        "1 of 2 replicas of one:6379 have it in time, three:6379 gone; "
        "0 of 1 replicas of two:6379 have it in time"
    )
