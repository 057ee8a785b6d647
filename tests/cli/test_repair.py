import asyncio
from pathlib import Path

import pytest

from tests.support.command_line import run_command
from tests.support.server_process import ServerProcess
from xiangqi_server.kernel.store.embedded.embedded import EmbeddedStore

pytestmark = pytest.mark.system


async def an_empty_store(data_dir: Path) -> None:
    await (await EmbeddedStore.start(data_dir)).stop()


def test_a_server_that_cannot_start_says_how_it_can_and_then_does(tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    with ServerProcess(data_dir):
        pass
    (log,) = data_dir.glob("**/*.incr.aof")
    with log.open("ab") as opened:
        opened.write(bytes(300))

    refused = run_command("serve", "--port", "0", "--data-dir", str(data_dir))
    command = refused.err.partition("run xiangqi-server ")[2].partition(" (")[0]
    ran = run_command(*command.split())

    assert (refused.code, len(refused.err.splitlines())) == (1, 1)
    assert (ran.code, ran.err) == (0, "")
    assert f"{log}: 300 bytes cut off" in ran.out
    assert "All as it was before" in ran.out
    with ServerProcess(data_dir):
        pass


def test_whole_data_are_left_as_they_are(tmp_path: Path) -> None:
    asyncio.run(an_empty_store(tmp_path))

    ran = run_command("repair", "--data-dir", str(tmp_path))

    assert (ran.code, ran.err) == (0, "")
    assert "nothing to repair" in ran.out


def test_what_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    ran = run_command("repair", "--data-dir", str(tmp_path / "nowhere"))

    assert (ran.code, ran.out) == (1, "")
    assert len(ran.err.splitlines()) == 1
