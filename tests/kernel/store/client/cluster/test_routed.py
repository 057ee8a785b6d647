"""Calls to a real cluster whose slots move and whose masters die."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import cast

import pytest

from tests.kernel.store.test_feed import a_following
from tests.support.patience import PATIENCE_S
from tests.support.stores import RETRY_S, a_room, an_append, append_at_last, append_group
from tests.support.valkey_cluster import (
    Member,
    ValkeyCluster,
    ValkeySentinels,
    a_valkey_cluster,
    valkey_sentinels,
)
from xiangqi_server.kernel.store.client.acknowledgement import Promise, PromiseKind
from xiangqi_server.kernel.store.client.cluster.slots import TAGS, slot_of
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import (
    StoreError,
    StoreMismatch,
    StoreUnavailable,
    all_of,
    head_of,
)
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.values import EMPTY_HEAD, AggregateId, Appended, Conflict, Head

KEYS = Keys("", len(TAGS), TAGS)
"""As of any prefix: it has no part in where a key lies."""

REFUSING = (("min-replicas-to-write", "5"), ("maxmemory", "1"))
"""Settings by which a server can be read and refuses to be written."""


@pytest.fixture(scope="module")
def moving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ValkeyCluster]:
    """A cluster in which slots and roles change, and nobody dies."""
    with a_valkey_cluster(tmp_path_factory.mktemp("moving")) as cluster:
        yield cluster


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[ValkeyCluster]:
    """A cluster to be harmed."""
    with a_valkey_cluster(tmp_path) as cluster:
        yield cluster


@pytest.fixture
async def steady(moving: ValkeyCluster, prefix: str) -> AsyncIterator[RedisStore]:
    """A store of its own in the cluster in which nobody dies."""
    opened = await open_store(moving.url, prefix=prefix)
    yield opened
    await opened.close()


@pytest.fixture
async def store(cluster: ValkeyCluster) -> AsyncIterator[RedisStore]:
    """The store in the cluster to be harmed."""
    opened = await open_store(cluster.url)
    yield opened
    await opened.close()


def slot(aggregate: AggregateId) -> int:
    return slot_of(KEYS.of(aggregate)[0])


async def three(cluster: ValkeyCluster) -> list[Member]:
    """Those who have most slots now."""
    return [await cluster.owner_of(number) for number in (1, 8_000, 16_000)]


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
    results = await append_group(store.logs, [an_append(room) for room in rooms])
    return {
        room: cast("Appended", result).head for room, result in zip(rooms, results, strict=True)
    }


async def move_slot(moved: int, old: Member, new: Member, *, is_whole: bool = True) -> None:
    """Have a slot moved key by key, as `valkey-cli --cluster reshard` does, or begin with that."""
    await move_keys(moved, old, new, None if is_whole else 1)
    if is_whole:
        await end_move(moved, old, new)


async def move_keys(moved: int, old: Member, new: Member, count: int | None = None) -> None:
    """Begin to move a slot: so many of its keys, or all."""
    number, port = str(moved), str(new.process.port)
    await new.process.tell("CLUSTER", "SETSLOT", number, "IMPORTING", old.id)
    await old.process.tell("CLUSTER", "SETSLOT", number, "MIGRATING", new.id)
    keys = cast("list[bytes]", await old.process.tell("CLUSTER", "GETKEYSINSLOT", number, "999"))
    for key in keys[:count]:
        await old.process.tell("MIGRATE", "127.0.0.1", port, key.decode(), "0", "5000")


async def end_move(moved: int, old: Member, new: Member) -> None:
    """Give a slot to the server that has all its keys."""
    for member in (new, old):
        await member.process.tell("CLUSTER", "SETSLOT", str(moved), "NODE", new.id)


async def write_on(
    store: RedisStore, room: AggregateId, head: Head, enough: asyncio.Event
) -> list[str]:
    """One event after the other; the ids of those that were acknowledged.

    No answer may fail but the one that a slot is being moved for longer than is waited for, as a
    busy machine does: it is written again then.
    """
    acknowledged: list[str] = []
    while not enough.is_set():
        event_id = f"e{len(acknowledged)}"
        try:
            result = await store.logs.append(an_append(room, head, event_id=event_id))
        except StoreUnavailable as error:
            if "is being moved" not in str(error):
                raise
            continue
        assert isinstance(result, Appended)
        head = result.head
        acknowledged.append(event_id)
        await asyncio.sleep(0)
    return acknowledged


async def test_slots_that_are_moved_under_load_cost_nothing_but_a_moment(
    moving: ValkeyCluster, steady: RedisStore
) -> None:
    store = steady
    old, new, other = await three(moving)
    leaving, staying = await rooms_at(moving, old, 4), await rooms_at(moving, other, 1)
    heads = await begin(store, leaving + staying)
    ear = await a_following(store, *leaving)
    ear.began_with.clear()
    enough = asyncio.Event()

    async with asyncio.timeout(PATIENCE_S), asyncio.TaskGroup() as group:
        writers = {
            room: group.create_task(write_on(store, room, head, enough))
            for room, head in heads.items()
        }
        for room in leaving:
            await move_slot(slot(room), old, new)
        await ear.until(lambda: set(ear.began_with) == set(leaving))
        enough.set()

    for room, writer in writers.items():
        stored = [event.event_id for event in await store.logs.read(room, 0)]
        assert stored == ["first", *writer.result()]
        assert len(stored) > 1
    ear.publications.clear()
    head = await head_of(store.logs, leaving[0])
    await store.logs.append(an_append(leaving[0], head, event_id="after"))
    await ear.until(lambda: bool(ear.publications))
    assert ear.publications[-1][0] == leaving[0]


async def test_the_copies_of_what_lies_elsewhere_are_waited_for_while_a_slot_is_being_moved(
    moving: ValkeyCluster, prefix: str
) -> None:
    old, new, _ = await three(moving)
    slots = [slot_of(f"{{{tag}}}") for tag in TAGS]
    first, *_ = [number for number in slots if await moving.owner_of(number) == old]
    one, *others = [room for room in await rooms_at(moving, old, 9) if slot(room) != first]
    store = await open_store(moving.url, prefix=prefix, promise=Promise(PromiseKind.REPLICA))
    await begin(store, [one])
    await move_keys(first, old, new)

    results = await append_group(store.logs, [an_append(room) for room in others])
    await end_move(first, old, new)

    await store.close()
    assert [type(result) for result in results] == [Appended] * len(others)


async def test_a_slot_that_is_being_moved_is_not_listed(
    moving: ValkeyCluster, steady: RedisStore
) -> None:
    old, new, _ = await three(moving)
    (room,) = await rooms_at(moving, old, 1)
    await begin(steady, [room])
    await move_slot(slot(room), old, new, is_whole=False)

    with pytest.raises(StoreUnavailable, match="cannot be listed now"):
        [one async for one in all_of(steady, "room")]
    written = await steady.logs.heads([room])
    await move_slot(slot(room), old, new)

    assert written != (None,)
    assert room in {one async for one in all_of(steady, "room")}


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
    results = dict(zip(heads, await append_group(store.logs, requests), strict=True))
    told = await store.logs.heads([*heads])

    assert all(isinstance(results[room], StoreUnavailable) for room in mine)
    assert all(isinstance(results[room], Appended) for room in theirs)
    assert {room for room, head in zip(heads, told, strict=True) if head is None} == set(mine)
    assert len({store.servers.part_of(room) for room in mine}) == 1
    assert not {store.servers.part_of(room) for room in mine} & {
        store.servers.part_of(room) for room in theirs
    }
    await store.queues.due(10)
    await store.queues.effects(10)
    primaries = store.servers.primaries()
    by_primary = {primary: primaries.index(primary) for primary in primaries}
    assert len(by_primary) == 3
    for primary, shard in by_primary.items():
        if primary.endswith(f":{dying.process.port}"):
            assert primary == primaries[store.servers.shard_of(mine[0])]
            with pytest.raises(StoreUnavailable):
                await store.servers.heartbeat(0, shard=shard)
            with pytest.raises(StoreUnavailable):
                await store.servers.time_ms(shard)
        else:
            assert (await store.servers.heartbeat(1_500, shard=shard)).outages == ()
            assert await store.servers.time_ms(shard) > 0
    async with asyncio.timeout(PATIENCE_S):
        for request in requests[: len(mine)]:
            result = await append_at_last(store, request)
            assert isinstance(result, Appended)
            assert result.head.version == 2
        await ear.until(lambda: set(ear.began_with) == set(mine))
        terms = store.servers.terms()
        assert {terms[store.servers.shard_of(room)] for room in mine} == {1}
        assert {terms[store.servers.shard_of(room)] for room in theirs} == {0}
        head = await head_of(store.logs, mine[0])
        await store.logs.append(an_append(mine[0], head, event_id="third"))
        await ear.until(lambda: bool(ear.publications))


async def test_lists_have_what_the_others_have_while_a_master_is_away_and_say_so(
    cluster: ValkeyCluster, store: RedisStore
) -> None:
    row_store = store.row_store
    rows = [f"row{number:03}" for number in range(200)]  # in every part
    for number, row in enumerate(rows):
        places, words = {"all": number}, {"names": row}
        await row_store.put("games", row, 1, row.encode(), places=places, words=words)
    whole = await row_store.page("games", "all", limit=200, partly=True)
    dying = cluster.members[0]
    (room,) = await rooms_at(cluster, dying, 1)

    dying.process.kill()
    page = await row_store.page("games", "all", limit=200, partly=True)
    found = await row_store.search("games", "names", "row", limit=200, partly=True)
    bodies = await row_store.rows("games", rows, partly=True)
    there = [row.id for row in page.rows]
    away = next(row for row in rows if row not in there)
    ranks = [await row_store.rank("games", "all", row, partly=True) for row in (there[-1], away)]
    for strict in (
        row_store.page("games", "all", limit=200),
        row_store.search("games", "names", "row", limit=200),
        row_store.rows("games", rows),
        row_store.rank("games", "all", there[-1]),
    ):
        with pytest.raises(StoreUnavailable):
            await strict
    async with asyncio.timeout(PATIENCE_S):
        await append_at_last(store, an_append(room))
        again = await row_store.page("games", "all", limit=200, partly=True)

    assert not whole.is_partial
    assert (page.is_partial, found.is_partial) == (True, True)
    assert 0 < len(there) < len(rows)
    assert [row.id for row in found.rows] == there
    assert [row for row, body in zip(rows, bodies, strict=True) if body] == there
    assert ranks == [len(there) - 1, None]
    assert again == whole


async def test_a_master_that_stands_still_is_given_up_when_another_takes_its_place(
    cluster: ValkeyCluster, store: RedisStore
) -> None:
    stopped, other, _ = cluster.members[:3]
    (mine,), (theirs,) = await rooms_at(cluster, stopped, 1), await rooms_at(cluster, other, 1)
    heads = await begin(store, [mine, theirs])

    stopped.process.signal(signal.SIGSTOP)
    request = an_append(mine, heads[mine], event_id="next")
    waiting = asyncio.create_task(store.logs.append(request))
    answered = await store.logs.append(an_append(theirs, heads[theirs], event_id="next"))

    assert isinstance(answered, Appended)
    assert not waiting.done()
    async with asyncio.timeout(PATIENCE_S):
        with pytest.raises(StoreUnavailable):
            await waiting
        assert isinstance(await append_at_last(store, request), Appended)
    stopped.process.signal(signal.SIGCONT)
    again = await append_at_last(store, an_append(mine, heads[mine], event_id="late"))
    assert isinstance(again, Conflict)


async def test_a_planned_failover_is_followed(moving: ValkeyCluster, steady: RedisStore) -> None:
    master = (await three(moving))[0]
    replica = next(
        one for one in moving.members if one.master == master.master and one is not master
    )
    (room,) = await rooms_at(moving, master, 1)
    heads = await begin(steady, [room])

    await replica.process.tell("CLUSTER", "FAILOVER")

    async with asyncio.timeout(PATIENCE_S):
        while await replica.role() != "master":  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(RETRY_S)
        result = await append_at_last(steady, an_append(room, heads[room], event_id="next"))
    assert isinstance(result, Appended)
    assert result.head.version == 2
    assert await moving.owner_of(slot(room)) == replica


async def test_a_replica_that_keeps_less_than_its_primary_is_named(
    moving: ValkeyCluster, steady: RedisStore
) -> None:
    (replica, *_) = [member for member in moving.members if await member.role() == "slave"]
    before = await steady.health.weaknesses()
    await replica.process.tell("CONFIG", "SET", "appendfsync", "everysec")

    named = [line for line in await steady.health.weaknesses() if line not in before]

    await replica.process.tell("CONFIG", "SET", "appendfsync", "always")
    (line,) = named
    assert line.startswith(f"the replica 127.0.0.1:{replica.process.port}: appendfsync is everysec")
    assert "set appendfsync always" in line
    assert await steady.health.weaknesses() == before


async def test_servers_of_two_stores_are_not_one_store(
    moving: ValkeyCluster, steady: RedisStore, prefix: str
) -> None:
    keys = Keys(prefix, len(TAGS), TAGS)
    owner = await moving.owner_of(slot_of(keys.metas[200]))

    await owner.process.tell("HSET", keys.metas[200], "identity", "another")

    with pytest.raises(StoreMismatch, match="joined"):
        await open_store(moving.url, prefix=prefix)
    assert isinstance(await steady.logs.append(an_append(a_room())), Appended)


async def test_a_part_that_was_emptied_is_written_to_no_more(
    cluster: ValkeyCluster, store: RedisStore
) -> None:
    emptied, other, _ = cluster.members[:3]
    (mine,), (theirs,) = await rooms_at(cluster, emptied, 1), await rooms_at(cluster, other, 1)

    await emptied.process.tell("FLUSHALL")

    results = await append_group(store.logs, [an_append(mine), an_append(theirs)])
    assert isinstance(results[0], StoreError)
    assert "emptied" in str(results[0])
    assert isinstance(results[1], Appended)
    assert await head_of(store.logs, mine) == EMPTY_HEAD


@pytest.mark.parametrize("signum", [signal.SIGKILL, signal.SIGSTOP], ids=["dead", "silent"])
@pytest.mark.parametrize("harmed", range(3))
async def test_nodes_hear_of_each_other_while_any_part_is_away(
    cluster: ValkeyCluster, store: RedisStore, harmed: int, signum: signal.Signals
) -> None:
    other = await open_store(cluster.url)
    for node in (store, other):
        await node.side.membership.heartbeat("gone" if node is store else "here", 60_000)
    process = cluster.members[harmed].process
    os.kill(process.pid, signum)

    async with asyncio.timeout(PATIENCE_S):
        heard = await other.side.membership.heartbeat("here", 60_000)

    assert heard.keys() == {"gone", "here"}
    assert 0 <= heard["here"] - heard["gone"] <= 60_000
    if signum is signal.SIGSTOP:
        os.kill(process.pid, signal.SIGCONT)
    await other.close()


@pytest.mark.parametrize(("setting", "value"), REFUSING, ids=["no-replicas", "full"])
async def test_a_store_opens_while_a_part_of_it_refuses_to_be_written(
    cluster: ValkeyCluster, store: RedisStore, setting: str, value: str
) -> None:
    full, other, _ = cluster.members[:3]
    (there,), (elsewhere,) = await rooms_at(cluster, full, 1), await rooms_at(cluster, other, 1)
    await full.process.tell("CONFIG", "SET", setting, value)

    opened = await open_store(cluster.url)

    await opened.servers.heartbeat(0, shard=opened.servers.shard_of(elsewhere))
    with pytest.raises(StoreUnavailable):
        await opened.servers.heartbeat(0, shard=opened.servers.shard_of(there))
    await full.process.tell("CONFIG", "SET", setting, "0")
    await opened.servers.heartbeat(0, shard=opened.servers.shard_of(there))
    assert opened.metadata.identity == store.metadata.identity
    await opened.close()


async def test_what_a_part_lacks_is_written_as_soon_as_it_can_be_written(
    cluster: ValkeyCluster, store: RedisStore
) -> None:
    emptied, other, _ = cluster.members[:3]
    (there,), (elsewhere,) = await rooms_at(cluster, emptied, 1), await rooms_at(cluster, other, 1)
    await emptied.process.tell("FLUSHALL")
    await emptied.process.tell("CONFIG", "SET", "min-replicas-to-write", "5")

    opened = await open_store(cluster.url)

    assert isinstance(await opened.logs.append(an_append(elsewhere)), Appended)
    with pytest.raises(StoreUnavailable, match="NOREPLICAS"):
        await opened.servers.heartbeat(0, shard=opened.servers.shard_of(there))
    await emptied.process.tell("CONFIG", "SET", "min-replicas-to-write", "0")
    await opened.servers.heartbeat(0, shard=opened.servers.shard_of(there))
    assert isinstance(await opened.logs.append(an_append(there)), Appended)
    await opened.close()


async def test_a_new_store_does_not_begin_while_a_part_refuses_to_be_written(
    moving: ValkeyCluster, prefix: str
) -> None:
    begins = await moving.owner_of(slot_of(Keys(prefix, len(TAGS), TAGS).metas[0]))
    await begins.process.tell("CONFIG", "SET", "min-replicas-to-write", "5")

    with pytest.raises(StoreUnavailable, match="NOREPLICAS"):
        await open_store(moving.url, prefix=prefix)

    await begins.process.tell("CONFIG", "SET", "min-replicas-to-write", "0")
    opened = await open_store(moving.url, prefix=prefix)
    assert isinstance(await opened.logs.append(an_append(a_room())), Appended)
    await opened.close()


@pytest.fixture
def sentinels(tmp_path: Path) -> Iterator[ValkeySentinels]:
    """A primary with a replica and three Sentinels, to be harmed."""
    with valkey_sentinels(tmp_path) as sentinels:
        yield sentinels


async def test_a_primary_that_dies_is_replaced_as_the_sentinels_say(
    sentinels: ValkeySentinels,
) -> None:
    store = await open_store(sentinels.url)
    room = a_room()
    head = (await begin(store, [room]))[room]
    ear = await a_following(store, room)
    ear.began_with.clear()
    old = await sentinels.primary()

    old.kill()

    request = an_append(room, head, event_id="next")
    async with asyncio.timeout(PATIENCE_S):
        with pytest.raises(StoreUnavailable):
            await store.logs.append(request)
        result = await append_at_last(store, request)
        assert isinstance(result, Appended)
        assert await sentinels.until_promoted(old) is not old
        assert set(store.servers.terms()) == {1}
        await ear.until(lambda: ear.began_with == [room])
    assert [event.event_id for event in await store.logs.read(room, 0)] == ["first", "next"]
    await store.close()


async def test_a_part_that_is_away_is_told_from_the_one_that_has_the_heartbeats(
    cluster: ValkeyCluster, store: RedisStore
) -> None:
    vital = await cluster.owner_of(slot_of(KEYS.heartbeat(0)[0]))
    other = next(one for one in cluster.members[: cluster.masters] if one != vital)
    (elsewhere,) = await rooms_at(cluster, other, 1)
    (beside,) = await rooms_at(cluster, vital, 1)
    await begin(store, [elsewhere, beside])
    for member in (*cluster.replicas_of(other), other):
        member.process.kill()

    with pytest.raises(StoreUnavailable) as away:
        await store.logs.load(elsewhere)
    (append,) = await append_group(store.logs, [an_append(elsewhere, event_id="more")])
    assert isinstance(append, StoreUnavailable)
    assert (away.value.is_partial, append.is_partial) == (True, True)
    assert (await store.logs.load(beside)).head.version == 1

    for member in (*cluster.replicas_of(vital), vital):
        member.process.kill()
    with pytest.raises(StoreUnavailable) as gone:
        await store.logs.load(beside)
    assert not gone.value.is_partial
