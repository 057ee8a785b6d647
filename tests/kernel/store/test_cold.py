"""Logs in the cold tier are read as before, and no moment of a death loses one.

All of it holds of a directory and of the objects of a server that speaks S3.
"""

import asyncio
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.support.cold_places import CREDENTIALS, ColdPlace, Folder, S3Server
from tests.support.stores import a_room, an_append, append_all
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.cold_objects import INSTALL, ObjectAddress, open_cold_tier
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import (
    RecordError,
    StoreError,
    StoreMismatch,
    StoreUnavailable,
)
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.transfer import Transfer
from xiangqi_server.kernel.store.values import AggregateId, Appended

BODIES = [b"opened", b"moved \x00", b"ended"]


@pytest.fixture(scope="module")
def s3_server() -> Iterator[S3Server]:
    """A server that speaks S3."""
    with S3Server.running() as server:
        yield server


@pytest.fixture(params=["directory", "objects"])
def cold(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> ColdPlace:
    """Where old logs go: an empty directory, or an empty prefix of a bucket."""
    if request.param == "directory":
        return Folder(tmp_path / "cold")
    server: S3Server = request.getfixturevalue("s3_server")
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    return server.a_prefix()


@pytest.fixture
async def store(valkey_url: str, prefix: str, cold: ColdPlace) -> AsyncIterator[RedisStore]:
    """A store with a cold tier."""
    opened = await open_store(valkey_url, prefix=prefix, cold=cold.address)
    yield opened
    await opened.close()


async def is_packed_here(url: str, prefix: str, room: AggregateId) -> bool:
    """Whether the store itself holds what is packed of a log."""
    connection = GroupedConnection(wire_to(url), deadline_s=5.0)
    found = await connection.call("EXISTS", Keys(prefix).packed(room))
    await connection.close()
    return found == 1


async def test_a_cooled_log_is_gone_from_the_store_and_reads_as_before(
    store: RedisStore, valkey_url: str, prefix: str, cold: ColdPlace
) -> None:
    room = a_room()
    await append_all(store, room, BODIES)
    before = (
        await store.logs.load(room),
        await store.logs.read(room, 0),
        await store.logs.read(room, 1),
    )
    await store.tiers.pack(room)
    held = [await is_packed_here(valkey_url, prefix, room)]

    cooled = [await store.tiers.cool(room), await store.tiers.cool(room)]

    held.append(await is_packed_here(valkey_url, prefix, room))
    after = (
        await store.logs.load(room),
        await store.logs.read(room, 0),
        await store.logs.read(room, 1),
    )
    assert await store.logs.load_all([room]) == [None]
    assert (held, cooled) == ([True, False], [True, False])
    assert after == before
    assert len(cold.names()) == 1


async def test_a_log_that_was_never_packed_is_cooled_too(store: RedisStore) -> None:
    room = a_room()
    await append_all(store, room, BODIES)
    before = await store.logs.read(room, 0)

    assert await store.tiers.cool(room)
    assert await store.logs.read(room, 0) == before


async def test_a_cooled_log_goes_on_and_is_packed_and_cooled_again(store: RedisStore) -> None:
    room = a_room()
    await append_all(store, room, BODIES)
    await store.tiers.cool(room)
    head = (await store.logs.load(room)).head

    accepted = await store.logs.append(an_append(room, head, event_id="late", events=(b"rematch",)))
    gone_on = await store.logs.read(room, 0)
    await store.tiers.pack(room)
    packed = await store.logs.read(room, 0)
    cooled = await store.tiers.cool(room)

    assert isinstance(accepted, Appended)
    assert [event.body for event in gone_on] == [*BODIES, b"rematch"]
    assert cooled
    assert packed == gone_on == await store.logs.read(room, 0)
    assert (await store.logs.load(room)).tail == gone_on


async def test_a_log_that_is_not_there_is_not_cooled(store: RedisStore) -> None:
    assert not await store.tiers.cool(a_room())


async def test_a_file_that_was_changed_or_lost_is_an_error_and_never_another_log(
    store: RedisStore, cold: ColdPlace
) -> None:
    room = a_room()
    await append_all(store, room, BODIES)
    await store.tiers.cool(room)
    (name,) = cold.names()

    cold.write(name, b"x")
    with pytest.raises(RecordError, match="other bytes"):
        await store.logs.read(room, 0)
    cold.remove(name)
    with pytest.raises(RecordError, match="does not give"):
        await store.logs.load(room)


async def test_a_store_with_a_cold_tier_is_opened_with_the_same_one(
    store: RedisStore, valkey_url: str, prefix: str, cold: ColdPlace
) -> None:
    again = await open_store(valkey_url, prefix=prefix, cold=cold.address)
    await again.close()

    for other in ("", cold.another().address):
        with pytest.raises(StoreMismatch, match="--cold"):
            await open_store(valkey_url, prefix=prefix, cold=other)


async def test_nodes_that_open_an_empty_cold_tier_at_once_find_the_same_one(
    cold: ColdPlace,
) -> None:
    opened = await asyncio.gather(*(open_cold_tier(cold.address) for _ in range(3)))

    assert len({tier.identity for tier in opened}) == 1


async def test_a_directory_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")

    with pytest.raises(StoreUnavailable, match="cold tier cannot be used"):
        await open_cold_tier(str(tmp_path / "file" / "cold"))


async def test_a_bucket_that_is_not_there_is_one_line(
    s3_server: S3Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)

    with pytest.raises(StoreUnavailable, match=r"^the cold tier cannot be used: [^\n]+$"):
        await open_cold_tier(f"s3://nobody/games?endpoint={s3_server.url}")


async def test_without_its_library_an_address_of_objects_names_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "obstore", None)

    with pytest.raises(StoreError, match=re.escape(INSTALL)):
        await open_cold_tier("s3://bucket/games")


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("s3://bucket", ("bucket", "", "")),
        ("s3://bucket/some/games/", ("bucket", "some/games", "")),
        ("s3://b/x?endpoint=http://minio:9000", ("b", "x", "http://minio:9000")),
    ],
)
def test_an_address_of_objects_is_read(text: str, address: tuple[str, str, str]) -> None:
    assert ObjectAddress.read(text) == address


@pytest.mark.parametrize(
    "text",
    [
        "s3://",
        "s3://key:secret@bucket/games",
        "s3://bucket/games?region=here",
        "s3://bucket/games?endpoint=minio:9000",
        "gs://bucket/games",
    ],
)
async def test_what_is_no_address_of_objects_is_refused(text: str) -> None:
    with pytest.raises(StoreError, match="--cold"):
        await open_cold_tier(text)


async def test_cooled_logs_are_copied_with_the_store_and_a_lost_one_is_named(
    store: RedisStore, valkey_url: str, prefix: str, cold: ColdPlace
) -> None:
    room, lost = a_room(), a_room()
    known = cold.names()
    for number, one in enumerate((room, lost)):
        await append_all(store, one, [*BODIES, b"%d" % number])
        known = cold.names()
        await store.tiers.cool(one)
    before = await store.logs.read(room, 0)
    target = await open_store(
        valkey_url, prefix=f"{prefix}to:", shards=32, cold=cold.address, is_being_copied=True
    )
    (of_lost,) = cold.names() - known
    cold.remove(of_lost)

    done = await Transfer(store, target, ()).run()

    assert list(done.damaged) == [lost]
    assert "cold tier" in done.damaged[lost]
    assert await target.logs.read(room, 0) == before
    await target.close()


DYING = """
import asyncio, os, signal, sys
from pathlib import Path
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.kernel.store.client.wires import wire_to

moment, url, prefix, place, room = sys.argv[1:]


def die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def main() -> None:
    store = await open_store(url, prefix=prefix, cold=place)
    if moment == "before the name":
        Path.replace = die
    put = store.cold.put

    async def put_and_die(packed: bytes) -> str:
        digest = await put(packed)
        die()
        return digest

    store.cold.put = put_and_die
    await store.tiers.cool(AggregateId("room", room))


asyncio.run(main())
"""


@pytest.mark.parametrize("moment", ["before the name", "before the store forgets"])
async def test_a_kill_between_the_file_and_the_store_loses_nothing(
    store: RedisStore, valkey_url: str, prefix: str, cold: ColdPlace, moment: str
) -> None:
    room = a_room()
    await append_all(store, room, BODIES)
    await store.tiers.pack(room)
    before = await store.logs.read(room, 0)

    words = [sys.executable, "-c", DYING, moment, valkey_url, prefix, cold.address, room.id]
    died = await asyncio.to_thread(subprocess.run, words, check=False)
    between = await store.logs.read(room, 0)
    cooled = await store.tiers.cool(room)

    assert died.returncode == -signal.SIGKILL
    assert len(cold.names()) == 1
    assert (between, cooled) == (before, True)
    assert await store.logs.read(room, 0) == before
