"""Two nodes on one store: what one writes, the watchers at the other are told."""

import asyncio

from tests.support.counters import COUNTER, PATIENT, Add, Look
from tests.support.faulty_store import FaultyStore
from tests.support.hosts import (
    A,
    B,
    CounterHost,
    Journal,
    P,
    a_host,
    ask,
    running,
    state_and_head,
    view_of,
)
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.kernel.host.commit.committer import TRIES
from xiangqi_server.kernel.host.commit.draft import Done
from xiangqi_server.kernel.host.replication import SLICE
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.port import StoreAccess

P_INTERVAL_MS = PATIENT.limits.min_append_interval_ms


async def two_hosts() -> tuple[FaultyStore, CounterHost, FaultyStore, CounterHost]:
    """Two hosts, each with its own way to one store."""
    inner = MemoryStore(store_ms)
    near, far = FaultyStore(inner), FaultyStore(inner)
    return near, await a_host(near, "n"), far, await a_host(far, "m")


async def a_watcher(host: CounterHost) -> Journal:
    """One who looks at A through `host`."""
    journal = Journal()
    host.watch(await view_of(host), journal)
    await pass_ms(1)
    return journal


async def test_watchers_hear_at_once_what_another_node_stored() -> None:
    _, near, _, far = await two_hosts()
    journal = await a_watcher(far)

    for _ in range(3):
        await ask(near, Add(1))
    await pass_ms(1)

    assert journal.lines == ["event 1: total 1", "event 2: total 2", "event 3: total 3"]


async def test_a_publication_that_follows_directly_costs_no_read() -> None:
    _, near, store, far = await two_hosts()
    journal = await a_watcher(far)
    store.is_away = True

    await ask(near, Add(1))
    await pass_ms(1)

    assert journal.lines == ["event 1: total 1"]


async def test_own_events_are_told_once_although_they_come_back() -> None:
    near_store, near, _, _ = await two_hosts()
    near_store.has_echo = True
    journal = await a_watcher(near)

    await ask(near, Add(1))
    await ask(near, Add(1))
    await pass_ms(1)

    assert journal.lines == ["event 1: total 1", "event 2: total 2"]


async def test_a_publication_that_comes_twice_or_late_is_told_once_and_in_order() -> None:
    _, near, store, far = await two_hosts()
    journal = await a_watcher(far)
    store.has_echo, store.held_back = True, []
    await ask(near, Add(1))
    await ask(near, Add(1))
    await pass_ms(1)
    held = store.held_back or []
    held.reverse()

    store.let_through()
    await far.drain()

    assert journal.lines == ["event 1: total 1", "event 2: total 2"]


async def test_a_gap_is_filled_from_the_store() -> None:
    _, near, store, far = await two_hosts()
    journal = await a_watcher(far)
    store.is_deaf = True
    await ask(near, Add(1))
    await pass_ms(1)
    store.is_deaf = False

    await ask(near, Add(1))
    await pass_ms(1)
    await far.drain()

    assert journal.lines == ["event 1: total 1", "event 2: total 2"]


async def test_the_sweep_finds_what_no_publication_told() -> None:
    _, near, store, far = await two_hosts()
    journal = await a_watcher(far)
    store.is_deaf = True

    async with running(far):
        await ask(near, Add(1))
        await pass_ms(2_500)

    assert journal.lines == ["event 1: total 1"]


async def test_what_was_written_before_following_began_is_looked_for() -> None:
    _, near, _, far = await two_hosts()
    journal = Journal()
    replica = await view_of(far)
    await ask(near, Add(1))

    far.watch(replica, journal)
    await pass_ms(1)
    await far.drain()

    assert journal.lines == ["event 1: total 1"]


async def test_whoever_stopped_watching_hears_nothing_and_later_sees_what_is_stored() -> None:
    _, near, _, far = await two_hosts()
    journal = await a_watcher(far)
    far.unwatch(await view_of(far), journal)

    await ask(near, Add(1))
    await pass_ms(1)

    assert journal.lines == []
    assert (await view_of(far)).head.version == 1


async def test_nothing_is_refused_on_a_state_that_is_not_followed() -> None:
    _, near, _, far = await two_hosts()
    await ask(far, Look())
    await ask(near, Add(1))

    answer = await ask(far, Look())

    assert getattr(answer, "version", None) == 1


async def test_news_that_come_during_an_append_wait_for_its_end() -> None:
    _, near, store, far = await two_hosts()
    journal = await a_watcher(far)
    store.gate.clear()
    far.submit(A, Add(1), arrived_ms=store_ms(), answer=journal.answer("own"))
    await pass_ms(1)
    await ask(near, Add(1))
    await pass_ms(1)

    store.gate.set()
    await far.drain()
    await pass_ms(1)
    await far.drain()

    assert journal.lines == ["event 1: total 1", "event 2: total 2", "own: done 2"]


async def test_ephemerals_are_told_to_who_listens_on_any_node() -> None:
    _, near, store, far = await two_hosts()
    heard: list[str] = []

    class Listener(Journal):
        def on_ephemeral(self, ephemeral: object) -> None:
            heard.append(getattr(ephemeral, "topic", ""))

    listener = Listener()
    replica = await view_of(far)
    far.watch(replica, listener)
    far.listen(replica, listener)
    await view_of(near, B)

    await store.side.chat.add(A, "players", "r", b"hello", kept=3, ttl_ms=1_000)
    await store.side.chat.add(B, "players", "r", b"hello", kept=3, ttl_ms=1_000)
    await pass_ms(1)

    assert heard == ["line.players"]


async def test_what_is_followed_is_compared_in_slices_each_once_until_the_next_sweep() -> None:
    store, host, _, _ = await two_hosts()
    ids = [key(COUNTER, f"quiet-{number}") for number in range(3 * SLICE)]
    for aggregate in ids:
        host.watch(await view_of(host, aggregate), Journal())
    await pass_ms(1)
    store.compared.clear()

    async with running(host):
        await pass_ms(2_100)

    assert [len(slice_) for slice_ in store.compared[:3]] == [SLICE] * 3
    assert {one for slice_ in store.compared[:3] for one in slice_} == {*ids}


async def test_a_host_alone_compares_one_slice_between_two_sweeps() -> None:
    store = FaultyStore(MemoryStore(store_ms), StoreAccess.EXCLUSIVE)
    host = await a_host(store)
    for number in range(3 * SLICE):
        host.watch(await view_of(host, key(COUNTER, f"quiet-{number}")), Journal())
    await host.drain()
    store.compared.clear()

    async with running(host):
        await pass_ms(2_100)

    assert [len(slice_) for slice_ in store.compared] == [SLICE] * 2


async def test_a_host_that_ends_asks_the_store_nothing_about_what_begins_to_be_followed() -> None:
    store, host, _, _ = await two_hosts()
    view = await view_of(host)
    store.compared.clear()

    host.stop_following()
    host.watch(view, Journal())
    await pass_ms(1)
    await host.drain()

    assert store.compared == []


async def test_what_others_write_while_a_node_gathers_costs_no_second_append() -> None:
    near_store, near, _, far = await two_hosts()
    for host in (near, far):
        host.watch(await view_of(host, P), Journal())
    await ask(near, Add(1), aggregate=P)
    before = len(near_store.requests)

    gathering = asyncio.create_task(ask(near, Add(1), aggregate=P))
    await pass_ms(50)
    await ask(far, Add(1), aggregate=P)
    done = await gathering

    assert isinstance(done, Done)
    assert done.version == 3
    assert len(near_store.requests) - before == 1


async def test_a_node_that_others_were_before_gathers_longer_the_next_time() -> None:
    near_store, near, _, far = await two_hosts()
    for host in (near, far):
        host.watch(await view_of(host, P), Journal())
    near_store.append_ms = 20

    contested = asyncio.create_task(ask(near, Add(1), aggregate=P))
    await pass_ms(5)
    await ask(far, Add(1), aggregate=P)
    await contested
    after_ms = store_ms()
    await ask(near, Add(1), aggregate=P)
    await ask(near, Add(1), aggregate=P)

    gathered_ms = (2 + 1) * P_INTERVAL_MS
    assert store_ms() - after_ms == gathered_ms + 2 * near_store.append_ms


async def test_many_nodes_that_write_to_one_log_at_once_all_find_their_version() -> None:
    inner = MemoryStore(store_ms)
    hosts = []
    for number in range(TRIES + 8):
        store = FaultyStore(inner)
        store.append_ms = 4
        hosts.append(await a_host(store, f"n{number:02d}"))
        hosts[-1].watch(await view_of(hosts[-1]), Journal())

    answers = await asyncio.gather(*(ask(host, Add(1)) for host in hosts))

    assert all(isinstance(answer, Done) for answer in answers)
    assert not any(host.faults.counts for host in hosts)
    assert (await state_and_head(hosts[0]))[0].total == len(hosts)


async def test_what_is_heard_together_with_a_command_is_taken_before_it_is_decided() -> None:
    _, near, store, far = await two_hosts()
    await a_watcher(far)
    store.held_back = []
    await ask(near, Add(1))
    await ask(near, Add(1))
    store.requests.clear()
    store.held_back = store.held_back[1:]  # the first one was lost, so the log has to be read

    store.let_through()
    await ask(far, Add(1))

    assert (await view_of(far)).state.total == 3
    assert len(store.requests) == 1
