import asyncio
import gc
import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.stores import a_room, an_append, append_at_last, kill_store, process_of
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection
from xiangqi_server.kernel.store.client.wires import wire_to
from xiangqi_server.kernel.store.embedded.embedded import EmbeddedStore
from xiangqi_server.kernel.store.embedded.process import SOCKET_PATH_BYTES
from xiangqi_server.kernel.store.memory import MB, half_of_all
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.values import Appended

ROOT = Path(__file__).parents[4]
REQUEST = an_append(a_room(), events=(b"kept",))
FILLER = b"x" * 500_000

# Another program that owns a data directory, until it is killed.
PROGRAM = """
import asyncio, sys
from pathlib import Path
from xiangqi_server.kernel.store.embedded.embedded import EmbeddedStore
from xiangqi_server.kernel.store.client.group_commit import GroupedConnection

async def main():
    store = await EmbeddedStore.start(Path(sys.argv[1]))
    print(store.url, flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@contextmanager
def another_program(data_dir: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A process that owns `data_dir`, and the address of its store; killed at the end."""
    command = [sys.executable, "-c", PROGRAM, str(data_dir)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


async def write(url: str) -> None:
    store = await open_store(url)
    await store.logs.append(REQUEST)
    await store.close()


async def bodies(url: str) -> list[bytes]:
    store = await open_store(url)
    events = await store.logs.read(REQUEST.aggregate, 0)
    await store.close()
    return [event.body for event in events]


async def fill(store: RedisStore) -> None:
    """Append for ever, one at a time: to wait for many at once is too long for a busy machine."""
    while True:
        await store.logs.append(an_append(a_room(), events=(FILLER,)))


def append_only_file(data_dir: Path) -> Path:
    (file,) = data_dir.glob("**/*.incr.aof")
    return file


async def test_what_was_written_is_there_after_a_stop_and_a_start(tmp_path: Path) -> None:
    first = await EmbeddedStore.start(tmp_path / "new" / "data")
    await write(first.url)
    await first.stop()

    second = await EmbeddedStore.start(tmp_path / "new" / "data")

    assert await bodies(second.url) == [b"kept"]
    await second.stop()


async def test_a_stop_ends_the_process(tmp_path: Path) -> None:
    embedded = await EmbeddedStore.start(tmp_path)
    process = await process_of(embedded.url)

    await embedded.stop()

    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


async def test_the_store_is_for_this_user_and_out_of_reach_of_the_keyboard(tmp_path: Path) -> None:
    embedded = await EmbeddedStore.start(tmp_path)
    process = await process_of(embedded.url)
    socket = Path(embedded.url.removeprefix("unix://"))

    assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
    assert os.getsid(process) == process
    await embedded.stop()


async def test_a_store_whose_program_was_killed_is_adopted(tmp_path: Path) -> None:
    with another_program(tmp_path) as (program, url):
        await write(url)
        process = await process_of(url)
        program.kill()

    embedded = await EmbeddedStore.start(tmp_path)

    assert await process_of(embedded.url) == process
    assert await bodies(embedded.url) == [b"kept"]
    await embedded.stop()
    with pytest.raises(StoreUnavailable):
        await open_store(url)


async def test_after_both_were_killed_everything_is_there(tmp_path: Path) -> None:
    with another_program(tmp_path) as (program, url):
        await write(url)
        program.kill()
        await kill_store(url)

    embedded = await EmbeddedStore.start(tmp_path)

    assert await bodies(embedded.url) == [b"kept"]
    await embedded.stop()


async def test_a_directory_in_use_is_refused_by_naming_the_program(tmp_path: Path) -> None:
    with another_program(tmp_path) as (program, _):
        with pytest.raises(StoreUnavailable, match=f"in use by process {program.pid}"):
            await EmbeddedStore.start(tmp_path, owner_wait_s=0.05)
        program.kill()

    embedded = await EmbeddedStore.start(tmp_path)
    await embedded.stop()


async def test_a_store_that_dies_is_brought_back_and_writers_go_on(tmp_path: Path) -> None:
    embedded = await EmbeddedStore.start(tmp_path)
    supervisor = asyncio.create_task(embedded.supervise())
    store = await open_store(embedded.url)
    first = await store.logs.append(REQUEST)
    assert isinstance(first, Appended)

    for number in range(2):
        await kill_store(embedded.url)
        request = an_append(a_room(), event_id=f"after{number}")
        assert isinstance(await append_at_last(store, request), Appended)

    assert await append_at_last(store, REQUEST) == first
    await store.close()
    await embedded.stop()
    await supervisor


async def memory_of(url: str) -> int:
    """Bytes the store uses."""
    connection = GroupedConnection(wire_to(url), deadline_s=5.0)
    answer = await connection.call("INFO", "memory")
    await connection.close()
    assert isinstance(answer, bytes)
    return int(answer.partition(b"used_memory:")[2].split()[0])


async def test_a_short_log_takes_little_memory(tmp_path: Path) -> None:
    embedded = await EmbeddedStore.start(tmp_path)
    await write(embedded.url)
    before = await memory_of(embedded.url)
    store = await open_store(embedded.url)
    for _ in range(200):
        await store.logs.append(an_append(a_room(), events=(b"x" * 200,)))
    await store.close()

    assert (await memory_of(embedded.url) - before) / 200 < 3_000
    await embedded.stop()


async def test_a_torn_last_record_is_cut_off(tmp_path: Path) -> None:
    embedded = await EmbeddedStore.start(tmp_path)
    await write(embedded.url)
    log = append_only_file(tmp_path)
    whole = log.stat().st_size
    store = await open_store(embedded.url)
    await store.logs.append(an_append(a_room(), events=(b"x" * 1_000,)))
    await store.close()
    await kill_store(embedded.url)
    await embedded.stop()
    os.truncate(log, whole + 600)

    again = await EmbeddedStore.start(tmp_path)

    assert await bodies(again.url) == [b"kept"]
    await again.stop()


async def test_a_path_too_long_for_a_socket_gets_a_short_one(tmp_path: Path) -> None:
    deep = tmp_path / ("long" * 20) / ("longer %41?#" * 4)
    first = await EmbeddedStore.start(deep)
    await write(first.url)
    await kill_store(first.url)
    await first.stop()

    second = await EmbeddedStore.start(deep)

    socket = Path(second.url.removeprefix("unix://"))
    assert len(os.fsencode(socket)) <= SOCKET_PATH_BYTES
    assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
    assert await bodies(second.url) == [b"kept"]
    await second.stop()


async def test_a_directory_with_odd_characters_is_a_good_directory(tmp_path: Path) -> None:
    embedded = await EmbeddedStore.start(tmp_path / "a %41?#象")

    await write(embedded.url)

    assert await bodies(embedded.url) == [b"kept"]
    await embedded.stop()


async def test_a_program_that_is_no_store_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="no store program that runs here"):
        await EmbeddedStore.start(tmp_path, binary=Path("/bin/true"))
    with pytest.raises(StoreUnavailable, match="no store program that runs here"):
        await EmbeddedStore.start(tmp_path, binary=tmp_path / "missing")


async def test_a_store_that_ends_at_once_is_told_with_its_last_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_text('#!/bin/sh\n[ "$1" = --version ] && echo v=1 && exit\necho no luck\nexit 1\n')
    broken.chmod(0o700)

    with pytest.raises(StoreUnavailable, match="ended at once: no luck"):
        await EmbeddedStore.start(tmp_path, binary=broken)


async def test_a_directory_that_cannot_be_made_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(StoreUnavailable, match="the data directory cannot be used"):
        await EmbeddedStore.start(tmp_path / "file")


async def test_it_holds_half_of_the_memory_there_is_unless_told_otherwise(tmp_path: Path) -> None:
    for memory_mb, limit in ((None, half_of_all()), (64, 64 * MB)):
        embedded = await EmbeddedStore.start(tmp_path, memory_mb=memory_mb)
        store = await open_store(embedded.url)
        told = await store.health.memory()
        await store.close()
        await embedded.stop()

        assert told.limit_bytes == limit
        assert 0 < told.used_bytes < 64 * MB


async def test_when_it_is_full_it_takes_no_more_keeps_all_and_can_be_given_more(
    tmp_path: Path,
) -> None:
    embedded = await EmbeddedStore.start(tmp_path, memory_mb=16)
    store = await open_store(embedded.url)
    await store.logs.append(REQUEST)

    with pytest.raises(StoreUnavailable, match="maxmemory"):
        await fill(store)
    await store.close()
    await embedded.stop()
    again = await EmbeddedStore.start(tmp_path, memory_mb=256)

    store = await open_store(again.url)
    assert isinstance(await store.logs.append(an_append(a_room(), events=(FILLER,))), Appended)
    assert await bodies(again.url) == [b"kept"]
    await store.close()
    await again.stop()


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="no redis-server here")
async def test_a_redis_on_the_path_serves_as_well(tmp_path: Path) -> None:
    redis = Path(shutil.which("redis-server") or "")
    embedded = await EmbeddedStore.start(tmp_path, binary=redis)

    await write(embedded.url)

    assert await bodies(embedded.url) == [b"kept"]
    await embedded.stop()


@pytest.mark.filterwarnings("ignore:subprocess .* is still running:ResourceWarning")
async def test_a_store_that_hangs_is_left_to_the_next_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    embedded = await EmbeddedStore.start(tmp_path)
    process = await process_of(embedded.url)
    os.kill(process, signal.SIGSTOP)

    await embedded.stop(wait_s=0.1)

    assert "does not stop" in caplog.text
    del embedded
    gc.collect()  # here, where the warning of the process left behind is expected
    os.kill(process, signal.SIGCONT)
    again = await EmbeddedStore.start(tmp_path)
    await again.stop()
