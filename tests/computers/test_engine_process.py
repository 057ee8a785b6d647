"""Engines in processes: real ones, and scripts that misbehave."""

import asyncio
import os
import select
import signal
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from tests.support.challenger import children_of
from tests.support.engine import engine_path
from tests.support.patience import PATIENCE_S
from xiangqi_server.computers.engine_process import EngineError, EngineProcess
from xiangqi_server.computers.uci import START_FEN, Search, SearchLimits

WHOLE_FEN = f"{START_FEN} w - - 0 1"
REPLIES = ("h9g7", "b9c7", "a9a8")


def fake(*words: str) -> list[str]:
    return [sys.executable, "-m", "tests.support.fake_engine", *words]


def a_search(*, excluded: tuple[str, ...] = (), movetime_ms: int = 60_000) -> Search:
    limits = SearchLimits(movetime_ms, depth=1, nodes=200)
    return Search("g", WHOLE_FEN, ("h2e2",), REPLIES, limits, excluded)


@pytest.mark.parametrize("command", [[engine_path()], fake("plays"), fake("ucci")])
async def test_an_engine_plays_one_of_the_moves_it_may(command: list[str]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        engine = await EngineProcess.start(command)
        result = await engine.search(a_search(excluded=("a6a5", "a9a7")))
        await engine.close()

    assert result.move in REPLIES
    assert result.score_cp is not None


@pytest.mark.parametrize("mode", ["dies", "cheats"])
async def test_an_engine_that_ends_or_cheats_is_an_error(mode: str) -> None:
    async with asyncio.timeout(PATIENCE_S):
        engine = await EngineProcess.start(fake(mode))
        with pytest.raises(EngineError):
            await engine.search(a_search())
        await engine.kill()


async def test_an_engine_is_killed_though_it_writes_more_than_anybody_reads(tmp_path: Path) -> None:
    told = tmp_path / "told"
    os.mkfifo(told)
    async with asyncio.timeout(PATIENCE_S):
        engine = await EngineProcess.start(fake("floods", str(told)))
        await asyncio.to_thread(told.read_text)
        await engine.kill()


@pytest.mark.parametrize("command", [["/no/such/engine"], [sys.executable, "-c", "print('hello')"]])
async def test_what_is_no_engine_does_not_start(command: list[str]) -> None:
    with pytest.raises(EngineError):
        await EngineProcess.start(command)


async def test_an_engine_without_limits_of_its_own_is_told_to_stop() -> None:
    asked = Search(
        "g", WHOLE_FEN, (), ("h2e2", "b2e2", "h0g2", "b0c2"), SearchLimits(50), ("a0a1",)
    )
    async with asyncio.timeout(PATIENCE_S):
        engine = await EngineProcess.start([engine_path()])

        result = await engine.search(asked)
        await engine.close()

    assert result.move in asked.among


HAS_AN_ENGINE = """
import asyncio, sys
from xiangqi_server.computers.engine_process import EngineProcess

async def main():
    engine = await EngineProcess.start(sys.argv[1:])
    print("ready", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.parametrize("is_stopped", [False, True])
async def test_an_engine_that_hears_nothing_ends_with_the_process_that_started_it(
    *, is_stopped: bool
) -> None:
    async with asyncio.timeout(PATIENCE_S):
        owner = await asyncio.create_subprocess_exec(
            sys.executable, "-c", HAS_AN_ENGINE, *fake("deaf"), stdout=PIPE
        )
        assert owner.stdout is not None
        assert await owner.stdout.readline() == b"ready\n"
        (engine,) = children_of(owner.pid)
        (guard,) = children_of(engine)
        left = [os.pidfd_open(pid) for pid in (engine, guard)]
        if is_stopped:
            os.kill(engine, signal.SIGSTOP)
        owner.kill()
        await owner.wait()

        for one in left:
            await asyncio.to_thread(select.select, [one], [], [])
            os.close(one)


def open_files() -> set[Path]:
    """Those of this process."""
    return set(Path("/proc/self/fd").iterdir())


async def test_nothing_is_left_of_an_engine_that_is_closed() -> None:
    async with asyncio.timeout(PATIENCE_S):
        before, others = open_files(), set(children_of(os.getpid()))
        engine = await EngineProcess.start(fake("plays"))
        (started,) = set(children_of(os.getpid())) - others
        (guard,) = children_of(started)
        left = os.pidfd_open(guard)
        await engine.close()
        await engine.kill()
        await asyncio.to_thread(select.select, [left], [], [])
        os.close(left)

    assert open_files() <= before
