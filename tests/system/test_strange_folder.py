"""The program, started in a folder of somebody else's, whose files are named as our modules are."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.node.ruling_worker.test_process import a_question, a_thinker
from tests.support.challenger import challenge
from tests.support.patience import PATIENCE_S
from tests.support.server_process import READY, free_port
from tests.system.test_workers import ON_TWO
from xiangqi_client import Session

pytestmark = pytest.mark.system

THEIRS = (
    "server.py",
    "xiangqi_server.py",
    "server/__init__.py",
    "server/__main__.py",
    "json.py",
    "asyncio.py",
)
PROGRAM = Path(sys.executable).with_name("xiangqi-server")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which each file tells that it was run, and ends the process."""
    there = tmp_path / "theirs"
    for name in THEIRS:
        file = there / name
        file.parent.mkdir(exist_ok=True, parents=True)
        file.write_text(
            f"open({str(tmp_path / 'was-run')!r}, 'a').write({name!r})\nraise SystemExit\n"
        )
    return there


@contextmanager
def the_program(folder: Path, data: Path) -> Iterator[str]:
    """The program as it is installed, with workers and computers, in a folder: its address."""
    port, log = free_port(), (folder.parent / "log").open("w")
    flags = (*ON_TWO, "--computer", "on", "--engine", "own")
    with (
        log,
        subprocess.Popen(
            [PROGRAM, "serve", "--port", str(port), "--data-dir", data, *flags],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as process,
    ):
        assert process.stdout is not None
        try:
            while READY.search(process.stdout.readline()) is None:
                assert process.poll() is None
            yield f"ws://127.0.0.1:{port}/ws"
        finally:
            process.terminate()
            process.wait(PATIENCE_S)


async def test_workers_serve_and_computers_play(folder: Path, tmp_path: Path) -> None:
    async with asyncio.timeout(PATIENCE_S):
        with the_program(folder, tmp_path / "data") as url:
            async with Session(url) as session:
                game = await challenge(session, "Computer 1", "black")
                while game.ply < 1:
                    await game.changed()
        log = (tmp_path / "log").read_text()

    assert not (tmp_path / "was-run").exists()
    assert "ended code=0" not in log


async def test_rulings_are_thought_about(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    async with asyncio.timeout(PATIENCE_S), a_thinker() as thinker:
        answer = await thinker.answer(a_question())

    assert answer is not None
    assert not (tmp_path / "was-run").exists()
