"""Two versions of this program on one store: the older one's scripts beside today's."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.kernel.store.test_feed import a_following
from tests.support.stores import a_room, an_append
from xiangqi_server.kernel.store.client.calls import DEADLINE_S
from xiangqi_server.kernel.store.client.direct_calls import DirectCalls
from xiangqi_server.kernel.store.client.places import OnePlace
from xiangqi_server.kernel.store.client.requests import Script
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.port import head_of
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.values import (
    Append,
    Appended,
    Conflict,
    PendingEffect,
    StoredEffect,
    heads_after,
)

SCRIPTS = Path(__file__).parents[2] / "data" / "scripts"
OLDER = Script((SCRIPTS / "append_without_publications.lua").read_bytes())


class OlderStore(RedisStore):
    """The store as the version before publications wrote to it."""

    append_script = OLDER


Pair = tuple[RedisStore, OlderStore]


@pytest.fixture
async def versions(valkey_url: str, prefix: str) -> AsyncIterator[Pair]:
    """Today's version and an older one, on the same names."""

    def connection() -> DirectCalls:
        return DirectCalls(wire_to(valkey_url), DEADLINE_S)

    keys = Keys(prefix)
    newer = RedisStore(connection(), connection(), keys, OnePlace(lambda: wire_to(valkey_url)))
    older = OlderStore(connection(), connection(), keys, OnePlace(lambda: wire_to(valkey_url)))
    yield newer, older
    await newer.close()
    await older.close()


async def test_both_write_one_log_in_turn(versions: Pair) -> None:
    room, head = a_room(), None
    for number in range(6):
        store = versions[number % 2]
        request = an_append(
            room,
            (await store.logs.load(room)).head,
            event_id=f"event{number}",
            events=(b"%d" % number,),
            snapshot=b"snapshot" if number == 3 else None,
            due_in_ms=0 if number == 5 else 60_000,
            effects=(StoredEffect(f"effect{number}", b"order"),),
        )
        result = await store.logs.append(request)
        assert isinstance(result, Appended)
        head = result.head

    newer, older = versions
    loaded = await newer.logs.load(room)
    assert loaded == await older.logs.load(room)
    assert loaded.head == head
    assert [event.body for event in await newer.logs.read(room, 0)] == [b"%d" % n for n in range(6)]
    assert room in await older.queues.due(100)
    pending = {PendingEffect(room, StoredEffect(f"effect{n}", b"order")) for n in range(6)}
    assert set(await newer.queues.effects(100)) == pending


async def test_each_sees_the_conflict_with_the_other_and_its_own_retry(versions: Pair) -> None:
    for first, second in (versions, versions[::-1]):
        room = a_room()
        mine, theirs = an_append(room), an_append(room, event_id="other", events=(b"theirs",))
        await first.logs.append(mine)

        beaten = await second.logs.append(theirs)
        again = await second.logs.append(mine)

        assert isinstance(beaten, Conflict)
        assert [event.event_id for event in beaten.tail] == ["first"]
        assert again == Appended((await first.logs.load(room)).head)


async def test_what_the_older_writes_unheard_is_seen_by_comparing(versions: Pair) -> None:
    newer, older = versions
    room = a_room()
    ear = await a_following(newer, room)
    await older.logs.append(an_append(room))
    head = await head_of(newer.logs, room)

    second: Append = an_append(room, head, event_id="second")
    await newer.logs.append(second)

    await ear.until(lambda: bool(ear.publications))
    (heard,) = [publication.events for _, publication in ear.publications]
    assert [event.version for event in heard] == [2]
    assert heads_after(head, heard)[-1] == await head_of(newer.logs, room)
