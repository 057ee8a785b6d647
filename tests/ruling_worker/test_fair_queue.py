"""Who is served next, in what order, and that the line survives whoever leaves it."""

import asyncio

import pytest

from server.ruling_worker.fair_queue import FairLine

WAIT_S = 20.0


class Served:
    """Askers at a line that is held until it is told to move."""

    def __init__(self) -> None:
        self.line = FairLine()
        self.order: list[str] = []
        self.may_end = asyncio.Event()

    async def ask(self, question: str, wait_s: float = WAIT_S) -> None:
        async with self.line.turn(question[0], wait_s):
            self.order.append(question)
            await self.may_end.wait()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_who_asks_much_waits_for_everybody_who_asks_once() -> None:
    served = Served()
    questions = ["a1", "a2", "a3", "a4", "b1", "c1", "c2"]
    asked = []
    for question in questions:
        asked.append(asyncio.create_task(served.ask(question)))
        await settle()

    served.may_end.set()
    await asyncio.gather(*asked)

    assert served.order == ["a1", "a2", "b1", "c1", "a3", "c2", "a4"]


async def test_one_at_a_time_and_free_again_at_the_end() -> None:
    served = Served()
    first = asyncio.create_task(served.ask("a1"))
    second = asyncio.create_task(served.ask("b1"))
    await settle()
    held = list(served.order)
    served.may_end.set()
    await asyncio.gather(first, second)

    await served.ask("c1")

    assert (held, served.order) == (["a1"], ["a1", "b1", "c1"])


async def test_whoever_waits_too_long_is_told_and_the_others_go_on() -> None:
    served = Served()
    first = asyncio.create_task(served.ask("a1"))
    await settle()
    patient = asyncio.create_task(served.ask("c1"))
    await settle()

    with pytest.raises(TimeoutError):
        await served.ask("b1", wait_s=0.0)
    served.may_end.set()
    await asyncio.gather(first, patient)

    assert served.order == ["a1", "c1"]


async def test_a_turn_that_is_given_to_one_who_leaves_goes_to_the_next() -> None:
    served = Served()
    served.may_end.set()
    async with served.line.turn("a", WAIT_S):
        leaver = asyncio.create_task(served.ask("b1"))
        patient = asyncio.create_task(served.ask("c1"))
        await settle()
    leaver.cancel()  # in the very turn in which it was given

    await asyncio.gather(leaver, patient, return_exceptions=True)

    assert (leaver.cancelled(), served.order) == (True, ["c1"])
