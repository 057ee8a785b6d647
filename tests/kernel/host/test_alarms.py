import asyncio
from contextlib import AsyncExitStack
from itertools import chain

import pytest

from tests.support.counters import COUNTER, Add, Ring, Wake
from tests.support.faulty_store import FaultyStore
from tests.support.hosts import A, Journal, P, a_host, ask, running, state_and_head, view_of
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import START_MS, pass_ms, store_ms
from xiangqi_server.kernel.host.alarms import EARLY_MS, Alarms
from xiangqi_server.kernel.host.background import A_TURN
from xiangqi_server.kernel.host.commit.draft import Done
from xiangqi_server.kernel.host.replica import Replica
from xiangqi_server.kernel.host.sharing import Sharing
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.share import Share
from xiangqi_server.kernel.store.values import AggregateId


async def test_an_alarm_rings_on_time_and_once() -> None:
    store = MemoryStore(store_ms)
    host = await a_host(store)
    await ask(host, Wake(10_000))

    async with running(host):
        await pass_ms(9_999)
        before = (await state_and_head(host))[0].rings
        await pass_ms(1)
        await host.drain()
        await pass_ms(60_000)

    state, head = await state_and_head(host)
    assert (before, state.rings) == (0, 1)
    assert head.at_ms == START_MS + 10_000


async def test_a_later_wish_replaces_the_earlier_one() -> None:
    host = await a_host(MemoryStore(store_ms))
    await ask(host, Wake(1_000))

    async with running(host):
        await ask(host, Wake(5_000))
        await pass_ms(4_999)
        before = (await state_and_head(host))[0].rings
        await pass_ms(2)
        await host.drain()

    assert (before, (await state_and_head(host))[0].rings) == (0, 1)


async def test_an_alarm_rings_once_though_two_nodes_hold_the_aggregate() -> None:
    store = MemoryStore(store_ms)
    here, there = await a_host(store, "n"), await a_host(store, "m")
    journal = Journal()
    await ask(here, Wake(10_000))
    there.watch(await view_of(there), journal)

    async with running(here), running(there):
        await pass_ms(20_000)

    assert (await state_and_head(here))[0].rings == 1
    assert await state_and_head(there) == await state_and_head(here)
    assert len(await store.read(A, 0)) == 2


@pytest.mark.parametrize("first_is_dead", [False, True])
async def test_nodes_ring_in_turn_for_what_all_of_them_hold(first_is_dead: bool) -> None:
    inner = MemoryStore(store_ms)
    names = frozenset({"k", "m", "n", "o"})
    by_turn = sorted(names, key=lambda name: Share(name, names).turn_at(str(P)))
    stores = {name: FaultyStore(inner) for name in by_turn}
    hosts = [await a_host(store, name) for name, store in stores.items()]
    await ask(hosts[0], Wake(9_000), aggregate=P)
    for host, name in zip(hosts, by_turn, strict=True):
        host.sharing.serve_with(name, names)
        host.watch(await view_of(host, P), Journal())
    stores[by_turn[0]].is_away = first_is_dead
    before = sum(len(store.requests) for store in stores.values())

    async with AsyncExitStack() as stack:
        for host in hosts:
            await stack.enter_async_context(running(host))
        await pass_ms(15_000)

    assert sum(len(store.requests) for store in stores.values()) - before == 1
    state, head = await state_and_head(hosts[1], P)
    assert state.rings == 1
    assert head.at_ms == START_MS + (9_100 if first_is_dead else 9_000)


async def test_an_alarm_nobody_holds_is_found_by_the_sweep_of_any_node() -> None:
    store = MemoryStore(store_ms)
    theirs = FaultyStore(store)
    host = await a_host(store, "m")

    async with running(host):
        await ask(await a_host(theirs, "dead"), Wake(10_100))
        theirs.is_away = True
        await pass_ms(15_000)

    state, head = await state_and_head(host)
    assert state.rings == 1
    assert head.at_ms == START_MS + 12_000


async def test_an_alarm_too_early_by_the_stores_clock_is_put_off_and_rings() -> None:
    slow_by_ms = 300
    store = MemoryStore(lambda: store_ms() - lag_ms[0])
    lag_ms = [0]
    host = await a_host(store)
    await ask(host, Wake(1_000))

    lag_ms[0] = slow_by_ms
    await pass_ms(1_000)
    await host.drain()
    early = (await state_and_head(host))[0].rings
    await pass_ms(slow_by_ms + EARLY_MS)
    await host.drain()

    state, head = await state_and_head(host)
    assert (early, state.rings) == (0, 1)
    assert head.at_ms >= START_MS + 1_000


async def test_what_waits_with_an_early_alarm_is_done_without_it() -> None:
    lag_ms = [0]
    store = MemoryStore(lambda: store_ms() - lag_ms[0])
    host = await a_host(store)
    await ask(host, Wake(1_000))
    lag_ms[0] = 500
    await pass_ms(999)
    journal = Journal()

    host.submit(A, Ring(), arrived_ms=START_MS + 1_000)
    host.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("x"))
    await host.drain()

    state, _ = await state_and_head(host)
    assert journal.lines == ["x: done 2"]
    assert (state.total, state.rings) == (1, 0)


async def test_refused_commands_do_not_put_an_alarm_off() -> None:
    host = await a_host(MemoryStore(store_ms))
    await ask(host, Wake(1_000))
    await pass_ms(980)

    for _ in range(10):
        await ask(host, Add(-1))
        await pass_ms(EARLY_MS // 5)
    await host.drain()

    _, head = await state_and_head(host)
    assert head.at_ms == START_MS + 1_000


async def test_an_alarm_that_came_while_the_store_was_away_rings_when_it_is_back() -> None:
    store = FaultyStore(MemoryStore(store_ms))
    host = await a_host(store)
    host.watch(await view_of(host), Journal())
    await ask(host, Wake(1_000))

    async with running(host):
        store.is_away = True
        await ask(host, Add(1))
        await pass_ms(5_000)
        store.is_away = False
        await pass_ms(1_000)

    state, _ = await state_and_head(host)
    assert (state.rings, state.total) == (1, 0)


async def test_an_alarm_of_unknown_outcome_rings_once() -> None:
    store = FaultyStore(MemoryStore(store_ms))
    host = await a_host(store)
    host.watch(await view_of(host), Journal())
    await ask(host, Wake(1_000))
    store.answers_to_lose = 1

    async with running(host):
        await pass_ms(10_000)

    assert (await state_and_head(host))[0].rings == 1
    assert isinstance(await ask(host, Add(1)), Done)


async def test_one_timer_serves_all_and_what_is_set_for_earlier_again_rings_once() -> None:
    rung: list[tuple[str, int]] = []
    alarms = Alarms(
        lambda _: store_ms(), Sharing(), lambda aggregate: rung.append((aggregate.id, store_ms()))
    )
    replicas = [Replica(AggregateId("counter", f"c{number}"), COUNTER) for number in range(3)]
    for sooner_ms in range(1_000):
        for number, replica in enumerate(replicas):
            alarms.ring_at(replica, START_MS + 10_000 * (number + 1) - sooner_ms)
    alarms.drop(replicas[1].aggregate)

    await pass_ms(60_000)

    assert rung == [("c0", START_MS + 9_001), ("c2", START_MS + 29_001)]


class Rung:
    """The alarms that rang, turn by turn of the loop."""

    def __init__(self) -> None:
        self.by_turn: list[list[str]] = []
        self._is_in_turn = False

    def note(self, aggregate: AggregateId) -> None:
        if not self._is_in_turn:
            self._is_in_turn = True
            self.by_turn.append([])
            asyncio.get_running_loop().call_soon(self._end_turn)
        self.by_turn[-1].append(aggregate.id)

    def _end_turn(self) -> None:
        self._is_in_turn = False


async def test_alarms_of_one_moment_ring_a_few_a_turn_and_all_of_them() -> None:
    rung = Rung()
    alarms = Alarms(lambda _: store_ms(), Sharing(), rung.note)
    names = [f"c{number}" for number in range(3 * A_TURN + 1)]
    for name in names:
        alarms.ring_at(Replica(AggregateId("counter", name), COUNTER), START_MS + 30_000)

    await pass_ms(60_000)

    assert list(chain.from_iterable(rung.by_turn)) == names
    assert list(map(len, rung.by_turn)) == [A_TURN, A_TURN, A_TURN, 1]


async def test_alarms_that_nobody_holds_ring_a_few_a_turn_too() -> None:
    store = MemoryStore(store_ms)
    writer, rung = await a_host(store), Rung()
    writer.alarm_gate(lambda _: asyncio.sleep(0, 1_000))  # as if its node had died
    for number in range(3 * A_TURN):
        await ask(writer, Wake(1_000), aggregate=key(COUNTER, f"c{number}"))
    await pass_ms(5_000)
    sweeper = await a_host(store, "m")
    sweeper.alarm_gate(rung.note)

    async with running(sweeper):
        await pass_ms(500)
        await sweeper.drain()

    assert list(map(len, rung.by_turn)) == [A_TURN] * 3
