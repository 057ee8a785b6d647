"""A store of which a part is away: what lies there waits, and is credited; all else goes on."""

import asyncio

import pytest

from tests.support.counters import Add
from tests.support.hosts import A, B, Journal, a_host, running
from tests.support.parted_store import PartedStore
from tests.support.virtual_time import local_ms, pass_ms, store_ms
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal
from xiangqi_server.kernel.faults import Faults
from xiangqi_server.kernel.host.outages.downtime import Downtime
from xiangqi_server.kernel.host.outages.primary_terms import PrimaryTerms
from xiangqi_server.kernel.host.outages.store_parts import StoreParts
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.store.port import StoreAccess
from xiangqi_server.kernel.store.values import HeartbeatAnswer, Outage

SHARDS = {"a": 0, "b": 1}


class SplitStore(PartedStore):
    """Each aggregate of the tests lies in a part of its own."""

    def __init__(self) -> None:
        super().__init__(lambda aggregate: SHARDS[aggregate.id])


async def parts_of(store: SplitStore) -> tuple[StoreParts, Downtime]:
    faults, clock = Faults(), StoreClock(local_ms)
    await clock.measure(store, 0 if 1 in store.away else 1)
    parts = StoreParts(store, clock, PrimaryTerms(store, StoreAccess.SHARED), faults)
    return parts, Downtime(clock.now_ms, parts, faults, StoreAccess.SHARED)


async def test_only_what_lies_in_a_part_that_was_away_has_had_an_outage() -> None:
    store = SplitStore()
    parts, downtime = await parts_of(store)
    told: list[tuple[str, frozenset[int]]] = []
    parts.on_away(lambda shards: told.append(("away", shards)))
    parts.on_back(lambda shards: told.append(("back", shards)))
    await parts.probe()
    worked_ms = store_ms()
    await pass_ms(400)

    store.away = {1}
    await parts.probe()
    assert (parts.is_away(A), parts.is_away(B), parts.is_any_there) == (False, True, True)
    for _ in range(6):
        await pass_ms(500)
        await parts.probe()
    store.away = set()
    await parts.probe()

    assert told == [("away", frozenset({1})), ("back", frozenset({1}))]
    assert not parts.is_away(B)
    assert downtime.outages_for(A) == ()
    assert downtime.outages_for(B) == (Outage(worked_ms, worked_ms + 3_400),)
    assert downtime.outages_for(B) is downtime.outages_for(B)


async def test_the_part_of_the_heartbeats_may_be_away_and_nobody_else_has_an_outage() -> None:
    store = SplitStore()
    parts, downtime = await parts_of(store)
    await downtime.begin()
    await parts.probe()

    store.away = {0}
    for _ in range(8):
        await pass_ms(500)
        await downtime.heartbeat()
        assert downtime.is_current
    store.away = set()
    await downtime.heartbeat()

    assert downtime.outages == ()
    assert len(downtime.outages_for(A)) == 1
    assert downtime.outages_for(B) == ()


class HangingStore(SplitStore):
    """One whose parts stand still for a while, if they are told to."""

    hanging: frozenset[int] = frozenset()

    async def heartbeat(self, gap_ms: int, joined_ms: int = 0, shard: int = 0) -> HeartbeatAnswer:
        if shard in self.hanging:
            await asyncio.Event().wait()
        return await super().heartbeat(gap_ms, joined_ms, shard)


async def test_a_part_that_refuses_and_then_stands_still_makes_nobody_silent_elsewhere() -> None:
    store = HangingStore()
    _, downtime = await parts_of(store)
    silences: list[Outage] = []
    downtime.on_silence(silences.append)
    await downtime.begin()
    running = asyncio.create_task(downtime.run())
    await pass_ms(1_000)

    for after_ms in range(50, 550, 50):  # whatever is being asked just now
        store.away = {1}
        await pass_ms(2_000 + after_ms)
        store.away, store.hanging = set(), frozenset({1})
        await pass_ms(3_000)
        assert downtime.is_current
        store.hanging = frozenset()
        await pass_ms(10_000)
    running.cancel()

    assert silences == []


async def test_a_store_that_is_away_as_a_whole_has_no_part_left() -> None:
    store = SplitStore()
    parts, _ = await parts_of(store)
    await parts.probe()

    store.away = {0, 1}
    await parts.probe()

    assert not parts.is_any_there


async def test_what_was_away_is_back_when_one_server_has_all_of_the_store() -> None:
    store = SplitStore()
    parts, downtime = await parts_of(store)
    await parts.probe()
    parts.lost(B)  # a call found its slot being moved, and the move left one server
    assert parts.is_away(B)

    store.is_in_one_piece = True
    await pass_ms(500)
    await parts.probe()

    assert not parts.is_away(B)
    assert len(downtime.outages_for(B)) == 1


async def test_a_host_refuses_what_lies_in_the_part_that_is_away_and_serves_the_rest() -> None:
    store = SplitStore()
    host = await a_host(store)
    async with running(host):
        await pass_ms(600)
        store.away = {1}
        await pass_ms(600)
        journal = Journal()
        for name, aggregate in (("a", A), ("b", B)):
            host.submit(aggregate, Add(1), arrived_ms=store_ms(), answer=journal.answer(name))
        await pass_ms(100)

        assert journal.lines == [f"b: {CommonRefusal.UNAVAILABLE} 0", "a: done 1"]
        assert not host.is_paused
        store.away = set()
        await pass_ms(600)
        host.submit(B, Add(1), arrived_ms=store_ms(), answer=journal.answer("b"))
        await pass_ms(100)

        assert journal.lines[-1] == "b: done 1"


async def test_a_node_that_starts_in_an_outage_knows_when_it_began() -> None:
    store = SplitStore()
    _, elder = await parts_of(store)
    await elder.begin()
    last_ms = store_ms()
    store.away = {1}
    await pass_ms(60_000)
    parts, downtime = await parts_of(store)
    await downtime.begin()
    assert (parts.is_away(A), parts.is_away(B), downtime.is_current) == (False, True, True)
    await pass_ms(5_000)

    store.promote(1)
    await downtime.heartbeat()

    assert downtime.outages_for(B) == (Outage(last_ms, last_ms + 65_000),)


async def test_when_all_nodes_were_away_each_part_says_so_in_its_own_time() -> None:
    store = SplitStore()
    store.lead_ms = [0, 3_000]
    _, before = await parts_of(store)
    await before.begin()
    last_ms = store_ms()
    await pass_ms(20_000)

    _, downtime = await parts_of(store)
    await downtime.begin()

    assert downtime.outages_for(A) == (Outage(last_ms, last_ms + 20_000),)
    assert downtime.outages_for(B) == (Outage(last_ms + 3_000, last_ms + 23_000),)


async def test_a_node_that_was_silent_was_missed_only_if_another_served() -> None:
    store = SplitStore()
    store.lead_ms = [-3_000, 3_000]
    _, downtime = await parts_of(store)
    silences: list[Outage] = []
    downtime.on_silence(silences.append)
    await downtime.begin()

    await pass_ms(20_000)  # nobody serves
    await downtime.heartbeat()
    assert silences == []

    _, other = await parts_of(store)
    await other.begin()
    for _ in range(10):
        await pass_ms(500)
        await other.heartbeat()
    now_ms = store_ms()
    await downtime.heartbeat()

    assert silences == [Outage(now_ms - 5_000 - 3_000, now_ms - 3_000)]


async def test_each_part_has_its_time_and_a_moment_keeps_its_age() -> None:
    store = SplitStore()
    store.lead_ms = [-2_000, 3_000]
    parts, downtime = await parts_of(store)
    await downtime.begin()
    node_ms = store_ms() - 2_000  # the first part tells it

    assert (parts.now_ms(A), parts.now_ms(B)) == (store_ms() - 2_000, store_ms() + 3_000)
    assert parts.to_shard_time(A, node_ms - 700) == parts.now_ms(A) - 700
    assert parts.to_shard_time(B, node_ms) == parts.now_ms(B)
    assert parts.skew_ms == 5_000


@pytest.mark.parametrize("is_promoted", [True, False])
async def test_what_a_clock_jumps_ahead_nobody_has_thought(*, is_promoted: bool) -> None:
    store = SplitStore()
    parts, downtime = await parts_of(store)
    await downtime.begin()
    await pass_ms(500)
    was_ms = parts.now_ms(B)

    if is_promoted:
        store.promote(1, 3_000)
    else:
        store.lead_ms[1] = 3_000
    await downtime.heartbeat()

    assert downtime.outages_for(B) == (Outage(was_ms, was_ms + 3_000),)
    assert downtime.outages_for(A) == ()
    store.promote(1, -3_000)
    await downtime.heartbeat()
    assert parts.now_ms(B) == was_ms - 3_000
    assert len(downtime.outages_for(B)) == 1
