"""Aggregates that are watched, so nothing has to be read before their commands are decided."""

import asyncio
from collections.abc import Sequence

import pytest

from tests.support.counters import Add, Break, Counter, Event, Give, Look, Wake
from tests.support.faulty_store import FaultyStore
from tests.support.hosts import (
    A,
    B,
    CounterHost,
    Journal,
    a_host,
    ask,
    running,
    state_and_head,
    view_of,
)
from tests.support.memory_store import MemoryStore, append_later, each
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.kernel.host.view import Key
from xiangqi_server.kernel.store.port import StoreAccess, StoreError, StoreUnavailable, Told
from xiangqi_server.kernel.store.values import EMPTY_HEAD, AggregateId, Append, AppendResult, Loaded


class NotingStore(FaultyStore):
    """Writes down the appends in order, and which loads came as one group."""

    def __init__(self) -> None:
        super().__init__(MemoryStore(store_ms))
        self.appended: list[str] = []
        self.loads: list[list[str]] = []
        self.bug: StoreError | None = None
        self.is_broken = False

    def append_soon(self, request: Append, told: Told) -> None:
        if self.is_broken:
            raise ValueError("a bug")
        self.appended.append(request.aggregate.id)
        append_later(self._append_or_fail, request, told)

    async def _append_or_fail(self, request: Append) -> AppendResult:
        if self.bug is not None:
            raise self.bug
        return await self.append(request)

    async def load_all(self, aggregates: Sequence[AggregateId]) -> Sequence[Loaded | StoreError]:
        self.loads.append([aggregate.id for aggregate in aggregates])
        return await each(self.load, aggregates)


async def watched(
    store: NotingStore, *aggregates: Key[Counter, Event], name: str = "n"
) -> tuple[CounterHost, Journal]:
    """A host on which a journal watches counters that stand at 1."""
    host, journal = await a_host(store, name), Journal()
    for aggregate in aggregates:
        await ask(host, Add(1), aggregate=aggregate)
        host.watch(await view_of(host, aggregate), journal)
    await host.drain()
    store.appended.clear()
    return host, journal


async def test_at_rest_a_command_is_decided_on_arrival_and_what_comes_next_waits() -> None:
    store = NotingStore()
    host, journal = await watched(store, A, B)
    reads = store.reads

    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("first"))
    host.submit(B, Add(2), arrived_ms=store_ms(), answer=journal.answer("other"))
    host.submit(A, Add(3), arrived_ms=store_ms(), answer=journal.answer("second"))
    on_arrival = store.appended.copy()
    await host.drain()

    assert (on_arrival, store.appended) == (["a", "b"], ["a", "b", "a"])
    assert store.reads == reads
    assert journal.lines == [
        *("event 2: total 2", "first: done 2"),
        *("event 2: total 2", "event 3: total 3", "other: done 3"),
        *("event 3: total 3", "event 4: total 4", "event 5: total 5", "second: done 5"),
    ]


async def test_what_comes_while_an_append_is_under_way_is_one_append_after_it() -> None:
    store = NotingStore()
    host, journal = await watched(store, A, B)

    store.gate.clear()
    host.submit(A, Add(1), arrived_ms=store_ms())
    await pass_ms(1)
    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("later"))
    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("latest"))
    host.submit(B, Add(1), arrived_ms=store_ms())
    await pass_ms(1)
    store.gate.set()
    await host.drain()

    assert store.appended == ["a", "b", "a"]
    assert journal.lines[-2:] == ["later: done 3", "latest: done 4"]


async def test_a_refusal_is_held_against_the_log_before_it_is_told() -> None:
    store = NotingStore()
    host, journal = await watched(store, A)
    other = await a_host(store, "other")
    store.is_deaf = True
    await ask(other, Add(1))

    host.submit(A, Give("b", 2, "gift"), arrived_ms=store_ms(), answer=journal.answer("give"))
    await host.drain()

    assert journal.lines == ["event 2: total 2", "event 3: total 0", "give: done 3"]


async def test_a_conflict_concerns_one_aggregate_alone() -> None:
    store = NotingStore()
    host, journal = await watched(store, A, B)
    other = await a_host(store, "other")
    store.is_deaf = True
    await ask(other, Add(5))

    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("mine"))
    host.submit(B, Add(1), arrived_ms=store_ms(), answer=journal.answer("other"))
    await host.drain()

    assert journal.lines.index("other: done 2") < journal.lines.index("event 7: total 7")
    assert journal.lines[-2:] == ["event 7: total 7", "mine: done 7"]
    assert host.appender.conflicts == 1


async def test_a_log_on_another_branch_is_read_anew() -> None:
    store = NotingStore()
    host, journal = await watched(store, A)
    store.inner = MemoryStore(store_ms)
    await ask(await a_host(store.inner, "m"), Add(2))

    host.submit(A, Add(7), arrived_ms=store_ms(), answer=journal.answer("mine"))
    await host.drain()

    assert journal.lines[0] == "replaced"
    assert journal.lines[-1] == "mine: done 9"


async def test_an_answer_that_is_lost_leaves_the_outcome_unknown_for_its_aggregate_alone() -> None:
    store = NotingStore()
    host, journal = await watched(store, A, B)

    async with running(host):
        store.answers_to_lose = 1
        host.submit(A, Add(1), ref=None, arrived_ms=store_ms(), answer=journal.answer("lost"))
        host.submit(B, Add(1), arrived_ms=store_ms(), answer=journal.answer("other"))
        await host.drain()
        await pass_ms(3_000)

    assert "lost: unavailable 1" in journal.lines
    assert "other: done 2" in journal.lines
    assert (await view_of(host)).state.total == 2
    assert host.appender.unanswered == 1


@pytest.mark.makes_faults
@pytest.mark.parametrize("at", ["decide", "store"])
async def test_a_bug_in_a_group_stops_no_other_and_not_itself(
    at: str, caplog: pytest.LogCaptureFixture
) -> None:
    store = NotingStore()
    host, journal = await watched(store, A, B)

    if at == "decide":
        host.submit(A, Break(), arrived_ms=store_ms(), answer=journal.answer("bug"))
        host.submit(B, Add(1), arrived_ms=store_ms(), answer=journal.answer("other"))
    else:
        store.bug = StoreError("a script of ours is wrong")
        host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("bug"))
    await host.drain()
    store.bug = None
    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("later"))
    await host.drain()

    assert "bug: unavailable 1" in journal.lines
    assert ("other: done 2" in journal.lines) is (at == "decide")
    assert journal.lines[-1] == "later: done 2"
    assert [vars(record)["about"] for record in caplog.records] == [str(A)]
    assert host.faults.counts["aggregate"] == 1


@pytest.mark.makes_faults
async def test_an_append_that_cannot_be_sent_leaves_nobody_waiting() -> None:
    store = NotingStore()
    host, journal = await watched(store, A, B)

    store.is_broken = True
    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("first"))
    host.submit(B, Add(1), arrived_ms=store_ms(), answer=journal.answer("other"))
    await host.drain()

    assert journal.lines == ["first: unavailable 1", "other: unavailable 1"]
    assert host.faults.counts == {"aggregate": 2}


async def test_a_command_that_changes_nothing_is_answered_and_an_alarm_goes_on() -> None:
    store = NotingStore()
    host, journal = await watched(store, A)

    async with running(host):
        await ask(host, Wake(in_ms=500))
        assert await ask(host, Look()) == await ask(host, Look())
        await pass_ms(2_000)

    assert (await view_of(host)).state.rings == 1
    assert journal.lines[0].startswith("event 2")


# What was never read here.


async def an_old_store(*aggregates: Key[Counter, Event]) -> NotingStore:
    """A store of counters that stand at 1 and wait for an alarm, seven seconds ago."""
    store = NotingStore()
    before = await a_host(store, "before")
    for aggregate in aggregates:
        await ask(before, Add(1), aggregate=aggregate)
        await ask(before, Wake(in_ms=60_000), aggregate=aggregate)
    await pass_ms(7_000)
    store.appended.clear()
    store.loads.clear()
    store.reads = 0
    return store


async def test_what_is_wanted_in_one_turn_is_read_together_and_has_what_an_outage_owes_it() -> None:
    store = await an_old_store(A, B)
    host = await a_host(store)

    first, second = await asyncio.gather(view_of(host, A), view_of(host, B))

    assert (store.loads, store.appended) == ([["a", "b"]], ["a", "b"])
    assert (first.head.version, second.head.version) == (3, 3)
    assert [view.state.served_ms for view in (first, second)] == [
        host.downtime.outages[-1].to_ms
    ] * 2
    assert store.reads == 2


async def test_a_command_that_comes_before_its_aggregate_is_read_is_stored_after_the_outage() -> (
    None
):
    store, journal = await an_old_store(A, B), Journal()
    host = await a_host(store)

    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("mine"))
    view = await view_of(host, A)

    assert journal.lines == ["mine: done 4"]
    assert (view.head.version, view.state.total) == (4, 2)
    assert [len(request.events) for request in store.requests[-1:]] == [2]


async def test_what_was_read_and_is_written_to_elsewhere_meanwhile_is_decided_anew() -> None:
    store, journal = await an_old_store(A, B), Journal()
    host, other = await a_host(store, "n"), await a_host(store.inner, "other")
    store.gate.clear()

    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("mine"))
    await pass_ms(1)
    await ask(other, Add(5))
    store.gate.set()
    await host.drain()

    assert journal.lines == ["mine: done 9"]
    state, head = await state_and_head(host)
    assert (state.total, head.version) == (7, 9)
    assert host.appender.conflicts == 1


async def test_whoever_asks_for_the_latest_while_it_is_read_does_not_see_what_was_before() -> None:
    store = await an_old_store(A)
    host, other = await a_host(store, "n"), await a_host(store.inner, "other")
    store.is_deaf = True
    await view_of(other)
    version = 3

    async def read_late(aggregate: AggregateId) -> Loaded:
        found = await store.inner.logs.load(aggregate)
        await ask(other, Add(1))
        await pass_ms(10)
        return found

    store.load = read_late  # type: ignore[method-assign]
    early = asyncio.ensure_future(view_of(host))
    await pass_ms(5)
    view = await host.view(A, anew=True)
    await early

    assert view.head.version == version + 1


async def test_one_that_cannot_be_read_concerns_nobody_else() -> None:
    store = await an_old_store(A, B)
    host = await a_host(store)
    store.away = {A}

    async with running(host):
        found = await asyncio.gather(view_of(host, A), view_of(host, B), return_exceptions=True)

    assert isinstance(found[0], StoreUnavailable)
    assert not isinstance(found[1], BaseException)


@pytest.mark.makes_faults
async def test_a_record_that_cannot_be_read_is_a_fault_of_its_aggregate_alone() -> None:
    store = await an_old_store(A)
    await store.append(
        Append(aggregate=B, head=EMPTY_HEAD, event_id="broken", events=(b"no record",))
    )
    host = await a_host(store)

    found = await asyncio.gather(view_of(host, A), view_of(host, B), return_exceptions=True)

    assert not isinstance(found[0], BaseException)
    assert isinstance(found[1], StoreUnavailable)
    assert host.faults.counts["aggregate"] == 1


async def test_a_read_that_is_cancelled_leaves_nobody_waiting() -> None:
    store = await an_old_store(A)
    host, journal = await a_host(store), Journal()
    store.load_ms = 1_000
    before = asyncio.all_tasks()

    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("cut"))
    await pass_ms(1)
    for task in asyncio.all_tasks() - before:
        task.cancel()
    await host.drain()

    assert journal.lines == ["cut: unavailable 0"]


async def test_all_that_was_read_and_waits_for_one_answer_is_stored_after_it() -> None:
    store = await an_old_store(A, B)
    store.access = StoreAccess.EXCLUSIVE
    host, journal = await a_host(store), Journal()
    found_out: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    host.pre_decide(lambda _: None if found_out.done() else found_out)
    before = asyncio.all_tasks()

    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("mine"))
    looks = [asyncio.ensure_future(view_of(host, one)) for one in (A, B)]
    await pass_ms(10)
    waiting = (store.appended.copy(), journal.lines.copy(), asyncio.all_tasks() - before)
    found_out.set_result(None)
    views = await asyncio.gather(*looks)

    assert waiting == ([], [], set(looks))
    assert store.appended == ["a", "b"]
    assert journal.lines == ["mine: done 4"]
    assert [view.head.version for view in views] == [4, 3]


async def test_who_asks_anew_while_an_answer_is_waited_for_sees_what_others_have_written() -> None:
    store = await an_old_store(A)
    host, other = await a_host(store), await a_host(store.inner, "other")
    found_out: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    host.pre_decide(lambda _: None if found_out.done() else found_out)

    host.submit(A, Add(1), arrived_ms=store_ms())
    await pass_ms(10)
    await ask(other, Add(1))
    look = asyncio.ensure_future(host.view(A, anew=True))
    await pass_ms(10)
    found_out.set_result(None)

    assert (await look).state.total == 3


async def test_an_outage_that_ends_while_an_aggregate_is_read_is_taken_before_its_commands() -> (
    None
):
    store = await an_old_store(A)
    host, journal = await a_host(store), Journal()
    store.load_ms = 1_000
    await pass_ms(900)

    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("mine"))
    await host.drain()

    state, head = await state_and_head(host)
    assert (state.total, head.version) == (2, 4)
    assert journal.lines == ["mine: done 4"]  # nothing is owed after it
    assert state.served_ms == host.downtime.outages[-1].to_ms >= store_ms() - 1_100


async def test_what_comes_while_an_aggregate_that_was_read_is_stored_is_decided_on_the_log() -> (
    None
):
    store, journal = await an_old_store(A), Journal()
    host, other = await a_host(store, "n"), await a_host(store.inner, "other")
    await view_of(other)
    store.append_ms = 20

    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("first"))
    await pass_ms(5)
    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("second"))
    await pass_ms(10)  # the first is stored, and not answered yet
    await ask(other, Add(5))
    await host.drain()

    state, _ = await state_and_head(host)
    assert state.total == 8
    assert len(journal.lines) == 2
    assert host.appender.conflicts == 0
