"""What goes away again and again: it is not told each time, and its time is given back once."""

from itertools import pairwise

import pytest

from tests.support.counters import Add
from tests.support.faulty_store import FaultyStore
from tests.support.hosts import B, a_host, ask, running
from tests.support.memory_store import MemoryStore
from tests.support.parted_store import PartedStore
from tests.support.stores import SetClock
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.kernel.host.commit.draft import Done
from xiangqi_server.kernel.host.outages.damping import CALM_S, LONGEST_S, Damping
from xiangqi_server.kernel.host.outages.store_parts import GAP_MS
from xiangqi_server.kernel.store.values import Outage


def test_each_time_it_has_to_be_there_for_twice_as_long() -> None:
    clock = SetClock()
    damping = Damping(lambda: clock.now_ms / 1000)

    def answers_for_s() -> float:
        began_ms = clock.now_ms
        damping.gone()
        while not damping.is_back():
            clock.now_ms += 100
        return (clock.now_ms - began_ms) / 1000

    assert [answers_for_s() for _ in range(6)] == [0, 0, 1, 2, LONGEST_S, LONGEST_S]
    clock.now_ms += int(CALM_S * 1000)
    assert answers_for_s() == 0


def test_an_answer_before_a_silence_does_not_count() -> None:
    clock = SetClock()
    damping = Damping(lambda: clock.now_ms / 1000)
    for _ in range(3):
        damping.gone()
        damping.is_back()
    clock.now_ms += 900

    damping.silent()
    clock.now_ms += 900

    assert not damping.is_back()


async def test_a_part_that_flaps_is_told_away_a_few_times_and_is_one_outage_then() -> None:
    store = PartedStore(lambda aggregate: int(aggregate == B))
    host = await a_host(store)
    told: list[str] = []
    host.parts.on_away(lambda _: told.append("away"))
    host.parts.on_back(lambda _: told.append("back"))
    async with running(host):
        await pass_ms(1_100)
        began_ms = store_ms()
        for _ in range(10):
            store.away = {1}
            await pass_ms(1_000)
            store.away = set()
            await pass_ms(1_000)
        was_away = host.is_away(B)
        await pass_ms(int(LONGEST_S * 1000) + 1_000)
        done = await ask(host, Add(1), aggregate=B)

    assert told == ["away", "back"] * (len(told) // 2)
    assert len(told) <= 8
    assert was_away
    assert isinstance(done, Done)
    outages = host.downtime.outages_for(B)
    assert all(one.to_ms < after.from_ms for one, after in pairwise(outages))
    assert sum(map(_length_ms, outages)) <= store_ms() - began_ms
    assert _length_ms(outages[-1]) > 10_000


async def test_a_store_that_flaps_pauses_a_few_times_and_what_passes_is_one_outage_then() -> None:
    store = FaultyStore(MemoryStore(store_ms))
    host = await a_host(store)
    told: list[bool] = []
    host.availability.on_pause(told.append)
    async with running(host):
        await pass_ms(1_100)
        for _ in range(10):
            store.is_away = True
            await ask(host, Add(1))
            await pass_ms(1_000)
            store.is_away = False
            await pass_ms(1_000)
        was_paused = host.is_paused
        await pass_ms(int(LONGEST_S * 1000) + 1_000)
        done = await ask(host, Add(1))

    assert told == [True, False] * (len(told) // 2)
    assert len(told) <= 8
    assert was_paused
    assert isinstance(done, Done)
    assert _length_ms(host.downtime.outages[-1]) > 10_000


def _length_ms(outage: Outage) -> int:
    return outage.to_ms - outage.from_ms


@pytest.mark.parametrize("is_other_serving", [True, False])
async def test_a_short_pause_of_all_nodes_is_an_outage_and_that_of_one_is_none(
    *, is_other_serving: bool
) -> None:
    inner = MemoryStore(store_ms)
    stores = [FaultyStore(inner), FaultyStore(inner)]
    one, other = [await a_host(store, name) for store, name in zip(stores, "nm", strict=True)]
    async with running(one), running(other):
        await pass_ms(1_100)
        for store in stores[: 1 if is_other_serving else 2]:
            store.is_away = True
        await ask(one, Add(1))
        await ask(other, Add(1))
        await pass_ms(900)
        for store in stores:
            store.is_away = False
        await pass_ms(1_000)

    lengths_ms = [_length_ms(outage) for outage in one.downtime.outages]
    assert len(lengths_ms) == (0 if is_other_serving else 1)
    assert all(900 <= length_ms < GAP_MS for length_ms in lengths_ms)
