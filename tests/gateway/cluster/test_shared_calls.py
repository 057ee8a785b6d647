"""Calls of the store that many share: how often it is called, for whom, and what if it fails."""

import asyncio
from collections.abc import Collection

import pytest

from xiangqi_server.gateway.cluster.shared_calls import SharedCalls
from xiangqi_server.kernel.store.port import StoreUnavailable


class SlowStore:
    """Answers with the number of the call when it is let go on.

    Attributes:
        calls: the keys of each call.
        is_away: calls fail.
    """

    def __init__(self) -> None:
        self.calls: list[Collection[str]] = []
        self.goes_on = asyncio.Event()
        self.is_away = False

    async def call(self, keys: Collection[str]) -> int:
        self.calls.append(keys)
        number = len(self.calls)
        await self.goes_on.wait()
        if self.is_away:
            raise StoreUnavailable("away")
        return number


async def under_way(shared: SharedCalls[str, int], keys: str) -> list[asyncio.Task[int]]:
    """Have each key asked for by a task of its own."""
    tasks = [asyncio.create_task(shared.ask(key)) for key in keys]
    await asyncio.sleep(0)
    return tasks


async def test_who_asks_during_a_call_is_served_by_one_that_begins_after_it() -> None:
    store = SlowStore()
    shared = SharedCalls(store.call)
    first = await under_way(shared, "a")
    later = await under_way(shared, "bacb")
    before = list(store.calls)

    store.goes_on.set()
    answers = await asyncio.gather(*first, *later)

    assert before == [("a",)]
    assert store.calls == [("a",), ("b", "a", "c")]
    assert answers == [1, 2, 2, 2, 2]


async def test_a_call_that_fails_fails_for_all_who_shared_it_and_for_nobody_else() -> None:
    store = SlowStore()
    shared = SharedCalls(store.call)
    store.is_away = True
    tasks = [*await under_way(shared, "a"), *await under_way(shared, "bc")]

    store.goes_on.set()
    failed = await asyncio.gather(*tasks, return_exceptions=True)
    store.is_away = False

    assert [type(failure) for failure in failed] == [StoreUnavailable] * 3
    assert await shared.ask("d") == 3


@pytest.mark.parametrize("cancelled", [0, 1])
async def test_when_whoever_makes_the_call_is_cancelled_the_others_are_told(cancelled: int) -> None:
    store = SlowStore()
    shared = SharedCalls(store.call)
    tasks = [*await under_way(shared, "a"), *await under_way(shared, "bc")]

    tasks[cancelled].cancel()
    store.goes_on.set()
    answers = await asyncio.gather(*tasks, return_exceptions=True)

    assert isinstance(answers[cancelled], asyncio.CancelledError)
    assert [type(answer) for answer in answers[1:]] == [
        [int, int],
        [asyncio.CancelledError, StoreUnavailable],
    ][cancelled]
    assert await shared.ask("d") > 0
