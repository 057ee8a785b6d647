"""Hard decisions thought about off the loop: one aggregate waits, the others go on."""

import asyncio
from dataclasses import replace

from msgspec import Struct

from server.aggregate.decision import Decision
from server.aggregate.kind import Kind, Offload
from server.host.aggregate_host import AggregateHost
from server.host.domain import Domain
from server.host.draft import Done
from server.host.timebase import StoreClock
from tests.support import counters
from tests.support.counters import COUNTER, Add, Command, Counter, Event
from tests.support.hosts import A, B, ask, view_of
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


THINKING: Kind[Counter, Command, Event] = replace(
    COUNTER,
    decide=_decide,
    offload=Offload(lambda _: True, _question, _advised, timed_out=lambda _: 1),
)


class SlowWorker:
    """Answers when it is allowed to, with ten times what was asked; or not at all."""

    def __init__(self, *, answers: bool = True) -> None:
        self.asked: list[object] = []
        self.was_asked = asyncio.Event()
        self.may_answer = asyncio.Event()
        self._answers = answers

    async def answer(self, question: object) -> object | None:
        """See `OffloadWorker`."""
        assert isinstance(question, Sum)
        self.asked.append(question)
        self.was_asked.set()
        await self.may_answer.wait()
        return 10 * question.amount if self._answers else None


async def a_host(worker: SlowWorker | None) -> AggregateHost:
    store, clock = MemoryStore(store_ms), StoreClock(local_ms)
    await clock.measure(store)
    domain = Domain((THINKING,), offload_worker=worker)
    host = AggregateHost(store, clock, domain, "n", is_alone=True)
    await host.downtime.begin()
    return host


async def test_a_command_waits_for_its_worker_and_takes_effect_with_it() -> None:
    worker = SlowWorker()
    host = await a_host(worker)
    hard = asyncio.create_task(ask(host, Add(2, "hard")))
    await worker.was_asked.wait()

    assert not hard.done()
    worker.may_answer.set()
    await hard

    assert (await view_of(host)).state.total == 20
    assert worker.asked == [Sum(0, 2)]


async def test_meanwhile_other_aggregates_go_on_and_its_own_commands_wait_in_order() -> None:
    worker = SlowWorker()
    host = await a_host(worker)
    hard = asyncio.create_task(ask(host, Add(1, "hard")))
    await worker.was_asked.wait()
    easy = asyncio.create_task(ask(host, Add(1)))
    harder = asyncio.create_task(ask(host, Add(3, "harder")))

    other = await ask(host, Add(1), aggregate=B)

    assert isinstance(other, Done)
    assert [task.done() for task in (hard, easy, harder)] == [False, False, False]
    worker.may_answer.set()
    await asyncio.gather(hard, easy, harder)
    assert worker.asked == [Sum(0, 1), Sum(11, 3)]
    assert (await view_of(host, A)).state.total == 41


async def test_without_an_answer_in_time_the_hasty_one_is_taken() -> None:
    worker = SlowWorker(answers=False)
    worker.may_answer.set()
    host = await a_host(worker)

    await ask(host, Add(5, "hard"))

    assert (await view_of(host)).state.total == 1


async def test_where_nobody_thinks_a_command_is_decided_as_it_is() -> None:
    host = await a_host(None)

    await ask(host, Add(5, "hard"))

    assert (await view_of(host)).state.total == 5
