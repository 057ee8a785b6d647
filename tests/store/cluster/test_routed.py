"""Calls to a real cluster whose slots move and whose masters die."""

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from typing import cast

import pytest

from server.store.cluster.slots import TAGS, slot_of
from server.store.keys import Keys
from server.store.port import StoreError, StoreMismatch, StoreUnavailable, all_of, head_of
from server.store.redis_store import RedisStore, open_store
from server.store.values import EMPTY_HEAD, AggregateId, Appended, Conflict, Head
from tests.store.test_feed import a_following
from tests.support.patience import PATIENCE_S
from tests.support.stores import a_room, an_append, append_at_last
from tests.support.valkey_cluster import Member, ValkeyCluster, a_valkey_cluster

KEYS = Keys("xq:", len(TAGS), TAGS)


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ValkeyCluster]:
    """A cluster to be harmed."""
    with a_valkey_cluster(tmp_path_factory.mktemp("harmed")) as cluster:
        yield cluster


@pytest.fixture
async def store(cluster: ValkeyCluster) -> AsyncIterator[RedisStore]:
    opened = await open_store(cluster.url)
    yield opened
    await opened.close()


def slot(aggregate: AggregateId) -> int:
    return slot_of(KEYS.of(aggregate)[0])


async def rooms_at(cluster: ValkeyCluster, member: Member, count: int) -> list[AggregateId]:
    """Rooms that a server has."""
    found: list[AggregateId] = []
    while len(found) < count:
        room = a_room()
        if await cluster.owner_of(slot(room)) == member:
            found.append(room)
    return found


async def begin(store: RedisStore, rooms: list[AggregateId]) -> dict[AggregateId, Head]:
    """An event in each; where they stand."""
    results = await store.append_all([an_append(room) for room in rooms])
    return {
        room: cast("Appended", result).head for room, result in zip(rooms, results, strict=True)
    }


async def move_slot(moved: int, old: Member, new: Member, *, is_whole: bool = True) -> None:
    """Have a slot moved key by key, as `valkey-cli --cluster reshard` does, or begin with that."""
    number = str(moved)
    await new.process.tell("CLUSTER", "SETSLOT", number, "IMPORTING", old.id)
    await old.process.tell("CLUSTER", "SETSLOT", number, "MIGRATING", new.id)
    keys = cast("list[bytes]", await old.process.tell("CLUSTER", "GETKEYSINSLOT", number, "999"))
    for key in keys if is_whole else keys[:1]:
        port = str(new.process.port)
        await old.process.tell("MIGRATE", "127.0.0.1", port, key.decode(), "0", "5000")
    if is_whole:
        for member in (new, old):
            await member.process.tell("CLUSTER", "SETSLOT", number, "NODE", new.id)


async def write_on(
    store: RedisStore, room: AggregateId, head: Head, enough: asyncio.Event
) -> list[str]:
    """One event after the other; the ids of those that were acknowledged. No answer may fail."""
    acknowledged: list[str] = []
    while not enough.is_set():
        event_id = f"e{len(acknowledged)}"
        result = await store.append(an_append(room, head, event_id=event_id))
        assert isinstance(result, Appended)
        head = result.head
        acknowledged.append(event_id)
        await asyncio.sleep(0)
    return acknowledged


async def test_slots_that_are_moved_under_load_cost_nothing_but_a_moment(
    cluster: ValkeyCluster, store: RedisStore
) -> None:
    old, new, other = cluster.members[:3]
    moving, staying = await rooms_at(cluster, old, 4), await rooms_at(cluster, other, 1)
    heads = await begin(store, moving + staying)
    ear = await a_following(store, *moving)
    ear.began_with.clear()
    enough = asyncio.Event()

    async with asyncio.timeout(PATIENCE_S), asyncio.TaskGroup() as group:
        writers = {
            room: group.create_task(write_on(store, room, head, enough))
            for room, head in heads.items()
        }
        for room in moving:
            await move_slot(slot(room), old, new)
        await ear.until(lambda: set(ear.began_with) == set(moving))
        enough.set()

    for room, writer in writers.items():
        stored = [event.event_id for event in await store.read(room, 0)]
        assert stored == ["first", *writer.result()]
        assert len(stored) > 1
    ear.publications.clear()
    head = await head_of(store, moving[0])
    await store.append(an_append(moving[0], head, event_id="after"))
    await ear.until(lambda: bool(ear.publications))
    assert ear.publications[-1][0] == moving[0]


async def test_a_slot_that_is_being_moved_is_not_listed(
    cluster: ValkeyCluster, store: RedisStore
) -> None:
    old, new, _ = cluster.members[:3]
    (room,) = await rooms_at(cluster, old, 1)
    await begin(store, [room])
    await move_slot(slot(room), old, new, is_whole=False)

    with pytest.raises(StoreUnavailable, match="cannot be listed now"):
        [one async for one in all_of(store, "room")]
    written = await store.heads([room])
    await move_slot(slot(room), old, new)

    assert written != (None,)
    assert room in {one async for one in all_of(store, "room")}


async def test_a_master_that_dies_takes_nobody_else_along_and_its_replica_goes_on(
    cluster: ValkeyCluster, store: RedisStore
) -> None:
    dying, *others = cluster.members[:3]
    mine = await rooms_at(cluster, dying, 3)
    theirs = [room for one in others for room in await rooms_at(cluster, one, 2)]
    heads = await begin(store, mine + theirs)
    ear = await a_following(store, *mine)
    ear.began_with.clear()

    dying.process.kill()
    requests = [an_append(room, head, event_id="next") for room, head in heads.items()]
    results = dict(zip(heads, await store.append_all(requests), strict=True))
    told = await store.heads([*heads])

    assert all(isinstance(results[room], StoreUnavailable) for room in mine)
    assert all(isinstance(results[room], Appended) for room in theirs)
    assert {room for room, head in zip(heads, told, strict=True) if head is None} == set(mine)
    assert len({store.part_of(room) for room in mine}) == 1
    assert not {store.part_of(room) for room in mine} & {store.part_of(room) for room in theirs}
    await store.due(10)
    await store.effects(10)
    async with asyncio.timeout(PATIENCE_S):
        for request in requests[: len(mine)]:
            result = await append_at_last(store, request)
            assert isinstance(result, Appended)
            assert result.head.version == 2
        await ear.until(lambda: set(ear.began_with) == set(mine))
        head = await head_of(store, mine[0])
        await store.append(an_append(mine[0], head, event_id="third"))
        await ear.until(lambda: bool(ear.publications))


async def test_a_master_that_stands_still_is_given_up_when_another_takes_its_place(
    cluster: ValkeyCluster, store: RedisStore
) -> None:
    stopped, other, _ = cluster.members[:3]
    (mine,), (theirs,) = await rooms_at(cluster, stopped, 1), await rooms_at(cluster, other, 1)
    heads = await begin(store, [mine, theirs])

    stopped.process.signal(signal.SIGSTOP)
    request = an_append(mine, heads[mine], event_id="next")
    waiting = asyncio.create_task(store.append(request))
    answered = await store.append(an_append(theirs, heads[theirs], event_id="next"))

    assert isinstance(answered, Appended)
    assert not waiting.done()
    async with asyncio.timeout(PATIENCE_S):
        with pytest.raises(StoreUnavailable):
            await waiting
        assert isinstance(await append_at_last(store, request), Appended)
    stopped.process.signal(signal.SIGCONT)
    again = await append_at_last(store, an_append(mine, heads[mine], event_id="late"))
    assert isinstance(again, Conflict)


async def test_a_planned_failover_is_followed(cluster: ValkeyCluster, store: RedisStore) -> None:
    master = cluster.members[0]
    (replica,) = cluster.replicas_of(master)
    (room,) = await rooms_at(cluster, master, 1)
    heads = await begin(store, [room])

    await replica.process.tell("CLUSTER", "FAILOVER")
    await cluster.until_promoted(master)

    async with asyncio.timeout(PATIENCE_S):
        request = an_append(room, heads[room], event_id="next")
        result = await append_at_last(store, request)
    assert isinstance(result, Appended)
    assert result.head.version == 2
    assert await cluster.owner_of(slot(room)) == replica


async def test_servers_of_two_stores_are_not_one_store(
    cluster: ValkeyCluster, store: RedisStore
) -> None:
    member = cluster.members[1]
    (room,) = await rooms_at(cluster, member, 1)
    alien = KEYS.metas[KEYS.shard_of(room)]

    await member.process.tell("HSET", alien, "identity", "another")

    with pytest.raises(StoreMismatch, match="joined"):
        await open_store(cluster.url)


async def test_a_part_that_was_emptied_is_written_to_no_more(
    cluster: ValkeyCluster, store: RedisStore
) -> None:
    emptied, other, _ = cluster.members[:3]
    (mine,), (theirs,) = await rooms_at(cluster, emptied, 1), await rooms_at(cluster, other, 1)

    await emptied.process.tell("FLUSHALL")

    results = await store.append_all([an_append(mine), an_append(theirs)])
    assert isinstance(results[0], StoreError)
    assert "emptied" in str(results[0])
    assert isinstance(results[1], Appended)
    assert await head_of(store, mine) == EMPTY_HEAD
