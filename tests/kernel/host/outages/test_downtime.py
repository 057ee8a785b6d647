"""What a node finds out about the times when it did not serve."""

import asyncio

from tests.support.faulty_store import FaultyStore
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import local_ms, pass_ms, store_ms
from xiangqi_server.kernel.faults import Faults
from xiangqi_server.kernel.host.outages.downtime import CURRENT_S, HEARTBEAT_S, Downtime
from xiangqi_server.kernel.host.outages.primary_terms import PrimaryTerms
from xiangqi_server.kernel.host.outages.store_parts import GAP_MS, StoreParts
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.store.port import Store, StoreAccess
from xiangqi_server.kernel.store.values import Outage

BEAT_MS = int(HEARTBEAT_S * 1000)
CURRENT_MS = int(CURRENT_S * 1000)


async def a_beating(store: Store) -> tuple[Downtime, list[Outage]]:
    """A node that has just begun, and the silences it will tell of."""
    faults = Faults()
    parts = StoreParts(
        store.servers, StoreClock(local_ms), PrimaryTerms(store.servers, StoreAccess.SHARED), faults
    )
    downtime = Downtime(store_ms, parts, faults, StoreAccess.SHARED)
    silences: list[Outage] = []
    downtime.on_silence(silences.append)
    await downtime.begin()
    return downtime, silences


async def beat_for(downtime: Downtime, duration_ms: int) -> None:
    """Beat for so long as a node does that is well."""
    for _ in range(duration_ms // BEAT_MS):
        await pass_ms(BEAT_MS)
        await downtime.heartbeat()


async def test_a_node_that_was_silent_while_another_served_tells_so_once() -> None:
    store = MemoryStore(store_ms)
    node, ours = await a_beating(store)
    other, theirs = await a_beating(store)
    began_ms = store_ms()

    await beat_for(other, 4_000)
    await node.ensure_current()
    await node.ensure_current()
    await node.heartbeat()

    assert ours == [Outage(began_ms, began_ms + 4_000)]
    assert theirs == []
    assert node.outages == other.outages == ()


async def test_a_second_without_a_beat_is_no_silence() -> None:
    store = MemoryStore(store_ms)
    node, silences = await a_beating(store)
    other, _ = await a_beating(store)

    await beat_for(other, CURRENT_MS)
    was_sure = node.is_current
    await node.heartbeat()

    assert was_sure
    assert silences == []


async def test_what_is_an_outage_is_not_a_silence_too() -> None:
    node, silences = await a_beating(MemoryStore(store_ms))
    began_ms = store_ms()

    await pass_ms(5_000)
    was_sure = node.is_current
    await node.ensure_current()

    assert not was_sure
    assert node.outages == (Outage(began_ms, began_ms + 5_000),)
    assert silences == []


async def test_a_silence_too_short_for_an_outage_is_told_by_whoever_was_silent() -> None:
    node, silences = await a_beating(MemoryStore(store_ms))
    began_ms = store_ms()

    await pass_ms(GAP_MS - 1)
    await node.heartbeat()

    assert node.outages == ()
    assert silences == [Outage(began_ms, began_ms + GAP_MS - 1)]


async def test_only_what_no_outage_covers_is_a_silence_of_ones_own() -> None:
    store = MemoryStore(store_ms)
    node, silences = await a_beating(store)
    other, _ = await a_beating(store)
    began_ms = store_ms()

    await beat_for(other, 2_000)
    await pass_ms(3_000)
    await other.heartbeat()
    await beat_for(other, 4_000)
    await node.heartbeat()

    assert node.outages == (Outage(began_ms + 2_000, began_ms + 5_000),)
    assert silences == [
        Outage(began_ms, began_ms + 2_000),
        Outage(began_ms + 5_000, began_ms + 9_000),
    ]


async def test_all_who_must_know_of_a_silence_wait_for_one_heartbeat_at_a_slow_store() -> None:
    store = FaultyStore(MemoryStore(store_ms))
    node, _ = await a_beating(store)
    store.heartbeat_ms = 2 * CURRENT_MS
    await pass_ms(CURRENT_MS + 1)
    began_ms = local_ms()

    await asyncio.gather(*(node.ensure_current() for _ in range(100)))

    assert local_ms() - began_ms == store.heartbeat_ms


async def test_who_comes_while_a_heartbeat_is_on_its_way_waits_for_the_next_one() -> None:
    store = FaultyStore(MemoryStore(store_ms))
    node, _ = await a_beating(store)
    store.heartbeat_ms = 2 * CURRENT_MS
    await pass_ms(CURRENT_MS + 1)
    first = asyncio.create_task(node.ensure_current())
    await pass_ms(CURRENT_MS)
    began_ms = local_ms()

    await asyncio.gather(*(node.ensure_current() for _ in range(100)))

    assert first.done()
    assert local_ms() - began_ms == CURRENT_MS + store.heartbeat_ms
