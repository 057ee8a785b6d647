"""An acknowledged event is never lost and never doubled, whatever is killed."""

import asyncio
import os
import resource
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.support.stores import a_room, an_append, append_at_last, kill_store, process_of
from xiangqi_server.kernel.store.embedded.embedded import EmbeddedStore
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import Store
from xiangqi_server.kernel.store.values import EMPTY_HEAD, AggregateId, Appended, Conflict, advance

WRITERS = 12
EVENTS_EACH = 40


@dataclass
class Ledger:
    """What the writers were told is stored, and what to do each time they are."""

    acknowledged: list[tuple[AggregateId, bytes]] = field(default_factory=list)

    def bodies(self, room: AggregateId) -> list[bytes]:
        return [body for where, body in self.acknowledged if where == room]


@pytest.fixture
async def embedded(tmp_path: Path) -> AsyncIterator[EmbeddedStore]:
    """A store process of this test's own, brought back whenever it dies."""
    process = await EmbeddedStore.start(tmp_path)
    supervisor = asyncio.create_task(process.supervise())
    yield process
    await process.stop()
    await supervisor


async def write_events(
    store: Store,
    room: AggregateId,
    name: str,
    ledger: Ledger,
    disturb: Callable[[int], Awaitable[None]],
) -> None:
    """Have all events of one writer accepted, whatever it takes."""
    head, number = EMPTY_HEAD, 0
    while number < EVENTS_EACH:
        body = f"{name}.{number}".encode()
        request = an_append(room, head, event_id=f"{name}x{number}", events=(body,))
        match await append_at_last(store, request):
            case Appended(head):
                number += 1
                ledger.acknowledged.append((room, body))
                await disturb(len(ledger.acknowledged))
            case Conflict(()):
                head = (await store.logs.load(room)).head
            case Conflict(tail):
                head = advance(head, tail)


async def undisturbed(_: int) -> None:
    """Nothing happens."""


class Forgetful:
    """Stands between: hands on all requests, and cuts the connection instead of each 7th answer."""

    def __init__(self, url: str) -> None:
        self._socket = url.removeprefix("unix://")
        self._answers = 0

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        store_reader, store_writer = await asyncio.open_unix_connection(self._socket)
        with closing(writer), closing(store_writer):
            while request := await reader.read(1 << 20):
                store_writer.write(request)
                answer = await store_reader.read(1 << 20)
                self._answers += 1
                if self._answers % 7 == 0:
                    return
                writer.write(answer)


async def test_killing_the_store_under_load_loses_and_doubles_nothing(
    embedded: EmbeddedStore,
) -> None:
    nodes = [await open_store(embedded.url) for _ in range(2)]
    rooms = [a_room() for _ in range(WRITERS // 2)]
    ledger = Ledger()

    async def kill_now_and_then(acknowledged: int) -> None:
        if acknowledged % 100 == 0:
            await kill_store(embedded.url)

    await asyncio.gather(
        *(
            write_events(nodes[n % 2], rooms[n // 2], f"writer{n}", ledger, kill_now_and_then)
            for n in range(WRITERS)
        )
    )

    for room in rooms:
        loaded = await nodes[0].logs.load(room)
        stored = [event.body for event in loaded.tail]
        assert len(set(stored)) == len(stored) == 2 * EVENTS_EACH
        assert set(ledger.bodies(room)) == set(stored)
        assert advance(EMPTY_HEAD, loaded.tail) == loaded.head
    for node in nodes:
        await node.close()


async def test_dropped_acknowledgements_double_nothing(
    embedded: EmbeddedStore, tmp_path: Path
) -> None:
    address = tmp_path / "forgetful"
    middleman = await asyncio.start_unix_server(Forgetful(embedded.url), address)
    store = await open_store(f"unix://{address}")
    room, ledger = a_room(), Ledger()

    await asyncio.gather(
        *(write_events(store, room, f"writer{n}", ledger, undisturbed) for n in range(3))
    )

    await store.close()
    middleman.close()
    direct = await open_store(embedded.url)
    stored = [event.body for event in await direct.logs.read(room, 0)]
    assert len(set(stored)) == len(stored) == 3 * EVENTS_EACH
    assert set(ledger.bodies(room)) == set(stored)
    await direct.close()
    await middleman.wait_closed()


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="a limit that only Linux can set")
async def test_a_store_that_can_write_no_more_comes_back_when_it_can(
    embedded: EmbeddedStore, tmp_path: Path
) -> None:
    """As when the disk is full: with an fsync before each answer the store gives up and ends."""
    store = await open_store(embedded.url)
    room, ledger = a_room(), Ledger()
    await write_events(store, room, "before", ledger, undisturbed)
    size = log_file(tmp_path).stat().st_size
    process = await process_of(embedded.url)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (size + 100, size + 100))

    head = (await store.logs.load(room)).head
    result = await append_at_last(store, an_append(room, head, event_id="after"))

    assert isinstance(result, Appended)
    assert await process_of(embedded.url) != process
    assert [event.body for event in await store.logs.read(room, 0)] == [
        *ledger.bodies(room),
        b"moved",
    ]
    await store.close()


async def test_a_power_loss_takes_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    embedded = await EmbeddedStore.start(tmp_path)
    store = await open_store(embedded.url)
    room, ledger, sizes = a_room(), Ledger(), dict[int, int]()

    async def note_size(acknowledged: int) -> None:
        sizes[acknowledged] = log_file(tmp_path).stat().st_size

    await write_events(store, room, "writer", ledger, note_size)
    await store.close()
    await kill_store(embedded.url)
    await embedded.stop()
    survived = EVENTS_EACH // 2
    os.truncate(log_file(tmp_path), sizes[survived])

    again = await EmbeddedStore.start(tmp_path)

    store = await open_store(again.url)
    events = await store.logs.read(room, 0)
    assert [event.body for event in events] == ledger.bodies(room)[:survived]
    await store.close()
    await again.stop()


def log_file(data_dir: Path) -> Path:
    (file,) = data_dir.glob("**/*.incr.aof")
    return file
