"""Hard decisions thought about off the loop: one aggregate waits, the others go on."""

import asyncio
from dataclasses import replace
from itertools import count

from msgspec import Struct

from server.aggregate.decision import Decision
from server.host.aggregate_host import AggregateHost
from server.host.downtime import Downtime
from server.host.draft import Done
from server.host.kind import Advice, Kind
from server.host.timebase import StoreClock
from tests.support import counters
from tests.support.counters import COUNTER, Add, Command, Counter, Event, Record
from tests.support.hosts import A, B, ask, counter, replica_of
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import local_ms, store_ms


class Sum(Struct, frozen=True):
    """What is asked: what a hard addition on a sum adds."""

    total: int
    amount: int


def _question(state: Counter, command: Command) -> Sum | None:
    return Sum(state.total, command.amount) if isinstance(command, Add) and command.note else None


def _advised(command: Command, answer: object) -> Command:
    assert isinstance(command, Add)
    assert isinstance(answer, int)
    return Add(answer, command.note)


def _decide(state: Counter, command: Command, now_ms: int) -> Decision[Event]:
    return counters.decide(state, command, now_ms)


THINKING: Kind[Counter, Command, Event, Record] = replace(
    COUNTER,
    decide=_decide,
    advice=Advice(lambda _: True, _question, _advised, in_haste=lambda _: 1),
)


class SlowCounsel:
    """Answers when it is allowed to, with ten times what was asked; or not at all."""

    def __init__(self, *, answers: bool = True) -> None:
        self.asked: list[object] = []
        self.was_asked = asyncio.Event()
        self.may_answer = asyncio.Event()
        self._answers = answers

    async def answer(self, question: object) -> object | None:
        """See `Counsel`."""
        assert isinstance(question, Sum)
        self.asked.append(question)
        self.was_asked.set()
        await self.may_answer.wait()
        return 10 * question.amount if self._answers else None


async def a_host(counsel: SlowCounsel | None) -> AggregateHost:
    store, clock, numbers = MemoryStore(store_ms), StoreClock(local_ms), count()
    downtime = Downtime(store, clock.now_ms, is_alone=True)
    await clock.measure(store)
    await downtime.begin()
    kinds = (THINKING.erased(),)
    return AggregateHost(
        store, clock, downtime, kinds, lambda: f"n{next(numbers)}", counsel=counsel
    )


async def test_a_command_waits_for_its_counsel_and_takes_effect_with_it() -> None:
    counsel = SlowCounsel()
    host = await a_host(counsel)
    hard = asyncio.create_task(ask(host, Add(2, "hard")))
    await counsel.was_asked.wait()

    assert not hard.done()
    counsel.may_answer.set()
    await hard

    assert counter(await replica_of(host)).total == 20
    assert counsel.asked == [Sum(0, 2)]


async def test_meanwhile_other_aggregates_go_on_and_its_own_commands_wait_in_order() -> None:
    counsel = SlowCounsel()
    host = await a_host(counsel)
    hard = asyncio.create_task(ask(host, Add(1, "hard")))
    await counsel.was_asked.wait()
    easy = asyncio.create_task(ask(host, Add(1)))
    harder = asyncio.create_task(ask(host, Add(3, "harder")))

    other = await ask(host, Add(1), aggregate=B)

    assert isinstance(other, Done)
    assert [task.done() for task in (hard, easy, harder)] == [False, False, False]
    counsel.may_answer.set()
    await asyncio.gather(hard, easy, harder)
    assert counsel.asked == [Sum(0, 1), Sum(11, 3)]
    assert counter(await replica_of(host, A)).total == 41


async def test_without_an_answer_in_time_the_hasty_one_is_taken() -> None:
    counsel = SlowCounsel(answers=False)
    counsel.may_answer.set()
    host = await a_host(counsel)

    await ask(host, Add(5, "hard"))

    assert counter(await replica_of(host)).total == 1


async def test_where_nobody_thinks_a_command_is_decided_as_it_is() -> None:
    host = await a_host(None)

    await ask(host, Add(5, "hard"))

    assert counter(await replica_of(host)).total == 5
