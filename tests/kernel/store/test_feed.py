"""Following: one suite for the store in memory and for a real Valkey."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from redis.asyncio import Connection

from tests.support.patience import PATIENCE_S
from tests.support.stores import a_room, an_append
from xiangqi_server.kernel.store.client import subscriber
from xiangqi_server.kernel.store.client.connecting import AnswerListener, Line, StoreConnection
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.places import OnePlace
from xiangqi_server.kernel.store.client.requests import pack
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.feed import Ephemeral, Publication
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import Store, StoreAccess
from xiangqi_server.kernel.store.publications import event_id_of, read_publication
from xiangqi_server.kernel.store.redis.redis_feed import RedisFeed
from xiangqi_server.kernel.store.side import (
    COUNTER_TOPIC,
    SideStores,
    chat_topic,
    note_topic,
    read_line,
)
from xiangqi_server.kernel.store.values import AggregateId, Appended, StoredEvent

WAIT_S = 20.0


@dataclass
class Ear:
    """A listener that keeps what it hears."""

    began_with: list[AggregateId] = field(default_factory=list)
    publications: list[tuple[AggregateId, Publication]] = field(default_factory=list)
    ephemerals: list[tuple[AggregateId, Ephemeral]] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def is_own(self, event_id: str) -> bool:
        return event_id.startswith("mine")

    def on_publication(self, aggregate: AggregateId, publication: Publication) -> None:
        self.publications.append((aggregate, publication))
        self.news.set()

    def on_ephemeral(self, aggregate: AggregateId, ephemeral: Ephemeral) -> None:
        self.ephemerals.append((aggregate, ephemeral))
        self.news.set()

    def on_begin(self, aggregate: AggregateId) -> None:
        self.began_with.append(aggregate)
        self.news.set()

    def has_both(self) -> bool:
        return bool(self.publications and self.ephemerals)

    async def until(self, happened: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not happened():
                self.news.clear()
                await self.news.wait()


async def a_following(store: Store, *aggregates: AggregateId) -> Ear:
    """An ear that follows and has begun to."""
    ear = Ear()
    feed = store.feed(ear)
    for aggregate in aggregates:
        feed.follow(aggregate)
    await ear.until(lambda: set(ear.began_with) == set(aggregates))
    return ear


async def test_whoever_follows_hears_the_events_as_they_are_stored(store: Store) -> None:
    room = a_room()
    ear = await a_following(store, room)
    request = an_append(room, events=(b"opened", bytes(range(256))))

    result = await store.logs.append(request)

    await ear.until(lambda: bool(ear.publications))
    assert isinstance(result, Appended)
    events = await store.logs.read(room, 0)
    assert ear.publications == [(room, Publication(events, result.head.digest))]


async def test_an_append_of_ones_own_is_not_told(store: Store) -> None:
    room = a_room()
    ear = await a_following(store, room)

    mine = await store.logs.append(an_append(room, event_id="mine.1"))
    assert isinstance(mine, Appended)
    await store.logs.append(an_append(room, mine.head, event_id="theirs.1"))
    await ear.until(lambda: bool(ear.publications))

    told = [one.events[0].event_id for _, one in ear.publications]
    assert told == ["theirs.1"]


async def test_who_is_alone_on_its_store_publishes_no_events_and_hears_all_others(
    valkey_url: str,
) -> None:
    alone = await open_store(valkey_url, prefix="alone:", access=StoreAccess.EXCLUSIVE)
    tool = await open_store(valkey_url, prefix="alone:")
    server = wire_to(valkey_url)
    await server.connect()
    rooms = [a_room() for _ in range(3)]
    ear = await a_following(tool, *rooms)
    own_ear = Ear()
    feed = alone.feed(own_ear)
    for room in rooms:
        feed.follow(room)
    async with asyncio.timeout(PATIENCE_S):
        while not await asked(server, "PUBSUB", "NUMPAT"):
            pass

    first = await alone.logs.append(an_append(rooms[0], event_id="mute.1"))
    assert isinstance(first, Appended)
    await alone.side.notes.put(rooms[1], "red", b"a note", 60_000)
    await tool.logs.append(an_append(rooms[0], first.head, event_id="told.1"))

    for one in (ear, own_ear):
        await one.until(one.has_both)
        assert [
            (room, [event.event_id for event in told.events]) for room, told in one.publications
        ] == [(rooms[0], ["told.1"])]
        assert [room for room, _ in one.ephemerals] == [rooms[1]]
    assert await asked(server, "PUBSUB", "NUMPAT") == 1
    assert await asked(server, "PUBSUB", "NUMSUB", Keys("alone:").channel(rooms[0])) == [
        Keys("alone:").channel(rooms[0]).encode(),
        1,
    ]
    await server.disconnect()
    await alone.close()
    await tool.close()


async def asked(server: StoreConnection, *words: str) -> object:
    await server.send_packed_command(pack(*words), check_health=False)
    return await server.read_response()


async def test_what_is_not_followed_is_not_heard(store: Store) -> None:
    followed, other = a_room(), a_room()
    ear = await a_following(store, followed)

    await store.logs.append(an_append(other))
    await store.logs.append(an_append(followed))

    await ear.until(lambda: bool(ear.publications))
    assert [aggregate for aggregate, _ in ear.publications] == [followed]


async def test_what_is_followed_no_more_is_not_heard(store: Store) -> None:
    left, followed = a_room(), a_room()
    ear = Ear()
    feed = store.feed(ear)
    feed.follow(left)
    await ear.until(lambda: ear.began_with == [left])
    feed.unfollow(left)
    feed.follow(followed)
    await ear.until(lambda: ear.began_with == [left, followed])

    await store.logs.append(an_append(left))
    await store.logs.append(an_append(followed))

    await ear.until(lambda: bool(ear.publications))
    assert [aggregate for aggregate, _ in ear.publications] == [followed]


async def test_a_refused_append_is_not_published(store: Store) -> None:
    room = a_room()
    await store.logs.append(an_append(room))
    ear = await a_following(store, room)

    await store.logs.append(an_append(room, event_id="late"))
    head = (await store.logs.load(room)).head
    await store.logs.append(an_append(room, head, event_id="second"))

    await ear.until(lambda: bool(ear.publications))
    assert [p.events[0].event_id for _, p in ear.publications] == ["second"]


async def test_a_line_and_a_sum_of_counts_are_told_to_who_follows(
    store: Store, side_of: Callable[[Store], SideStores]
) -> None:
    room, side = a_room(), side_of(store)
    ear = await a_following(store, room)

    line = await side.chat.add(room, "players", "ref", b"\xffhello", kept=5, ttl_ms=60_000)
    again = await side.chat.add(room, "players", "ref", b"\xffhello", kept=5, ttl_ms=60_000)
    sums = [await side.counters.put(room, node, 3, 60_000) for node in ("n", "m", "n")]

    await ear.until(lambda: len(ear.ephemerals) == 4)
    assert (again, sums) == (line, [3, 6, 6])
    told = [ephemeral for _, ephemeral in ear.ephemerals]
    assert (told[0].topic, read_line(told[0].body)) == (chat_topic("players"), line)
    assert told[1:] == [Ephemeral(COUNTER_TOPIC, str(total).encode()) for total in sums]


async def test_every_change_of_a_note_is_told_to_who_follows(
    store: Store, side_of: Callable[[Store], SideStores]
) -> None:
    room, side = a_room(), side_of(store)
    ear = await a_following(store, room)

    await side.notes.put(room, "anna", b"\xff1", 60_000)
    await side.notes.delete(room, "anna", b"another")
    await side.notes.delete(room, "anna", b"\xff1")

    await ear.until(lambda: len(ear.ephemerals) == 2)
    assert ear.ephemerals == [
        (room, Ephemeral(note_topic("anna"), body)) for body in (b"\xff1", b"")
    ]


async def test_where_many_logs_stand_is_asked_in_one_go(store: Store) -> None:
    rooms = [a_room() for _ in range(3)]
    await store.logs.append(an_append(rooms[1]))

    heads = await store.logs.heads(rooms)

    assert heads == tuple([(await store.logs.load(room)).head for room in rooms])


async def test_a_lost_connection_is_made_again_and_everything_begins_anew(
    valkey_url: str, prefix: str
) -> None:
    store = await open_store(valkey_url, prefix=prefix)
    operator = GroupedConnection(wire_to(valkey_url), deadline_s=WAIT_S)
    rooms = [a_room() for _ in range(3)]
    ear = await a_following(store, *rooms)
    ear.began_with.clear()

    await operator.call("CLIENT", "KILL", "TYPE", "pubsub")

    await ear.until(lambda: set(ear.began_with) == set(rooms))
    await store.logs.append(an_append(rooms[2]))
    await ear.until(lambda: bool(ear.publications))
    await operator.close()
    await store.close()


async def test_a_connection_that_is_not_made_in_time_is_given_up(
    valkey_url: str, prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class MutePeer(Connection):
        """Its packets go nowhere."""

        async def connect(self) -> None:
            await asyncio.get_running_loop().create_future()

        def take_over(self, listener: AnswerListener) -> Line:
            raise AssertionError("a feed reads by itself")

    monkeypatch.setattr(subscriber, "SILENT_S", 0.01)
    mute: list[StoreConnection] = [MutePeer()]
    ear, room = Ear(), a_room()
    places = OnePlace(lambda: mute.pop() if mute else wire_to(valkey_url))
    feed = RedisFeed(places, Keys(prefix), ear)

    feed.follow(room)
    await ear.until(lambda: ear.began_with == [room])
    await feed.close()


def test_a_publication_of_another_version_says_that_there_is_something() -> None:
    assert read_publication(b"\x93\x02\xa1e\x01") == Publication((), b"")
    assert read_publication(b"\xc1 no msgpack") == Publication((), b"")


def test_the_id_of_an_append_is_found_where_the_script_puts_it() -> None:
    start = b"\x97\x01\xa1e\xcf\x00\x00\x01\x8b\xcf\xe5\x68\x00"

    assert event_id_of(start + b"\xa3one\x05\xa3abc\x91\xa1x") == "one"
    assert event_id_of(start + b"\xd9\x20" + b"x" * 32 + b"\x05\xa3abc\x91\xa1x") is None
    assert event_id_of(b"\x97\x01\xa1e\x07\xa3one\x05\xa3abc\x91\xa1x") is None
    assert event_id_of(start) is None


def test_events_are_read_from_a_publication() -> None:
    payload = b"\x97\x01\xa1e\x07\xa3one\x05\xa3abc\x92\xa1x\xa1y"

    assert read_publication(payload) == Publication(
        (StoredEvent(5, 7, "one", b"x"), StoredEvent(6, 7, "one", b"y")), b"abc"
    )
