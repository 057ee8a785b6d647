"""Who is served next, in what order, and that the line survives whoever leaves it."""

import asyncio

from xiangqi_server.kernel.fair_queue import FairLine


class Served:
    """Askers at a line that is held until it is told to move."""

    def __init__(self) -> None:
        self.line = FairLine()
        self.order: list[str] = []
        self.may_end = asyncio.Event()

    async def ask(self, question: str, takes_s: float = 0.0) -> None:
        async with self.line.turn(question[0]):
            self.order.append(question)
            await self.may_end.wait()
            await asyncio.sleep(takes_s)


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

    assert served.order == ["a1", "b1", "c1", "a2", "c2", "a3", "a4"]


async def test_who_asks_long_questions_waits_for_those_who_ask_short_ones() -> None:
    """Of two who keep the line full, each has half of its time and not half of its turns."""
    served = Served()
    dear = [asyncio.create_task(served.ask(f"d{number}", 2.6)) for number in range(3)]
    await settle()
    cheap = [asyncio.create_task(served.ask(f"c{number}", 1.0)) for number in range(6)]
    await settle()

    served.may_end.set()
    await asyncio.gather(*dear, *cheap)

    assert served.order == ["d0", "c0", "c1", "c2", "d1", "c3", "c4", "c5", "d2"]


async def test_a_newcomer_waits_for_one_turn_however_many_keep_the_line_full() -> None:
    served = Served()
    flood = [
        asyncio.create_task(served.ask(f"{who}{number}", takes_s))
        for number in range(4)
        for who, takes_s in (("f", 3.0), ("g", 3.1), ("h", 3.2))
    ]
    await settle()
    served.may_end.set()
    await asyncio.sleep(13.0)  # in the fifth turn

    before = len(served.order)
    await served.ask("n1")

    assert served.order.index("n1") == before
    await asyncio.gather(*flood)


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


async def test_one_who_leaves_the_line_holds_up_nobody() -> None:
    served = Served()
    first = asyncio.create_task(served.ask("a1"))
    await settle()
    leaver = asyncio.create_task(served.ask("b1"))
    patient = asyncio.create_task(served.ask("c1"))
    await settle()

    leaver.cancel()
    served.may_end.set()
    await asyncio.gather(first, leaver, patient, return_exceptions=True)

    assert served.order == ["a1", "c1"]


async def test_a_turn_that_is_given_to_one_who_leaves_goes_to_the_next() -> None:
    served = Served()
    served.may_end.set()
    async with served.line.turn("a"):
        leaver = asyncio.create_task(served.ask("b1"))
        patient = asyncio.create_task(served.ask("c1"))
        await settle()
    leaver.cancel()  # in the very turn in which it was given

    await asyncio.gather(leaver, patient, return_exceptions=True)

    assert (leaver.cancelled(), served.order) == (True, ["c1"])
