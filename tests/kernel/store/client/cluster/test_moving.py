"""Logs are written to while their slot is moved key by key, however long that takes."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from tests.kernel.store.client.cluster.test_routed import (
    KEYS,
    begin,
    end_move,
    move_keys,
    rooms_at,
    slot,
    three,
)
from tests.kernel.store.test_feed import a_following
from tests.support.stores import a_room, an_append, append_group
from tests.support.valkey_cluster import ValkeyCluster, a_valkey_cluster
from xiangqi_server.kernel.store.client.acknowledgement import Promise, PromiseKind
from xiangqi_server.kernel.store.client.cluster.slots import slot_of
from xiangqi_server.kernel.store.feed import Ephemeral
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.rows import RowStore
from xiangqi_server.kernel.store.side import COUNTER_TOPIC, chat_topic, note_topic, write_line
from xiangqi_server.kernel.store.values import Appended

SEEN_MS = 60_000
SETTINGS = Path(__file__).parents[5] / "deploy" / "valkey.conf"


@pytest.fixture(scope="module")
def moving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ValkeyCluster]:
    """A cluster in which slots move, and nobody dies."""
    with a_valkey_cluster(tmp_path_factory.mktemp("moving")) as cluster:
        yield cluster


@pytest.mark.parametrize("promise", [PromiseKind.PRIMARY, PromiseKind.REPLICA])
@pytest.mark.parametrize("moved_keys", [0, 1, None])
async def test_a_log_is_written_to_and_heard_of_while_its_slot_is_being_moved(
    moving: ValkeyCluster, prefix: str, promise: PromiseKind, moved_keys: int | None
) -> None:
    old, new, _ = await three(moving)
    store, other = [
        await open_store(moving.url, prefix=prefix, promise=Promise(promise)) for _ in range(2)
    ]
    one = (await rooms_at(moving, old, 1))[0]
    others = [room for room in (a_room() for _ in range(20_000)) if slot(room) == slot(one)]
    heads = await begin(store, [one, others[0]])
    ear = await a_following(other, one)
    await move_keys(slot(one), old, new, moved_keys)

    later = [an_append(room, heads[room], event_id="later") for room in heads]
    results = await append_group(store.logs, [*later, an_append(others[1])])
    seen = await other.logs.heads([one, others[0], others[1]])
    await ear.until(lambda: bool(ear.publications))
    await move_keys(slot(one), old, new)
    await end_move(slot(one), old, new)

    assert [type(result) for result in results] == [Appended] * 3
    assert seen == tuple(cast("Appended", result).head for result in results)
    for room, length in ((one, 2), (others[0], 2), (others[1], 1)):
        assert len(await other.logs.read(room, 0)) == length
        assert (await store.logs.load(room)).head == seen[[one, *others[:2]].index(room)]
    await store.close()
    await other.close()


@pytest.mark.parametrize("moved_keys", [0, None])
async def test_what_is_told_beside_a_log_is_heard_while_its_slot_is_being_moved(
    moving: ValkeyCluster, prefix: str, moved_keys: int | None
) -> None:
    old, new, _ = await three(moving)
    store, other = [await open_store(moving.url, prefix=prefix) for _ in range(2)]
    (room,) = await rooms_at(moving, old, 1)
    chat, notes, counters = store.side.chat, store.side.notes, store.side.counters
    await chat.add(room, "room", "1", b"before", kept=10, ttl_ms=SEEN_MS)
    await notes.put(room, "ann", b"before", SEEN_MS)
    ear = await a_following(other, room)
    await move_keys(slot(room), old, new, moved_keys)

    line = await chat.add(room, "room", "2", b"meanwhile", kept=10, ttl_ms=SEEN_MS)
    await notes.put(room, "ann", b"meanwhile", SEEN_MS)
    await notes.delete(room, "ann")
    await counters.put(room, "north", 7, SEEN_MS)
    await ear.until(lambda: len(ear.ephemerals) == 4)
    await move_keys(slot(room), old, new)
    await end_move(slot(room), old, new)

    topic = note_topic("ann")
    assert [told for _, told in ear.ephemerals] == [
        Ephemeral(chat_topic("room"), write_line(line)),
        Ephemeral(topic, b"meanwhile"),
        Ephemeral(topic, b""),
        Ephemeral(COUNTER_TOPIC, b"7"),
    ]
    assert line.number == 2
    await store.close()
    await other.close()


@pytest.mark.parametrize("moved_keys", [0, 1, 2, None])
async def test_rows_and_who_is_here_change_while_their_slot_is_being_moved(
    moving: ValkeyCluster, prefix: str, moved_keys: int | None
) -> None:
    old, new, _ = await three(moving)
    store = await open_store(moving.url, prefix=prefix)
    rows, presence = store.row_store, store.side.presence
    slots = [slot_of(KEYS.presence(part)[0]) for part in range(KEYS.partitions)]
    owners = [await moving.owner_of(number) for number in slots]
    part = owners.index(old)
    moved = slots[part]
    ids = [row for row in map(str, range(500)) if slot_of(KEYS.row_store("games", row)[0]) == moved]
    players = [
        one for one in (a_room() for _ in range(500)) if KEYS.presence_partition(one) == part
    ]
    kept, changed, removed, left, late, *_ = ids
    for row in (kept, changed, removed, left):
        await rows.put("games", row, 1, b"", places={"all": 1, "open": 1}, words={})
    await rows.hold("games", "held", "one", "here", now_ms=1, until_ms=20_000)
    await presence.hold(players[:2], "north", SEEN_MS)
    await move_keys(moved, old, new, moved_keys)

    await rows.put("games", changed, 2, b"", places={"all": 2, "over": 2}, words={})
    await rows.remove("games", removed, 2)
    await rows.unlist("games", left, b"", ["open"])
    await rows.put("games", late, 1, b"", places={"all": 1, "new": 1}, words={})
    await rows.hold("games", "held", "two", "there", now_ms=2, until_ms=30_000)
    await rows.release("games", "held", "one", now_ms=3)
    await presence.hold(players[1:3], "north", SEEN_MS)
    await presence.hold(players[2:4], "south", SEEN_MS)
    held = [await presence.holders(player) for player in players[:4]]
    await move_keys(moved, old, new)
    await end_move(moved, old, new)

    lists = {name: await ids_of(rows, name) for name in ("all", "open", "over", "new", "here")}
    await store.close()
    assert lists == {
        "all": {kept, changed, left, late},
        "open": {kept},
        "over": {changed},
        "new": {late},
        "here": set(),
    }
    assert held == [frozenset(), {"north"}, {"north", "south"}, {"south"}]


async def ids_of(rows: RowStore, name: str) -> set[str]:
    return {row.id for row in (await rows.page("games", name, limit=20)).rows}


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[ValkeyCluster]:
    """A cluster with the users of deploy/, in which nobody else may take keys in."""
    with a_valkey_cluster(tmp_path) as cluster:
        yield cluster


async def test_a_node_has_the_rights_for_that(guarded: ValkeyCluster) -> None:
    rights = re.search("^user xiangqi (.*)$", SETTINGS.read_text(), re.MULTILINE)
    assert rights is not None
    words = rights[1].replace("CHANGE-ME-1", "a:secret@").split()
    for member in guarded.members:
        await member.process.tell("ACL", "SETUSER", "xiangqi", *words)
        await member.process.tell("ACL", "SETUSER", "default", "-restore-asking")
    store = await open_store(guarded.url.replace("://", "://xiangqi:a%3Asecret%40@"))
    old, new, _ = await three(guarded)
    (room,) = await rooms_at(guarded, old, 1)
    heads = await begin(store, [room])
    await move_keys(slot(room), old, new, 0)

    result = await store.logs.append(an_append(room, heads[room], event_id="later"))

    await store.close()
    assert isinstance(result, Appended)
