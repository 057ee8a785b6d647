"""What a node has begun and waits for before it ends."""

import asyncio

import pytest

from xiangqi_server.kernel.faults import Faults
from xiangqi_server.kernel.host.background import RunningTasks


@pytest.mark.makes_faults
async def test_what_was_started_is_waited_for_and_its_error_is_a_bug() -> None:
    faults, done = Faults(), list[str]()
    tasks = RunningTasks(faults)

    async def break_later() -> None:
        await asyncio.sleep(0)
        tasks.start(note())
        raise ValueError("a bug")

    async def note() -> None:
        done.append("what the first has started")

    tasks.start(break_later())
    await tasks.drain()

    assert done == ["what the first has started"]
    assert faults.counts == {"task": 1}
