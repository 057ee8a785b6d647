import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.stores import a_room, an_append, append_all, append_at_last
from xiangqi_server.kernel.store.client.acknowledgement import Promise, PromiseKind
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.embedded.embedded import EmbeddedStore
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import (
    Promoted,
    StoreError,
    StoreMismatch,
    StoreReplaced,
    StoreUnavailable,
)
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.values import (
    EMPTY_HEAD,
    OUTAGE_AGE_MS,
    Appended,
    Head,
    Loaded,
    Outage,
    kept_outages,
)

HOUR_MS = 3_600_000


@pytest.fixture
async def embedded(tmp_path: Path) -> AsyncIterator[EmbeddedStore]:
    """A store process of this test's own, to be ill-treated."""
    process = await EmbeddedStore.start(tmp_path)
    yield process
    await process.stop()


@pytest.fixture
async def operator(embedded: EmbeddedStore) -> AsyncIterator[GroupedConnection]:
    """A hand on the configuration of that process."""
    connection = GroupedConnection(wire_to(embedded.url), deadline_s=5.0)
    yield connection
    await connection.close()


@pytest.fixture
async def store(embedded: EmbeddedStore) -> AsyncIterator[RedisStore]:
    opened = await open_store(embedded.url)
    yield opened
    await opened.close()


@pytest.fixture
async def impatient(embedded: EmbeddedStore) -> AsyncIterator[RedisStore]:
    opened = await open_store(embedded.url, deadline_s=0.4)
    yield opened
    await opened.close()


async def test_a_store_made_for_another_number_of_shards_is_refused(
    valkey_url: str, prefix: str
) -> None:
    first = await open_store(valkey_url, prefix=prefix, shards=16)
    await first.close()

    with pytest.raises(StoreMismatch, match=r"16 shards; this program needs .* 256 shards"):
        await open_store(valkey_url, prefix=prefix, shards=256)
    again = await open_store(valkey_url, prefix=prefix, shards=16)
    await again.close()


@pytest.mark.parametrize("url", ["http://host", "redis://host:port", "redis://host?nonsense=1", ""])
async def test_what_is_no_address_of_a_store_is_refused(url: str) -> None:
    with pytest.raises(StoreError, match="not the address of a store"):
        await open_store(url)


async def test_an_address_where_nobody_answers_is_told_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="cannot be reached"):
        await open_store(f"unix://{tmp_path}/nobody")


async def test_the_stamps_of_a_log_never_go_back(valkey_url: str, prefix: str) -> None:
    """As when the store's clock is set back: here the log is set forward."""
    store = await open_store(valkey_url, prefix=prefix)
    operator = GroupedConnection(wire_to(valkey_url), deadline_s=5.0)
    room = a_room()
    head = await append_all(store, room, [b"1"])
    _, head_key, _ = Keys(prefix).of(room)
    ahead = Head(head.version, head.digest, head.at_ms + HOUR_MS)
    await operator.call("HSET", head_key, "t", ahead.at_ms)

    result = await store.logs.append(
        an_append(room, ahead, event_id="next", not_before_ms=ahead.at_ms)
    )

    assert isinstance(result, Appended)
    assert result.head.at_ms == ahead.at_ms
    await operator.close()
    await store.close()


async def test_a_store_without_memory_is_unavailable_and_keeps_what_it_has(
    store: RedisStore, operator: GroupedConnection
) -> None:
    request = an_append(a_room(), events=(b"1", b"2"), due_in_ms=0)
    await operator.call("CONFIG", "SET", "maxmemory", 1)

    with pytest.raises(StoreUnavailable, match="memory"):
        await store.logs.append(request)

    assert await store.logs.load(request.aggregate) == Loaded(None, (), EMPTY_HEAD)
    await operator.call("CONFIG", "SET", "maxmemory", 0)
    assert isinstance(await store.logs.append(request), Appended)


async def test_a_read_only_store_is_unavailable_for_writers_only(
    store: RedisStore, operator: GroupedConnection
) -> None:
    room = a_room()
    head = await append_all(store, room, [b"1"])
    request = an_append(room, head, event_id="next")
    await operator.call("REPLICAOF", "127.0.0.1", 1)

    with pytest.raises(StoreUnavailable, match="read only"):
        await store.logs.append(request)

    assert (await store.logs.load(room)).head == head
    await operator.call("REPLICAOF", "NO", "ONE")
    assert isinstance(await append_at_last(store, request), Appended)


async def test_a_store_that_misses_its_replicas_is_unavailable(
    store: RedisStore, operator: GroupedConnection
) -> None:
    await operator.call("CONFIG", "SET", "min-replicas-to-write", 1)

    with pytest.raises(StoreUnavailable, match="NOREPLICAS"):
        await store.logs.append(an_append(a_room()))


async def test_a_silent_store_is_unavailable_in_time_and_a_retry_counts_once(
    impatient: RedisStore, operator: GroupedConnection
) -> None:
    request = an_append(a_room())
    await operator.call("CLIENT", "PAUSE", 1_000, "ALL")

    with pytest.raises(StoreUnavailable, match=r"did not answer within 0\.4 s"):
        await impatient.logs.append(request)
    with pytest.raises(StoreUnavailable):
        await impatient.logs.append(request)

    assert isinstance(await append_at_last(impatient, request), Appended)
    assert len(await impatient.logs.read(request.aggregate, 0)) == 1


async def test_everyone_who_waits_is_told_of_the_outage(
    impatient: RedisStore, operator: GroupedConnection
) -> None:
    await operator.call("CLIENT", "PAUSE", 1_000, "ALL")

    results = await asyncio.gather(
        *(impatient.logs.append(an_append(a_room())) for _ in range(20)), return_exceptions=True
    )

    assert {type(result) for result in results} == {StoreUnavailable}


async def test_an_emptied_store_is_not_taken_for_the_one_before(
    store: RedisStore, operator: GroupedConnection
) -> None:
    kept = a_room()
    head = await append_all(store, kept, [b"1"])
    await store.servers.heartbeat(0)
    await operator.call("FLUSHALL")

    for call in (
        store.logs.append(an_append(kept, head, event_id="next")),
        store.logs.append(an_append(a_room())),
        store.logs.load(kept),
        store.servers.heartbeat(0),
    ):
        with pytest.raises(StoreReplaced, match="emptied, or another one"):
            await call

    assert await operator.call("DBSIZE") == 0


async def test_whoever_opens_an_emptied_store_begins_another_one(
    embedded: EmbeddedStore,
    store: RedisStore,
    operator: GroupedConnection,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO")
    await operator.call("FLUSHALL")

    fresh = await open_store(embedded.url)
    second = await open_store(embedded.url)

    assert isinstance(await fresh.logs.append(an_append(a_room())), Appended)
    await second.servers.heartbeat(0)
    with pytest.raises(StoreReplaced):
        await store.servers.heartbeat(0)
    said = [record.message for record in caplog.records if "new one begins" in record.message]
    assert len(said) == 1
    await fresh.close()
    await second.close()


async def test_a_store_of_before_there_were_identities_gets_one(
    embedded: EmbeddedStore, store: RedisStore, operator: GroupedConnection
) -> None:
    room = a_room()
    head = await append_all(store, room, [b"1"])
    await operator.call("HDEL", *Keys().metas, "identity")

    again = await open_store(embedded.url)

    assert (await again.logs.load(room)).head == head
    assert isinstance(await again.logs.append(an_append(room, head, event_id="next")), Appended)
    await again.close()


async def test_a_clock_that_was_set_back_leaves_no_outage_of_times_to_come(
    store: RedisStore, operator: GroupedConnection
) -> None:
    now_ms = await store.servers.time_ms()
    past = Outage(now_ms - 9_000, now_ms - 8_000)
    lasting = Outage(now_ms - 5_000, now_ms + 1_000_000)
    to_come = Outage(now_ms + 2_000_000, now_ms + HOUR_MS)
    beat, outages = Keys().heartbeat(0)
    await operator.call("SET", beat, now_ms + HOUR_MS)
    for outage in (past, lasting, to_come):
        await operator.call("RPUSH", outages, f"{outage.from_ms}:{outage.to_ms}")

    answer = await store.servers.heartbeat(1_000)
    again = await store.servers.heartbeat(-1, joined_ms=0)

    assert answer.outages == (past, Outage(lasting.from_ms, answer.at_ms))
    assert again.outages == (*answer.outages, Outage(answer.at_ms, again.at_ms))


async def test_beside_the_latest_outages_long_ones_are_kept_until_they_are_old(
    store: RedisStore, operator: GroupedConnection
) -> None:
    await store.servers.heartbeat(HOUR_MS)
    now_ms = await store.servers.time_ms()
    old = Outage(now_ms - OUTAGE_AGE_MS - 2 * HOUR_MS, now_ms - OUTAGE_AGE_MS - HOUR_MS)
    long = Outage(now_ms - 9 * HOUR_MS, now_ms - 8 * HOUR_MS)
    starts = range(now_ms - HOUR_MS, now_ms - 1_000, 60_000)
    known = [old, long, *(Outage(from_ms, from_ms + 3_000) for from_ms in starts)]
    _, outages = Keys().heartbeat(0)
    for outage in known:
        await operator.call("RPUSH", outages, f"{outage.from_ms}:{outage.to_ms}")

    answer = await store.servers.heartbeat(-1, joined_ms=0)

    assert answer.outages == kept_outages((*known, answer.outages[-1]), answer.at_ms)
    assert answer.outages[0] == long


async def test_what_was_called_before_a_promotion_is_not_done_after_it(
    embedded: EmbeddedStore, store: RedisStore, operator: GroupedConnection
) -> None:
    terms = store.servers.terms()
    await operator.call("REPLICAOF", "127.0.0.1", 1)
    await operator.call("REPLICAOF", "NO", "ONE")  # so a server is promoted
    await operator.call("CLIENT", "KILL", "TYPE", "normal")

    request = an_append(a_room())
    with pytest.raises(Promoted):
        await store.logs.append(request)

    assert (set(terms), set(store.servers.terms())) == ({0}, {1})
    assert isinstance(await append_at_last(store, request), Appended)
    assert (await store.logs.read(request.aggregate, 0))[0].version == 1
    assert set(store.servers.terms()) == {1}


@pytest.mark.parametrize(
    ("policy", "write_back_ms"),
    [("primary", 5_000), ("degraded", 5_000), ("replica", 0), ("engine", 0)],
)
async def test_nodes_write_back_only_where_a_promotion_may_lose(
    embedded: EmbeddedStore, policy: str, write_back_ms: int
) -> None:
    opened = await open_store(embedded.url, promise=Promise(PromiseKind.ENGINE))
    opened.servers.promise = Promise(PromiseKind(policy))

    assert opened.servers.write_back_ms == write_back_ms
    await opened.close()
