"""Aggregates that are watched, so nothing has to be read before their commands are decided."""

import asyncio
from collections.abc import Sequence

import pytest

from server.host.view import Key
from server.store.port import StoreError
from server.store.values import Append, AppendResult
from tests.support.counters import Add, Break, Counter, Event, Give, Look, Wake
from tests.support.faulty_store import FaultyStore
from tests.support.hosts import A, B, CounterHost, Journal, a_host, ask, running, view_of
from tests.support.memory_store import MemoryStore, each
from tests.support.virtual_time import pass_ms, store_ms


class GroupedStore(FaultyStore):
    """Writes down which appends came as one group."""

    def __init__(self) -> None:
        super().__init__(MemoryStore(store_ms))
        self.groups: list[list[str]] = []
        self.bug: StoreError | None = None

    async def append_all(self, requests: Sequence[Append]) -> Sequence[AppendResult | StoreError]:
        self.groups.append([request.aggregate.id for request in requests])
        if self.bug is not None:
            return [self.bug] * len(requests)
        return await each(self.append, requests)


async def watched(
    store: GroupedStore, *aggregates: Key[Counter, Event], name: str = "n"
) -> tuple[CounterHost, Journal]:
    """A host on which a journal watches counters that stand at 1."""
    host, journal = await a_host(store, name), Journal()
    for aggregate in aggregates:
        await ask(host, Add(1), aggregate=aggregate)
        host.watch(await view_of(host, aggregate), journal)
    await host.drain()
    return host, journal


async def test_what_comes_in_one_turn_is_stored_as_one_group_without_a_read() -> None:
    store = GroupedStore()
    host, journal = await watched(store, A, B)
    reads = store.reads

    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("first"))
    host.submit(B, Add(2), arrived_ms=store_ms(), answer=journal.answer("other"))
    host.submit(A, Add(3), arrived_ms=store_ms(), answer=journal.answer("second"))
    await host.drain()

    assert store.groups == [["a", "b"]]
    assert store.reads == reads
    assert journal.lines == [
        *("event 2: total 2", "event 3: total 3", "event 4: total 4", "event 5: total 5"),
        *("first: done 2", "second: done 5"),
        *("event 2: total 2", "event 3: total 3", "other: done 3"),
    ]


async def test_what_comes_while_a_group_is_stored_is_the_next_group() -> None:
    store = GroupedStore()
    host, journal = await watched(store, A, B)

    store.gate.clear()
    host.submit(A, Add(1), arrived_ms=store_ms())
    await pass_ms(1)
    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("later"))
    host.submit(B, Add(1), arrived_ms=store_ms())
    await pass_ms(1)
    store.gate.set()
    await host.drain()

    assert store.groups == [["a"], ["b"], ["a"]]
    assert journal.lines[-2:] == ["event 3: total 3", "later: done 3"]


async def test_a_refusal_is_held_against_the_log_before_it_is_told() -> None:
    store = GroupedStore()
    host, journal = await watched(store, A)
    other = await a_host(store, "other")
    store.is_deaf = True
    await ask(other, Add(1))

    host.submit(A, Give("b", 2, "gift"), arrived_ms=store_ms(), answer=journal.answer("give"))
    await host.drain()

    assert journal.lines == ["event 2: total 2", "event 3: total 0", "give: done 3"]


async def test_a_conflict_in_a_group_concerns_one_aggregate_of_it() -> None:
    store = GroupedStore()
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
    store = GroupedStore()
    host, journal = await watched(store, A)
    store.inner = MemoryStore(store_ms)
    await ask(await a_host(store.inner, "m"), Add(2))

    host.submit(A, Add(7), arrived_ms=store_ms(), answer=journal.answer("mine"))
    await host.drain()

    assert journal.lines[0] == "replaced"
    assert journal.lines[-1] == "mine: done 9"


async def test_an_answer_that_is_lost_leaves_the_outcome_unknown_for_its_aggregate_alone() -> None:
    store = GroupedStore()
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
    store = GroupedStore()
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


async def test_a_group_that_is_cancelled_leaves_nobody_waiting() -> None:
    store = GroupedStore()
    host, journal = await watched(store, A)
    store.gate.clear()
    before = asyncio.all_tasks()

    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("cut"))
    await pass_ms(1)
    for task in asyncio.all_tasks() - before:
        task.cancel()
    await host.drain()

    assert journal.lines == ["cut: unavailable 1"]


async def test_a_command_that_changes_nothing_is_answered_and_an_alarm_goes_on() -> None:
    store = GroupedStore()
    host, journal = await watched(store, A)

    async with running(host):
        await ask(host, Wake(in_ms=500))
        assert await ask(host, Look()) == await ask(host, Look())
        await pass_ms(2_000)

    assert (await view_of(host)).state.rings == 1
    assert journal.lines[0].startswith("event 2")
