"""A whole store, copied into another one with another number of shards."""

import itertools
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from tests.support.stores import a_room, an_append, append_all
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import StoreMismatch, all_of, head_of
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.transfer import Transfer, TransferError, is_empty
from xiangqi_server.kernel.store.values import (
    AggregateId,
    Appended,
    Head,
    Outage,
    PendingEffect,
    StoredEffect,
)

HOUR_MS = 3_600_000
STREAMS = ("players", "all")
PLAYER = AggregateId("player", "anna")

_numbers = itertools.count()


class Two:
    """A source of 16 shards and a target of 64, beside each other on one store process."""

    def __init__(
        self, url: str, source: RedisStore, target: RedisStore, prefixes: list[str]
    ) -> None:
        self.url = url
        self.source = source
        self.target = target
        self.prefixes = prefixes

    def transfer(self, *, is_dry: bool = False) -> Transfer:
        return Transfer(self.source, self.target, STREAMS, is_dry=is_dry)

    async def raw(self, *words: str) -> object:
        connection = GroupedConnection(wire_to(self.url), deadline_s=5.0)
        answer = await connection.call(*words)
        await connection.close()
        return answer


@pytest.fixture
async def two(valkey_url: str) -> AsyncIterator[Two]:
    prefixes = [f"transfer{next(_numbers)}:" for _ in range(2)]
    source = await open_store(valkey_url, prefix=prefixes[0])
    target = await open_store(valkey_url, prefix=prefixes[1], shards=64, is_being_copied=True)
    yield Two(valkey_url, source, target, prefixes)
    await source.close()
    await target.close()


async def filled(store: RedisStore) -> list[AggregateId]:
    """Logs of every sort, among them packed and trimmed ones; and what is beside them."""
    rooms = [a_room() for _ in range(70)]
    for room in rooms:
        await append_all(store, room, [b"opened", b"moved \x00\xff", b"moved again"])
    await store.tiers.pack(rooms[0])
    await store.tiers.pack(rooms[1])
    head = await head_of(store.logs, rooms[1])
    await store.logs.append(an_append(rooms[1], head, event_id="late"))
    head = await head_of(store.logs, rooms[2])
    effect = StoredEffect("e1", b"\x80told\x00")
    await store.logs.append(
        an_append(rooms[2], head, event_id="due", due_in_ms=HOUR_MS, effects=(effect,))
    )
    head = await append_all(store, PLAYER, [b"came", b"named"])
    for turn in range(2):
        request = an_append(PLAYER, head, event_id=f"trim{turn}", snapshot=b"state\x00", trim=True)
        accepted = await store.logs.append(request)
        assert isinstance(accepted, Appended)
        head = accepted.head
    await store.side.notes.put(rooms[3], "anna", b"\xc1", HOUR_MS)
    await store.side.chat.add(rooms[3], "all", "ref", b"hello", kept=10, ttl_ms=HOUR_MS)
    await store.copies.put_heartbeat(1_000_000, [Outage(10, 20)])
    return rooms


async def everything(store: RedisStore) -> dict[AggregateId, object]:
    """What every node would read from a store."""
    return {
        name: (await store.logs.load(name), await store.logs.read(name, 0))
        async for name in all_of(store, None)
    }


async def test_all_is_in_the_target_as_it_was(two: Two) -> None:
    rooms = await filled(two.source)

    done = await two.transfer().run()

    assert await everything(two.target) == await everything(two.source)
    assert (done.logs["room"], done.logs["player"], done.written) == (70, 1, 71)
    assert (done.damaged, done.effects, done.is_served) == ({}, 1, False)
    effect = StoredEffect("e1", b"\x80told\x00")
    assert await two.target.queues.effects(10) == (PendingEffect(rooms[2], effect),)
    assert await two.target.side.notes.get(rooms[3]) == {"anna": b"\xc1"}
    assert await two.target.side.notes.aggregates(10) == (rooms[3],)
    assert await two.target.side.chat.lines(rooms[3], ("all",)) == (
        await two.source.side.chat.lines(rooms[3], ("all",))
    )
    assert await two.target.copies.last_heartbeat() == (1_000_000, (Outage(10, 20),))


async def test_a_store_goes_to_a_cluster_and_back_and_is_the_same(
    two: Two, valkey_cluster_url: str
) -> None:
    await filled(two.source)
    before = await everything(two.source)
    cluster = await open_store(valkey_cluster_url, prefix=two.prefixes[0], is_being_copied=True)

    there = await Transfer(two.source, cluster, STREAMS).run()
    in_cluster = await everything(cluster)
    await cluster.metadata.end_copy()
    back = await Transfer(cluster, two.target, STREAMS).run()
    await cluster.close()

    assert (there.written, back.written) == (71, 71)
    assert (there.damaged, back.damaged, there.effects, back.effects) == ({}, {}, 1, 1)
    assert in_cluster == before
    assert await everything(two.target) == before


async def test_a_copied_log_goes_on_and_its_alarm_is_kept(two: Two) -> None:
    rooms = await filled(two.source)
    await two.transfer().run()
    target, source = Keys(two.prefixes[1], 64), Keys(two.prefixes[0])

    head = await head_of(two.target.logs, rooms[0])
    gone_on = await two.target.logs.append(an_append(rooms[0], head, event_id="next"))
    due = [
        await two.raw("ZSCORE", keys.due(keys.shard_of(rooms[2])), str(rooms[2]))
        for keys in (source, target)
    ]

    assert isinstance(gone_on, Appended)
    assert [event.version for event in await two.target.logs.read(rooms[0], 0)] == [1, 2, 3, 4]
    assert due[0] == due[1] is not None


async def test_no_node_serves_from_a_target_until_the_copy_is_whole(two: Two) -> None:
    await filled(two.source)
    await two.transfer().run()

    with pytest.raises(StoreMismatch, match="not finished"):
        await open_store(two.url, prefix=two.prefixes[1], shards=64)
    await two.target.metadata.end_copy()

    opened = await open_store(two.url, prefix=two.prefixes[1], shards=64)
    await opened.close()


async def test_a_copy_goes_on_where_it_was_ended_and_takes_what_moved_on(two: Two) -> None:
    rooms = await filled(two.source)
    await two.transfer().run()
    head = await head_of(two.source.logs, rooms[5])
    await two.source.logs.append(an_append(rooms[5], head, event_id="later"))
    await two.source.queues.finish(rooms[2], "e1")
    new = a_room()
    await append_all(two.source, new, [b"opened"])

    done = await two.transfer().run()

    assert (done.written, done.logs.total()) == (2, 72)
    assert await everything(two.target) == await everything(two.source)
    assert await two.target.queues.effects(10) == ()


async def test_a_dry_run_counts_and_leaves_the_target_empty(two: Two) -> None:
    await filled(two.source)

    done = await two.transfer(is_dry=True).run()

    assert (done.logs.total(), done.written) == (71, 71)
    assert done.events["room"] == 70 * 3 + 2
    assert await is_empty(two.target)
    assert await two.target.metadata.copied_from() is None


async def test_a_target_that_holds_anything_or_is_the_source_is_refused(two: Two) -> None:
    await append_all(two.source, a_room(), [b"opened"])
    await append_all(two.target, a_room(), [b"opened"])

    with pytest.raises(TransferError, match="not empty"):
        await two.transfer().run()
    with pytest.raises(TransferError, match="is the source"):
        await Transfer(two.source, two.source, STREAMS).run()


async def test_a_target_of_another_copy_is_refused(two: Two) -> None:
    await append_all(two.source, a_room(), [b"opened"])
    await two.target.metadata.begin_copy("somebody else")

    with pytest.raises(TransferError, match="another store"):
        await two.transfer().run()


async def test_that_a_node_serves_the_source_is_said(two: Two) -> None:
    await two.source.servers.heartbeat(1_500)

    assert (await two.transfer().run()).is_served


async def break_event(two: Two, room: AggregateId, keys: Keys) -> None:
    log, _, _ = keys.of(room)
    await two.raw("XDEL", log, "2-0")


async def break_head(two: Two, room: AggregateId, keys: Keys) -> None:
    _, head, _ = keys.of(room)
    await two.raw("HSET", head, "d", "x" * 32)


async def break_stamp(two: Two, room: AggregateId, keys: Keys) -> None:
    _, head, _ = keys.of(room)
    await two.raw("HSET", head, "t", "5")


async def break_start(two: Two, room: AggregateId, keys: Keys) -> None:
    log, _, _ = keys.of(room)
    await two.raw("XTRIM", log, "MINID", "2-0")


async def break_packed(two: Two, room: AggregateId, keys: Keys) -> None:
    await two.source.tiers.pack(room)
    await two.raw("APPEND", keys.packed(room), "x")
    await two.raw("SETRANGE", keys.packed(room), "4", "xxxx")


async def break_snapshot(two: Two, room: AggregateId, keys: Keys) -> None:
    _, _, snapshot = keys.of(room)
    await two.raw("HSET", snapshot, "v", "2", "d", "x" * 32, "t", "0", "b", "state")


@pytest.mark.parametrize(
    ("break_it", "why"),
    [
        (break_event, "events are missing in it"),
        (break_head, "do not lead to its head"),
        (break_stamp, "do not lead to its head"),
        (break_start, "its first events are missing"),
        (break_packed, "cannot be read"),
        (break_snapshot, "is not of this log"),
    ],
)
async def test_a_damaged_log_is_named_and_not_copied(
    two: Two, break_it: Callable[[Two, AggregateId, Keys], Awaitable[None]], why: str
) -> None:
    good, bad = a_room(), a_room()
    for room in (good, bad):
        await append_all(two.source, room, [b"opened", b"moved", b"moved"])
    await break_it(two, bad, Keys(two.prefixes[0]))

    done = await two.transfer().run()

    assert list(done.damaged) == [bad]
    assert why in done.damaged[bad]
    assert await two.target.logs.heads([good, bad]) == (
        *await two.source.logs.heads([good]),
        Head(),
    )
