"""Hard decisions thought about off the loop: one aggregate waits, the others go on."""

import asyncio
from dataclasses import replace

from msgspec import Struct
from msgspec.structs import replace as replace_field

from tests.support import counters
from tests.support.arenas import a_plan, enter
from tests.support.counters import COUNTER, Add, Command, Counter, Event
from tests.support.faulty_store import FaultyStore
from tests.support.hosts import A, B, ask, view_of
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import local_ms, pass_ms, store_ms
from xiangqi_server.aggregates.kinds import KINDS
from xiangqi_server.aggregates.tournaments import pairing_request
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.messages import (
    Announce,
    LeaveTournament,
    TournamentCommand,
    WakeTournament,
)
from xiangqi_server.aggregates.tournaments.plan import SwissFormat
from xiangqi_server.kernel.aggregate.decision import Decision, Unanswered
from xiangqi_server.kernel.aggregate.kind import Kind, Limits, Offload
from xiangqi_server.kernel.aggregate.steps import Steps, in_one_step
from xiangqi_server.kernel.host.aggregate_host import AggregateHost
from xiangqi_server.kernel.host.commit.draft import Done
from xiangqi_server.kernel.host.domain import Domain
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.port import StoreAccess
from xiangqi_server.read_model.projections import effect_handlers


class Sum(Struct, frozen=True):
    """What is asked: what a hard addition on a sum adds."""

    total: int
    amount: int


WORKED_OUT = "worked out"


def _is_hard(command: Command) -> bool:
    return isinstance(command, Add) and command.note not in ("", WORKED_OUT)


def _question(state: Counter, command: Command) -> Sum | None:
    if isinstance(command, Add) and _is_hard(command):
        return Sum(state.total, command.amount)
    return None


def _advised(command: Command, answer: object) -> Command:
    assert isinstance(command, Add)
    assert isinstance(answer, int)
    return Add(answer, WORKED_OUT)


def _decide(state: Counter, command: Command, now_ms: int) -> Decision[Event]:
    if _is_hard(command):
        raise Unanswered
    return counters.decide(state, command, now_ms)


THINKING: Kind[Counter, Command, Event] = replace(
    COUNTER,
    decide=_decide,
    offload=Offload(lambda _: True, in_one_step(_question), _advised, timed_out=lambda _: 1),
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


async def a_host(worker: SlowWorker) -> AggregateHost:
    store = FaultyStore(MemoryStore(store_ms), StoreAccess.EXCLUSIVE)
    clock = StoreClock(local_ms)
    await clock.measure(store)
    domain = Domain((THINKING,), offload_worker=worker)
    host = AggregateHost(store, clock, domain, "n")
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


async def test_others_are_served_between_the_steps_of_a_long_question() -> None:
    worker, turns, steps = SlowWorker(), list[str](), 5

    def in_steps(state: Counter, command: Command) -> Steps[object | None]:
        for _ in range(steps):
            turns.append("step")
            yield
        return _question(state, command)

    async def beside() -> None:
        while turns.count("step") < steps:
            turns.append("other")
            await asyncio.sleep(0)

    worker.may_answer.set()
    store, clock = MemoryStore(store_ms), StoreClock(local_ms)
    await clock.measure(store)
    kind = replace(
        THINKING, offload=Offload(lambda _: True, in_steps, _advised, timed_out=lambda _: 1)
    )
    host = AggregateHost(store, clock, Domain((kind,), offload_worker=worker), "n")
    await host.downtime.begin()

    await asyncio.gather(ask(host, Add(2, "hard")), beside())

    begun = turns.index("step")
    assert turns[begun : begun + 2 * steps - 1] == (["step", "other"] * steps)[:-1]
    assert (await view_of(host)).state.total == 20


async def test_without_an_answer_in_time_the_fallback_is_taken() -> None:
    worker = SlowWorker(answers=False)
    worker.may_answer.set()
    host = await a_host(worker)

    await ask(host, Add(5, "hard"))

    assert (await view_of(host)).state.total == 1


class LateWorker:
    """Answers so many questions not at all, and then with what was asked."""

    def __init__(self, silent: int) -> None:
        self.asked = 0
        self._silent = silent

    async def answer(self, question: object) -> object | None:
        """See `OffloadWorker`."""
        assert isinstance(question, Sum)
        self.asked += 1
        return None if self.asked <= self._silent else 10 * question.amount


async def test_without_a_fallback_it_is_asked_again_until_there_is_an_answer() -> None:
    async def total_after(silent: int) -> tuple[int, int]:
        worker, store, clock = LateWorker(silent), MemoryStore(store_ms), StoreClock(local_ms)
        await clock.measure(store)
        kind = replace(
            THINKING,
            offload=Offload(lambda _: True, in_one_step(_question), _advised, lambda _: None),
        )
        host = AggregateHost(store, clock, Domain((kind,), offload_worker=worker), "n")
        await host.downtime.begin()
        await ask(host, Add(5, "hard"))
        return (await view_of(host)).state.total, worker.asked

    assert await total_after(2) == (50, 3)
    assert await total_after(20) == (50, 21)


async def test_what_asks_nothing_is_decided_at_once_where_others_may_ask() -> None:
    """A node decides at once whatever it can: that a command is hard is found by trying."""
    worker = SlowWorker()
    host = await a_host(worker)

    await ask(host, Add(5))
    await ask(host, Add(6))

    assert (await view_of(host)).state.total == 11
    assert worker.asked == []


async def test_commands_of_a_sort_that_never_asks_are_decided_together() -> None:
    store, clock = MemoryStore(store_ms), StoreClock(local_ms)
    await clock.measure(store)
    offload = Offload(lambda _: True, in_one_step(_question), _advised, lambda _: 1, _is_hard)
    kind = replace(THINKING, offload=offload, limits=Limits(min_append_interval_ms=1_000))
    worker = SlowWorker()
    worker.may_answer.set()
    host = AggregateHost(store, clock, Domain((kind,), offload_worker=worker), "n")
    await host.downtime.begin()
    asked = [ask(host, Add(1)) for _ in range(5)]

    await asyncio.gather(*asked, ask(host, Add(2, "hard")), ask(host, Add(1)), ask(host, Add(1)))

    ids = [event.event_id for event in await store.read(A, 0)]
    assert (await view_of(host)).state.total == 27
    assert len(dict.fromkeys(ids)) == 3
    assert worker.asked == [Sum(5, 2)]


SWISS_PLAN = replace_field(a_plan(), format=SwissFormat(5, break_s=5))
CROWD = tuple(f"p{number:04}" for number in range(53))


class HeldWorker:
    """Pairs as the process does, when it is allowed to."""

    def __init__(self) -> None:
        self.was_asked = asyncio.Event()
        self.may_answer = asyncio.Event()

    async def answer(self, asked: object) -> object:
        """See `OffloadWorker`."""
        assert isinstance(asked, pairing_request.PairingRequest)
        self.was_asked.set()
        await self.may_answer.wait()
        return pairing_request.answer(asked)


async def test_who_comes_and_goes_during_the_pairing_is_heard_after_it() -> None:
    worker, store, clock = HeldWorker(), MemoryStore(store_ms), StoreClock(local_ms)
    await clock.measure(store)
    handlers = effect_handlers(store, store.row_store)
    host = AggregateHost(store, clock, Domain(KINDS, handlers, worker), "n")
    await host.downtime.begin()
    cup = key(TOURNAMENT, "cup")

    def submit(*commands: TournamentCommand) -> None:
        for command in commands:
            host.submit(cup, command, arrived_ms=clock.now_ms())

    submit(
        Announce("org", replace_field(SWISS_PLAN, starts_ms=clock.now_ms() + 60_000)),
        *map(enter, CROWD),
    )
    await pass_ms(1_000)
    before = (await host.view(cup)).head.version
    await pass_ms(60_000)
    submit(WakeTournament())
    await asyncio.wait_for(worker.was_asked.wait(), 60)
    submit(LeaveTournament(CROWD[0]), enter("late"))
    await pass_ms(2_000)
    worker.may_answer.set()
    await pass_ms(2_000)
    state = (await host.view(cup)).state

    assert before == len(CROWD) + 1
    assert len(state.rounds) == 1
    assert len(state.games) == len(CROWD) // 2
    assert CROWD[0] in {who for one in state.games.values() for who in (one.red, one.black)}
    assert state.entrants[CROWD[0]].has_left
    assert "late" in state.entrants
