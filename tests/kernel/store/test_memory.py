"""How full a store is."""

import asyncio

from tests.support.virtual_time import VirtualLoop
from xiangqi_server.kernel.store.memory import LOOK_S, Memory, MemoryWatch, half_of_all
from xiangqi_server.kernel.store.port import StoreUnavailable


def test_half_of_the_memory_is_some_but_not_all() -> None:
    assert 1 << 24 < half_of_all() < 1 << 50


def test_it_is_looked_at_now_and_then_and_nothing_is_said_that_is_not_known() -> None:
    answers = [Memory(1, 9), None, Memory(2, 9)]
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        seen = runner.run(looked_at(answers))

    assert seen == [Memory(1, 9), Memory(0, 0), Memory(2, 9)]


async def looked_at(answers: list[Memory | None]) -> list[Memory]:
    """What is seen after each look at a store that gives these answers."""
    seen = []

    async def ask() -> Memory:
        answer = answers.pop(0)
        if answer is None:
            raise StoreUnavailable("it may not be asked")
        return answer

    watch = MemoryWatch(ask)
    watching = asyncio.create_task(watch.run())
    for _ in range(3):
        await asyncio.sleep(0)
        seen.append(watch.seen)
        await asyncio.sleep(LOOK_S)
    watching.cancel()
    return seen
