"""What a node has begun and waits for before it ends."""

import asyncio

import pytest

from server.faults import Faults
from server.host.background import RunningTasks


async def test_what_is_due_is_done_before_all_has_ended() -> None:
    tasks, done = RunningTasks(Faults()), list[str]()

    tasks.call_soon(lambda: done.append("first"))
    await tasks.drain()

    assert done == ["first"]


@pytest.mark.makes_faults
async def test_a_bug_in_what_is_due_is_counted_and_the_next_is_done() -> None:
    faults, done = Faults(), list[str]()
    tasks = RunningTasks(faults)

    def broken() -> None:
        raise ValueError("a bug")

    tasks.call_soon(broken)
    tasks.call_soon(lambda: done.append("next"))
    await tasks.drain()

    assert done == ["next"]
    assert faults.counts == {"task": 1}


@pytest.mark.makes_faults
async def test_a_future_is_waited_for_and_its_error_is_a_bug() -> None:
    faults = Faults()
    tasks = RunningTasks(faults)
    future = asyncio.get_running_loop().create_future()
    tasks.add(future)
    asyncio.get_running_loop().call_soon(future.set_exception, ValueError("a bug"))

    await tasks.drain()

    assert faults.counts == {"task": 1}
