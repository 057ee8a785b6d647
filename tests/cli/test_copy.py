"""`copy`, as an operator runs it: between data directories and addresses."""

import asyncio
from pathlib import Path

import pytest

from tests.support.command_line import run_command
from tests.support.stores import append_all
from xiangqi_server.kernel.store.embedded.embedded import EmbeddedStore
from xiangqi_server.kernel.store.opening import open_store
from xiangqi_server.kernel.store.values import AggregateId

ROOM = AggregateId("roomy", "r1")
"""Of a kind that this version does not know."""


async def written(data_dir: Path) -> None:
    """A store in `data_dir`, at rest, with one log."""
    embedded = await EmbeddedStore.start(data_dir)
    store = await open_store(embedded.url)
    await append_all(store, ROOM, [b"opened", b"moved"])
    await store.close()
    await embedded.stop()


async def bodies(data_dir: Path) -> list[bytes]:
    """What is in the log, for a node that starts on `data_dir`."""
    embedded = await EmbeddedStore.start(data_dir)
    store = await open_store(embedded.url)
    events = await store.logs.read(ROOM, 0)
    await store.close()
    await embedded.stop()
    return [event.body for event in events]


def test_a_data_directory_is_copied_into_another_and_a_second_time_is_refused(
    tmp_path: Path,
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    asyncio.run(written(old))
    words = ("copy", "--from", str(old), "--to", str(new))

    dry = run_command(*words, "--dry-run")
    done = run_command(*words)
    again = run_command(*words)

    assert (dry.code, dry.err) == (0, "")
    assert dry.out == (
        "roomy: 1 logs, 2 events\n"
        "1 logs read: 1 to be copied, 0 there already, 0 damaged; 0 effects wait\n"
    )
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("The target is whole: nodes can serve from it.\n")
    assert (again.code, again.err) == (2, "xiangqi-server copy: the target is not empty\n")
    assert asyncio.run(bodies(new)) == [b"opened", b"moved"]


def test_a_source_that_is_served_is_copied_but_the_target_stays_closed(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    asyncio.run(written(old))

    async def copied_while_served() -> tuple[int, int]:
        embedded = await EmbeddedStore.start(old)
        store = await open_store(embedded.url)
        await store.servers.heartbeat(1_500)
        ran = await asyncio.to_thread(run_command, "copy", "--from", embedded.url, "--to", str(new))
        await store.copies.put_heartbeat(1, [])  # the node is long gone
        last = await asyncio.to_thread(run_command, "copy", "--from", str(old), "--to", str(new))
        await store.close()
        await embedded.stop()
        return ran.code, last.code

    assert asyncio.run(copied_while_served()) == (3, 0)
    assert asyncio.run(bodies(new)) == [b"opened", b"moved"]


def test_a_damaged_log_is_named_and_left_only_if_it_is_said(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"

    async def damaged() -> None:
        embedded = await EmbeddedStore.start(old)
        store = await open_store(embedded.url)
        await append_all(store, ROOM, [b"opened", b"moved"])
        copy = await store.copies.read(ROOM, ())
        copy.head[b"d"] = b"x" * 32
        await store.copies.write(ROOM, copy, ())
        await store.close()
        await embedded.stop()

    asyncio.run(damaged())
    words = ("copy", "--from", str(old), "--to", str(new))

    refused = run_command(*words)
    left = run_command(*words, "--leave-damaged")

    assert refused.code == 1
    assert refused.err.startswith("roomy:r1 is damaged: its events do not lead to its head")
    assert left.code == 0
    assert asyncio.run(bodies(new)) == []


def test_a_store_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    ran = run_command("copy", "--from", "redis://127.0.0.1:1", "--to", str(tmp_path / "new"))

    assert (ran.code, ran.err.count("\n")) == (2, 1)


def test_a_directory_without_data_is_no_source_and_stays_as_it_is(tmp_path: Path) -> None:
    source, target = tmp_path / "mistyped", tmp_path / "target"

    ran = run_command("copy", "--from", str(source), "--to", str(target))

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"xiangqi-server copy: no server has its data in {source}\n"
    assert not source.exists()
    assert not target.exists()


@pytest.mark.parametrize("command", ["rebuild", "log r", "operator-code Ann", "reset-password Ann"])
def test_a_directory_on_which_nothing_ever_ran_is_told_by_every_command(
    tmp_path: Path, command: str
) -> None:
    ran = run_command(*command.split(), "--data-dir", str(tmp_path / "new"))

    assert (ran.code, ran.out) == (2, "")
    assert f"no node runs on {tmp_path / 'new'}" in ran.err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    "command", ["rebuild --store", "log r --store", "copy --from redis://h --to"]
)
def test_what_is_no_address_is_told_with_the_words_that_begin_one(command: str) -> None:
    ran = run_command(*command.split(), "nosuch://x")

    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "'nosuch://x' is no address; one begins with redis://" in ran.err
    assert "sentinels://" in ran.err
