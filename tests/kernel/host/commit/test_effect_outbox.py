import logging

import pytest

from tests.support.counters import Add, Give
from tests.support.faulty_store import FaultyStore
from tests.support.hosts import A, B, a_host, ask, running, state_and_head
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.kernel.host.commit.draft import Done
from xiangqi_server.kernel.store.values import Append, StoredEffect

GIFT = Give(to="b", amount=3, gift="g")


async def test_an_order_is_carried_out_and_leaves_the_outbox() -> None:
    store = MemoryStore(store_ms)
    host = await a_host(store)

    await ask(host, GIFT)
    await host.drain()

    assert (await state_and_head(host, B))[0].total == 3
    assert await store.effects(10) == ()


async def test_an_order_of_a_node_that_died_is_carried_out_by_another() -> None:
    store = FaultyStore(MemoryStore(store_ms))
    store.answers_to_lose = 1
    await ask(await a_host(store, "dead"), GIFT)
    pending = await store.effects(10)
    host = await a_host(store, "m")

    async with running(host):
        await pass_ms(100)

    assert len(pending) == 1
    assert (await state_and_head(host, B))[0].total == 3
    assert await store.effects(10) == ()


async def test_an_order_done_but_not_removed_is_not_done_again() -> None:
    store = FaultyStore(MemoryStore(store_ms))
    store.finishes_to_lose = 1
    first = await a_host(store, "dead")
    await ask(first, GIFT)
    await first.drain()
    pending = await store.effects(10)
    host = await a_host(store, "m")

    async with running(host):
        await pass_ms(100)

    assert len(pending) == 1
    assert len(await store.read(B, 0)) == 1
    assert await store.effects(10) == ()


async def test_an_order_whose_target_cannot_be_reached_is_done_when_the_store_is_back() -> None:
    store = FaultyStore(MemoryStore(store_ms))
    host = await a_host(store)
    await ask(host, Add(1), aggregate=B)
    store.answers_to_lose = 1

    async with running(host):
        lost = await ask(host, GIFT)
        store.is_away = True
        await pass_ms(5_000)
        store.is_away = False
        await pass_ms(1_000)

    assert not isinstance(lost, Done)
    assert (await state_and_head(host, B))[0].total == 4
    assert await store.effects(10) == ()


async def test_an_order_nobody_understands_stays_and_stops_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = MemoryStore(store_ms)
    await store.append(Append(A, (await store.load(A)).head, "x", (b"?",), effects=(_JUNK,)))
    host = await a_host(store)
    await ask(host, GIFT, aggregate=B)

    async with running(host):
        await pass_ms(1_000)

    assert [pending.effect for pending in await store.effects(10)] == [_JUNK]
    assert "effect unreadable" in [r.message for r in caplog.records if r.levelno == logging.ERROR]


_JUNK = StoredEffect("junk", b"\xc1")
