"""A log that a power loss or a bad disk has damaged, and the way out."""

import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.stores import a_room, an_append
from xiangqi_server.kernel.store.embedded.embedded import EmbeddedStore
from xiangqi_server.kernel.store.embedded.repair import whole_bytes
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.port import StoreUnavailable, head_of

ROOMS = tuple(a_room() for _ in range(20))
GARBAGE = bytes(range(33, 73))
PLAIN = b"*2\r\n$6\r\nSELECT\r\n$1\r\n0\r\n"
TOGETHER = (
    b"*1\r\n$5\r\nMULTI\r\n*3\r\n$3\r\nSET\r\n$1\r\na\r\n$4\r\n\r\n*1\r\n*1\r\n$4\r\nEXEC\r\n"
)


async def written(data_dir: Path) -> Path:
    """A data directory with rooms in it; the file they are in."""
    embedded = await EmbeddedStore.start(data_dir)
    store = await open_store(embedded.url)
    for room in ROOMS:
        await store.logs.append(an_append(room, events=(b"x" * 50,)))
    await store.close()
    await embedded.stop()
    return file_of(data_dir, "**/*.incr.aof")


def file_of(data_dir: Path, pattern: str) -> Path:
    (file,) = data_dir.glob(pattern)
    return file


async def rooms_of(data_dir: Path) -> int:
    """How many rooms are there, each whole; a server starts on them."""
    embedded = await EmbeddedStore.start(data_dir)
    store = await open_store(embedded.url)
    heads = [await head_of(store.logs, room) for room in ROOMS]
    logs = [await store.logs.read(room, 0) for room in ROOMS]
    await store.close()
    await embedded.stop()
    assert [head.version for head in heads] == [len(log) for log in logs]
    return sum(bool(log) for log in logs)


@pytest.mark.parametrize("tail", [bytes(300), GARBAGE, b"*3\r\n$5\r\nwrong"], ids=len)
async def test_what_is_no_command_at_the_end_is_cut_off_and_nothing_else(
    tmp_path: Path, tail: bytes
) -> None:
    log = await written(tmp_path)
    whole = log.read_bytes()
    log.write_bytes(whole + tail)

    done = await EmbeddedStore.repair(tmp_path)

    (cut,) = done.cuts
    assert (cut.file, cut.kept_bytes, cut.cut_bytes) == (log, len(whole), len(tail))
    assert done.copy is not None
    assert (done.copy / log.name).read_bytes() == whole + tail
    assert await rooms_of(tmp_path) == len(ROOMS)


async def test_what_comes_after_damage_in_the_middle_is_cut_off_with_it(tmp_path: Path) -> None:
    log = await written(tmp_path)
    whole = log.read_bytes()
    middle = whole.index(b"*", len(whole) // 2)
    log.write_bytes(whole[:middle] + GARBAGE + whole[middle + len(GARBAGE) :])

    done = await EmbeddedStore.repair(tmp_path)

    (cut,) = done.cuts
    assert cut.kept_bytes + cut.cut_bytes == len(whole)
    assert cut.kept_bytes <= middle
    assert 0 < await rooms_of(tmp_path) < len(ROOMS)


@pytest.mark.parametrize("program", ["valkey", "redis"])
async def test_a_start_on_it_names_the_way_out(tmp_path: Path, program: str) -> None:
    binary = None if program == "valkey" else Path(shutil.which("redis-server") or "redis-server")
    log = await written(tmp_path)
    log.write_bytes(log.read_bytes() + bytes(300))

    with pytest.raises(StoreUnavailable) as refused:
        await EmbeddedStore.start(tmp_path, binary=binary)

    assert f"run xiangqi-server repair --data-dir {tmp_path} (" in str(refused.value)
    assert str(log.parent) in str(refused.value)
    assert "\n" not in str(refused.value)


async def test_nothing_is_done_to_what_is_whole(tmp_path: Path) -> None:
    log = await written(tmp_path)
    before = log.read_bytes()

    done = await EmbeddedStore.repair(tmp_path)

    assert (done.cuts, done.copy) == ((), None)
    assert log.read_bytes() == before


async def test_a_second_copy_does_not_touch_the_first(tmp_path: Path) -> None:
    log = await written(tmp_path)
    copies = []
    for _ in range(2):
        with log.open("ab") as opened:
            opened.write(bytes(300))
        copies.append((await EmbeddedStore.repair(tmp_path)).copy)

    assert len(set(copies)) == 2
    assert all(copy is not None and copy.is_dir() for copy in copies)


async def test_a_store_in_use_is_left_alone(tmp_path: Path) -> None:
    embedded = await EmbeddedStore.start(tmp_path)

    with pytest.raises(StoreUnavailable, match="in use by process"):
        await EmbeddedStore.repair(tmp_path)

    assert await rooms_while_running(embedded) == 0
    await embedded.stop()


async def rooms_while_running(embedded: EmbeddedStore) -> int:
    store = await open_store(embedded.url)
    heads = [await head_of(store.logs, room) for room in ROOMS]
    await store.close()
    return sum(head.version for head in heads)


@pytest.mark.parametrize("name", ["nowhere", "empty"])
async def test_a_directory_without_a_log_is_told(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty" / "store").mkdir(parents=True)

    with pytest.raises(StoreUnavailable):
        await EmbeddedStore.repair(tmp_path / name)


async def test_a_base_that_is_damaged_is_beyond_repair(tmp_path: Path) -> None:
    await written(tmp_path)
    file_of(tmp_path, "**/*.base.*").write_bytes(GARBAGE)

    with pytest.raises(StoreUnavailable, match="restore a backup"):
        await EmbeddedStore.repair(tmp_path)


@pytest.mark.parametrize(
    ("log", "kept"),
    [
        (b"", b""),
        (PLAIN, PLAIN),
        (b"#TS:1700000000\r\n" + PLAIN, b"#TS:1700000000\r\n" + PLAIN),
        (PLAIN + b"#TS:17000", PLAIN),
        (PLAIN + TOGETHER, PLAIN + TOGETHER),
        (PLAIN + TOGETHER[:-1], PLAIN),
        (PLAIN + TOGETHER.removesuffix(b"*1\r\n$4\r\nEXEC\r\n") + GARBAGE + PLAIN, PLAIN),
        (PLAIN + b"*0\r\n" + PLAIN, PLAIN),
        (PLAIN + b"*1\r\n$3\r\n\0\0\0\r\n" + PLAIN, PLAIN),
    ],
)
def test_commands_are_whole_together_with_those_they_were_written_with(
    tmp_path: Path, log: bytes, kept: bytes
) -> None:
    file = tmp_path / "log"
    file.write_bytes(log)

    assert whole_bytes(file) == len(kept)


@settings(max_examples=200, deadline=None)
@given(at=st.integers(0, 400), garbage=st.binary(max_size=60))
def test_whatever_is_written_over_a_log_what_is_before_stays(
    tmp_path_factory: pytest.TempPathFactory, at: int, garbage: bytes
) -> None:
    log = (PLAIN + TOGETHER) * 4
    file = tmp_path_factory.getbasetemp() / "damaged"
    file.write_bytes(log[:at] + garbage + log[at + len(garbage) :])
    ends = [n * len(PLAIN + TOGETHER) for n in range(5)]

    end = whole_bytes(file)

    assert end >= max(whole for whole in ends if whole <= at or whole == 0)
    assert end <= file.stat().st_size
