"""What a failover takes back and a node still holds is written back; see also `data/failovers`."""

import logging

import pytest

from tests.support.counters import Add, Give, Wake
from tests.support.faulty_store import FaultyStore
from tests.support.hosts import A, B, Journal, a_host, ask, running, state_and_head, view_of
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal
from xiangqi_server.kernel.host.commit.draft import Done, Rejected
from xiangqi_server.kernel.host.log_repair import HELD_MS
from xiangqi_server.kernel.store.port import StoreAccess
from xiangqi_server.kernel.store.values import EMPTY_HEAD, advance


def a_store() -> tuple[FaultyStore, MemoryStore]:
    """A node's way to a store, and that store."""
    inner = MemoryStore(store_ms)
    return FaultyStore(inner), inner


async def test_what_the_writer_holds_is_written_back_before_its_next_command() -> None:
    store, inner = a_store()
    host = await a_host(store)
    journal = Journal()
    host.watch(await view_of(host), journal)
    await ask(host, Add(3))
    told, events = await inner.load(A), await inner.read(A, 0)
    await pass_ms(50)
    inner.roll_back(A, 0)

    answer = await ask(host, Add(1))

    assert isinstance(answer, Done)
    assert answer.version == 4
    assert (await inner.read(A, 0))[:3] == events
    assert advance(EMPTY_HEAD, await inner.read(A, 0)) == (await inner.load(A)).head
    assert told.head.version == 3
    assert not [line for line in journal.lines if line.startswith("replaced")]
    assert host.log_repair.restored == 3
    assert host.log_repair.branches == 0


async def test_what_nobody_watches_is_written_back_when_the_store_returns() -> None:
    store, inner = a_store()
    host = await a_host(store)
    await ask(host, Wake(60_000))
    await ask(host, Give("b", 2, "gift"))
    before = await inner.load(A)
    async with running(host):
        store.is_away = True
        await ask(host, Add(1), aggregate=B)
        inner.roll_back(A, 0)
        store.is_away = False
        await pass_ms(1_000)

        assert await inner.load(A) == before
        state, _ = await state_and_head(host, B)
        assert state.gifts == ("gift",)


async def test_a_log_that_somebody_has_gone_on_with_is_another_branch_and_is_counted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store, inner = a_store()
    host = await a_host(store)
    journal = Journal()
    host.watch(await view_of(host), journal)
    await ask(host, Add(2))
    inner.roll_back(A, 1)
    await ask(await a_host(inner, "m"), Add(1))

    async with running(host):
        await pass_ms(3_000)

    assert journal.lines[-1] == "replaced"
    assert (await view_of(host)).state.total == 2
    assert host.log_repair.branches == 1
    assert host.log_repair.restored == 0
    errors = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert [record.message for record in errors] == ["log is on another branch"]


async def test_what_is_old_is_held_no_longer() -> None:
    store, inner = a_store()
    host = await a_host(store)
    journal = Journal()
    host.watch(await view_of(host), journal)
    await ask(host, Add(1))
    await pass_ms(HELD_MS + 1_000)
    await ask(host, Add(1), aggregate=B)

    assert host.log_repair.aggregates == (B,)
    inner.roll_back(A, 0)
    async with running(host):
        await pass_ms(3_000)

    assert journal.lines[-1] == "replaced"
    assert (await view_of(host)).state.total == 0


async def test_a_part_of_the_store_that_is_away_holds_up_nothing_that_lies_elsewhere() -> None:
    store, inner = a_store()
    host = await a_host(store)
    watched, elsewhere, pauses = Journal(), Journal(), Journal()
    host.availability.on_pause(pauses.paused)
    host.watch(await view_of(host, A), watched)
    host.watch(await view_of(host, B), elsewhere)
    await ask(host, Add(1))
    await ask(host, Add(1), aggregate=B)
    before = await inner.load(A)
    async with running(host):
        store.away.add(A)
        inner.roll_back(A, 0)
        refused = await ask(host, Add(1))
        done = await ask(host, Add(1), aggregate=B)
        reason = host.availability.partial_reason
        await pass_ms(3_000)
        still_away = host.availability.partial_reason
        store.away.clear()
        await pass_ms(3_000)

        assert await inner.load(A) == before
        assert isinstance(await ask(host, Add(1)), Done)

    assert refused == Rejected(CommonRefusal.UNAVAILABLE, "", 1)
    assert isinstance(done, Done)
    assert reason == still_away == "this part of the store is away"
    assert host.availability.partial_reason == ""
    assert pauses.lines == []
    assert watched.lines == ["event 1: total 1", "event 2: total 2"]


async def test_what_nobody_watches_is_written_back_into_a_part_that_returns() -> None:
    store, inner = a_store()
    host = await a_host(store)
    await ask(host, Add(1))
    before = await inner.load(A)
    async with running(host):
        store.away.add(A)
        await ask(host, Add(1))
        inner.roll_back(A, 0)
        store.away.clear()
        await pass_ms(3_000)

    assert await inner.load(A) == before


async def test_what_is_old_is_not_held_when_it_is_read() -> None:
    store, _ = a_store()
    first, second = await a_host(store, "m"), await a_host(store)
    await ask(first, Add(1))
    await pass_ms(HELD_MS + 1_000)
    await ask(first, Add(1))

    await view_of(second)
    (only_young,) = second.log_repair.aggregates
    inner_head = (await store.load(A)).head
    assert (only_young, inner_head.version) == (A, 2)
    await pass_ms(HELD_MS + 1_000)
    third = await a_host(store, "o")
    await view_of(third)

    assert third.log_repair.aggregates == ()


async def test_a_node_alone_with_its_store_holds_nothing_for_there_is_no_failover() -> None:
    store = MemoryStore(store_ms)
    alone, other = await a_host(FaultyStore(store, StoreAccess.EXCLUSIVE)), await a_host(store, "m")

    await ask(alone, Add(3))
    await ask(other, Add(3))
    await ask(alone, Add(1))

    assert alone.log_repair.aggregates == ()
    assert other.log_repair.aggregates == (A,)
