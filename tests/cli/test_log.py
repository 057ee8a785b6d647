import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.command_line import run_command
from tests.support.log_text import text_of
from tests.support.stores import append_all
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.embedded.embedded import EmbeddedStore
from xiangqi_server.kernel.store.keys import Keys
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.values import AggregateId, Head

ROOM = AggregateId("room", "4k2m9x7q")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A data directory whose store process runs, and the address of that."""
    home: Path = tmp_path_factory.mktemp("data")
    embedded = asyncio.run(EmbeddedStore.start(home))
    yield home, embedded.url
    asyncio.run(embedded.stop())


async def written(url: str) -> bytes:
    """The text of the log of a room with two events, which is in the store."""
    store = await open_store(url)
    if await store.logs.read(ROOM, 0) == ():
        await append_all(store, ROOM, [b"opened", b"moved"])
    events = await store.logs.read(ROOM, 0)
    await store.close()
    return text_of(events)


def test_the_log_of_a_room_is_read_from_the_store_of_a_running_node(
    place: tuple[Path, str],
) -> None:
    data_dir, url = place
    text = asyncio.run(written(url))

    by_directory = run_command("log", ROOM.id, "--data-dir", str(data_dir))
    by_address = run_command("log", ROOM.id, "--store", url)

    assert (by_directory.code, by_directory.out, by_directory.err) == (0, text.decode(), "")
    assert by_address == by_directory
    assert run_command("verify", "-", stdin=text).code == 0


def test_a_room_that_is_not_there_and_a_store_that_is_not_are_one_line_each(
    place: tuple[Path, str], tmp_path: Path
) -> None:
    no_room = run_command("log", "none", "--store", place[1])
    no_node = run_command("log", ROOM.id, "--data-dir", str(tmp_path))
    no_place = run_command("log", ROOM.id)

    assert (no_room.code, no_room.err) == (1, "xiangqi-server log: there is no room none\n")
    assert (no_node.code, no_node.err.count("\n")) == (2, 1)
    assert (no_place.code, no_place.err.count("\n")) == (2, 1)


async def forged(room: AggregateId, url: str) -> Head:
    """The head of a room from whose log an event has been removed by hand."""
    store = await open_store(url)
    head = await append_all(store, room, [b"opened", b"moved"])
    await store.close()
    hand = GroupedConnection(wire_to(url), deadline_s=5.0)
    await hand.call("XDEL", Keys().of(room)[0], "2-0")
    await hand.close()
    return head


def test_a_log_that_does_not_lead_to_the_store_s_own_head_is_told(
    place: tuple[Path, str],
) -> None:
    head = asyncio.run(forged(AggregateId("room", "forged"), place[1]))

    ran = run_command("log", "forged", "--store", place[1])

    assert (ran.code, len(ran.out.splitlines())) == (1, 1)
    assert ran.err == (
        f"xiangqi-server log: the store's head is {head.digest.hex()}, not in the log\n"
    )
