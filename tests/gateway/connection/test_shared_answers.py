"""What many ask for alike is looked up once a second, and nobody is given what is older."""

import asyncio

import pytest

from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.gateway.connection.shared_answers import KEPT_MS, MOST, SharedAnswers
from xiangqi_server.kernel.store.port import StoreUnavailable

LOOK_MS = 20


class Lists:
    """Answers with the number of the look."""

    def __init__(self) -> None:
        self.looks = 0
        self.look_ms = LOOK_MS
        self.is_away = False
        self.is_partial = False
        self.shared: SharedAnswers[int] = SharedAnswers(store_ms, lambda _: not self.is_partial)

    async def ask(self, page: object = "first") -> int:
        return await self.shared.get(page, self._look_up)

    async def _look_up(self) -> int:
        await pass_ms(self.look_ms)
        if self.is_away:
            raise StoreUnavailable("away")
        self.looks += 1
        return self.looks


async def test_who_asks_at_once_or_soon_gets_the_same_answer() -> None:
    lists = Lists()

    at_once = await asyncio.gather(*(lists.ask() for _ in range(5)))
    soon = await lists.ask()

    assert (at_once, soon) == ([1] * 5, 1)


async def test_an_answer_grows_old_from_when_it_was_begun_to_be_looked_up() -> None:
    lists = Lists()
    await lists.ask()

    await pass_ms(KEPT_MS - LOOK_MS - 1)
    young = await lists.ask()
    await pass_ms(1)
    old = await lists.ask()

    assert (young, old) == (1, 2)


async def test_other_pages_are_looked_up_for_themselves_and_so_many_are_kept() -> None:
    lists = Lists()
    lists.look_ms = 0

    for page in range(MOST + 1):
        await lists.ask(page)
    kept = [await lists.ask(page) for page in (1, MOST)]
    oldest = await lists.ask(0)

    assert (kept, oldest) == ([2, MOST + 1], MOST + 2)


async def test_what_could_not_be_looked_up_is_not_kept_and_each_is_told() -> None:
    lists = Lists()
    lists.is_away = True

    failed = await asyncio.gather(*(lists.ask() for _ in range(2)), return_exceptions=True)
    lists.is_away = False
    answer = await lists.ask()

    assert [type(one) for one in failed] == [StoreUnavailable] * 2
    assert answer == 1


async def test_what_must_not_be_kept_is_for_those_alone_who_asked_before_it_was_there() -> None:
    lists = Lists()
    lists.is_partial = True

    early = [asyncio.create_task(lists.ask()) for _ in range(3)]
    await pass_ms(LOOK_MS - 1)
    late = asyncio.create_task(lists.ask())
    answers = await asyncio.gather(*early, late)
    after = await lists.ask()

    assert (answers, after) == ([1] * 4, 2)


async def test_who_gives_up_does_not_take_the_answer_from_who_waits() -> None:
    lists = Lists()
    impatient, patient = (asyncio.create_task(lists.ask()) for _ in range(2))
    await pass_ms(1)

    impatient.cancel()

    with pytest.raises(asyncio.CancelledError):
        await impatient
    assert await patient == 1
