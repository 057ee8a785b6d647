"""Logs in the cold tier are read as before, and no moment of a death loses one."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.store.cold import open_cold_tier
from server.store.group_commit import GroupedConnection
from server.store.keys import Keys
from server.store.port import RecordError, StoreMismatch, StoreUnavailable
from server.store.redis_store import RedisStore, open_store, wire_to
from server.store.transfer import Transfer
from server.store.values import AggregateId, Appended
from tests.support.stores import a_room, an_append, append_all

BODIES = [b"opened", b"moved \x00", b"ended"]


@pytest.fixture
async def store(valkey_url: str, prefix: str, tmp_path: Path) -> AsyncIterator[RedisStore]:
    """A store with a cold tier."""
    opened = await open_store(valkey_url, prefix=prefix, cold=tmp_path / "cold")
    yield opened
    await opened.close()


async def is_packed_here(url: str, prefix: str, room: AggregateId) -> bool:
    """Whether the store itself holds what is packed of a log."""
    connection = GroupedConnection(wire_to(url), deadline_s=5.0)
    found = await connection.call("EXISTS", Keys(prefix).packed(room))
    await connection.close()
    return found == 1


def files(folder: Path) -> list[Path]:
    """The logs in a cold tier."""
    return [path for path in folder.glob("*/*/*") if path.is_file()]


async def test_a_cooled_log_is_gone_from_the_store_and_reads_as_before(
    store: RedisStore, valkey_url: str, prefix: str, tmp_path: Path
) -> None:
    room = a_room()
    await append_all(store, room, BODIES)
    before = (await store.load(room), await store.read(room, 0), await store.read(room, 1))
    await store.pack(room)
    held = [await is_packed_here(valkey_url, prefix, room)]

    cooled = [await store.cool(room), await store.cool(room)]

    held.append(await is_packed_here(valkey_url, prefix, room))
    after = (await store.load(room), await store.read(room, 0), await store.read(room, 1))
    assert (held, cooled) == ([True, False], [True, False])
    assert after == before
    assert len(files(tmp_path / "cold")) == 1


async def test_a_log_that_was_never_packed_is_cooled_too(store: RedisStore) -> None:
    room = a_room()
    await append_all(store, room, BODIES)
    before = await store.read(room, 0)

    assert await store.cool(room)
    assert await store.read(room, 0) == before


async def test_a_cooled_log_goes_on_and_is_packed_and_cooled_again(store: RedisStore) -> None:
    room = a_room()
    await append_all(store, room, BODIES)
    await store.cool(room)
    head = (await store.load(room)).head

    accepted = await store.append(an_append(room, head, event_id="late", events=(b"rematch",)))
    gone_on = await store.read(room, 0)
    await store.pack(room)
    packed = await store.read(room, 0)
    cooled = await store.cool(room)

    assert isinstance(accepted, Appended)
    assert [event.body for event in gone_on] == [*BODIES, b"rematch"]
    assert cooled
    assert packed == gone_on == await store.read(room, 0)
    assert (await store.load(room)).tail == gone_on


async def test_a_log_that_is_not_there_is_not_cooled(store: RedisStore) -> None:
    assert not await store.cool(a_room())


async def test_a_file_that_was_changed_or_lost_is_an_error_and_never_another_log(
    store: RedisStore, tmp_path: Path
) -> None:
    room = a_room()
    await append_all(store, room, BODIES)
    await store.cool(room)
    (file,) = files(tmp_path / "cold")

    file.write_bytes(file.read_bytes() + b"x")
    with pytest.raises(RecordError, match="another text"):
        await store.read(room, 0)
    file.unlink()
    with pytest.raises(RecordError, match="does not give"):
        await store.load(room)


async def test_a_store_with_a_cold_tier_is_opened_with_the_same_one(
    store: RedisStore, valkey_url: str, prefix: str, tmp_path: Path
) -> None:
    again = await open_store(valkey_url, prefix=prefix, cold=tmp_path / "cold")
    await again.close()

    for other in (None, tmp_path / "other"):
        with pytest.raises(StoreMismatch, match="--cold"):
            await open_store(valkey_url, prefix=prefix, cold=other)


def test_a_directory_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")

    with pytest.raises(StoreUnavailable, match="cold tier cannot be used"):
        open_cold_tier(tmp_path / "file" / "cold")


async def test_cooled_logs_are_copied_with_the_store_and_a_lost_one_is_named(
    store: RedisStore, valkey_url: str, prefix: str, tmp_path: Path
) -> None:
    room, lost = a_room(), a_room()
    for number, one in enumerate((room, lost)):
        await append_all(store, one, [*BODIES, b"%d" % number])
        await store.cool(one)
    before = await store.read(room, 0)
    target = await open_store(
        valkey_url, prefix=f"{prefix}to:", shards=32, cold=tmp_path / "cold", is_being_copied=True
    )
    kept = files(tmp_path / "cold")
    for file in kept:
        file.rename(file.with_suffix(".away"))
        try:
            await store.read(lost, 0)
        except RecordError:
            break
        file.with_suffix(".away").rename(file)

    done = await Transfer(store, target, ()).run()

    assert list(done.damaged) == [lost]
    assert "cold tier" in done.damaged[lost]
    assert await target.read(room, 0) == before
    await target.close()


DYING = """
import asyncio, os, signal, sys
from pathlib import Path
from server.store import cold
from server.store.redis_store import open_store
from server.store.values import AggregateId

moment, url, prefix, folder, room = sys.argv[1:]


def die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def main() -> None:
    store = await open_store(url, prefix=prefix, cold=Path(folder))
    if moment == "before the name":
        Path.replace = die
    put = store.cold.put

    async def put_and_die(packed: bytes) -> str:
        digest = await put(packed)
        die()
        return digest

    store.cold.put = put_and_die
    await store.cool(AggregateId("room", room))


asyncio.run(main())
"""


@pytest.mark.parametrize("moment", ["before the name", "before the store forgets"])
async def test_a_kill_between_the_file_and_the_store_loses_nothing(
    store: RedisStore, valkey_url: str, prefix: str, tmp_path: Path, moment: str
) -> None:
    room = a_room()
    await append_all(store, room, BODIES)
    await store.pack(room)
    before = await store.read(room, 0)

    folder = str(tmp_path / "cold")
    words = [sys.executable, "-c", DYING, moment, valkey_url, prefix, folder, room.id]
    died = await asyncio.to_thread(subprocess.run, words, check=False)
    between = await store.read(room, 0)
    cooled = await store.cool(room)

    assert died.returncode == -signal.SIGKILL
    assert len(files(tmp_path / "cold")) >= 1
    assert (between, cooled) == (before, True)
    assert await store.read(room, 0) == before
