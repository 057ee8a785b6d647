"""A replica is promoted: nothing is decided before its log is whole and its time known."""

import asyncio

import pytest

from tests.support.counters import Add, Give
from tests.support.faulty_store import FaultyStore
from tests.support.hosts import A, B, CounterHost, Journal, a_host, ask, running
from tests.support.memory_store import MemoryStore
from tests.support.parted_store import PartedStore
from tests.support.virtual_time import local_ms, pass_ms, store_ms
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal
from xiangqi_server.kernel.host.commit.draft import Done, Rejected
from xiangqi_server.kernel.host.log_repair import HELD_MS
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.kernel.store.values import Outage

SETTLE_MS = 2_000


class OneAddress(MemoryStore):
    """A store with one address, at which a replica may be promoted."""

    def __init__(self, settles_ms: int = SETTLE_MS) -> None:
        super().__init__(lambda: store_ms() + self.lead_ms)
        self.lead_ms = 0
        self.settles_ms = settles_ms

    @property
    def write_back_ms(self) -> int:
        return self.settles_ms

    def promote(self, lead_ms: int = 0) -> None:
        """From now on another server answers; its clock is ahead by so much."""
        self.promotions = (self.promotions[0] + 1,)
        self.lead_ms = lead_ms


async def test_no_node_goes_on_before_another_one_has_written_back_what_it_was_told() -> None:
    store = OneAddress()
    north, south = await a_host(store, "north"), await a_host(store, "south")
    seen = Journal()
    await ask(north, Add(1))
    south.watch(await south.view(A), seen)
    async with running(north), running(south):
        await ask(north, Add(1))  # south hears of it, too
        south.unwatch(await south.view(A), seen)
        await ask(north, Add(1))
        before = await store.load(A)

        store.roll_back(A, 1)
        store.promote()
        at_once = await ask(south, Add(1))
        await pass_ms(SETTLE_MS // 2)
        meanwhile = await ask(south, Add(1))
        written_back = await store.load(A)
        await pass_ms(SETTLE_MS)
        afterwards = await ask(south, Add(1))

    assert isinstance(at_once, Rejected)
    assert isinstance(meanwhile, Rejected)
    assert at_once.code == meanwhile.code == CommonRefusal.UNAVAILABLE
    assert written_back == before
    assert isinstance(afterwards, Done)
    assert afterwards.version == 4
    assert (north.log_repair.branches, south.log_repair.branches) == (0, 0)


async def test_a_look_before_the_first_heartbeat_waits_for_it_and_pauses_nothing() -> None:
    store = PartedStore(lambda _aggregate: 0)
    await ask(await a_host(store, "before"), Add(1))
    store.away = {1}
    clock = StoreClock(local_ms)
    await clock.measure(store)
    host = CounterHost(store, clock, "n")
    paused: list[bool] = []
    host.availability.on_pause(paused.append)

    view = await host.view(A)

    assert view.head.version == 1
    assert paused == []
    assert host.parts.away.keys() == {1}


async def test_who_meets_with_a_promotion_later_than_another_node_waits_no_longer_than_it() -> None:
    store = OneAddress()
    line = FaultyStore(store)
    north, south = await a_host(store, "north"), await a_host(line, "south")
    await ask(south, Add(1))
    async with running(north), running(south):
        line.is_away = True
        await ask(south, Add(1))
        store.promote()
        await pass_ms(1_600)
        line.is_away = False
        await pass_ms(300)
        meanwhile = await ask(south, Add(1))
        await pass_ms(1_300)
        afterwards = await ask(south, Add(1))

    assert isinstance(meanwhile, Rejected)
    assert isinstance(afterwards, Done)


async def test_what_follows_on_another_nodes_event_is_written_back_after_it() -> None:
    store = OneAddress()
    first, second = await a_host(store, "first"), await a_host(store, "second")
    await ask(first, Add(1))
    await pass_ms(HELD_MS + 1_000)
    await ask(second, Add(1))  # what it has read before is too old to be held
    before = await store.load(A)
    store.roll_back(A, 0)
    store.promote()

    async with running(second):
        await pass_ms(SETTLE_MS // 2)
        alone = await store.load(A)
        async with running(first):
            await pass_ms(SETTLE_MS)
            together = await store.load(A)

    assert alone.head.version == 0
    assert together == before
    assert second.log_repair.branches == 0


async def test_nothing_is_decided_by_the_clock_of_the_server_before() -> None:
    store = OneAddress(settles_ms=0)
    host = await a_host(store)
    await ask(host, Add(1))
    was_ms = host.parts.now_ms(A)

    store.promote(3_000)
    refused = await ask(host, Add(1))
    async with running(host):
        await pass_ms(600)
        done = await ask(host, Add(1))

    assert isinstance(refused, Rejected)
    assert isinstance(done, Done)
    assert host.parts.now_ms(A) == store_ms() + 3_000
    (outage,) = host.downtime.outages_for(A)
    assert outage.from_ms == was_ms
    assert outage.to_ms >= was_ms + 3_000


async def test_a_part_with_another_primary_is_away_until_it_is_settled_and_no_longer() -> None:
    store = PartedStore(lambda aggregate: int(aggregate != A))
    store.settles_ms = SETTLE_MS
    host = await a_host(store)
    told: list[str] = []
    host.parts.on_away(lambda shards: told.append(f"away {sorted(shards)}"))
    host.parts.on_back(lambda shards: told.append(f"back {sorted(shards)}"))
    async with running(host):
        await pass_ms(1_100)
        await ask(host, Add(1))
        before = await store.load(A)
        worked_ms = store_ms()
        store.roll_back(A, 0)
        store.promote(0)
        refused = await ask(host, Add(1))
        await pass_ms(SETTLE_MS - 500)
        was_away = host.is_away(A)
        written_back = await store.load(A)
        await pass_ms(1_500)
        done = await ask(host, Add(1))

    assert isinstance(refused, Rejected)
    assert was_away
    assert written_back == before
    assert isinstance(done, Done)
    assert done.version == 2
    assert told == ["away [0]", "back [0]"]
    (outage,) = host.downtime.outages_for(A)
    assert isinstance(outage, Outage)
    assert outage.to_ms - worked_ms >= SETTLE_MS


@pytest.mark.parametrize("is_silent_at_first", [False, True])
async def test_what_a_node_that_starts_holds_back_is_an_outage_to_the_end(
    *, is_silent_at_first: bool
) -> None:
    store = PartedStore(lambda aggregate: int(aggregate != A))
    store.settles_ms = SETTLE_MS
    elder = await a_host(store, "elder")
    async with running(elder):
        await pass_ms(1_100)
    last_ms = store_ms()
    await pass_ms(5_000)

    store.promote(1)
    store.away = {1} if is_silent_at_first else set()
    younger = await a_host(store, "younger")
    async with running(younger):
        await pass_ms(700)
        store.away = set()
        while younger.is_away(B):
            await pass_ms(10)
        back_ms = store_ms()

    (outage,) = younger.downtime.outages_for(B)
    assert outage.from_ms <= last_ms
    assert back_ms - 20 <= outage.to_ms <= back_ms
    assert back_ms - last_ms >= 5_000 + SETTLE_MS


async def test_a_clock_that_jumps_far_ahead_makes_nothing_too_old_to_be_written_back() -> None:
    store = OneAddress(settles_ms=0)
    host = await a_host(store)
    await ask(host, Add(1))

    store.promote(HELD_MS + 10_000)
    async with running(host):
        await pass_ms(1_000)
        await ask(host, Add(1), aggregate=B)

    assert set(host.log_repair.aggregates) == {A, B}


async def test_what_a_server_lacks_is_written_back_though_the_store_comes_and_goes() -> None:
    store = OneAddress()
    faulty = FaultyStore(store)
    host = await a_host(faulty)
    await ask(host, Add(1))
    before = await store.load(A)
    async with running(host):
        for _ in range(5):
            faulty.is_away = True
            await ask(host, Add(1), aggregate=B)
            await pass_ms(1_000)
            faulty.is_away = False
            await pass_ms(600)
        assert host.is_paused
        store.roll_back(A, 0)
        store.promote()
        await pass_ms(1_000)

    assert await store.load(A) == before


async def test_a_part_that_was_away_when_a_node_started_is_held_when_it_returns() -> None:
    store = PartedStore(lambda aggregate: int(aggregate != A))
    store.settles_ms = SETTLE_MS
    store.away = {1}
    host = await a_host(store)
    async with running(host):
        await pass_ms(1_000)
        store.promote(1)
        await pass_ms(SETTLE_MS - 500)
        elsewhere = await ask(host, Add(1))
        was_away = host.is_away(B)
        await pass_ms(1_500)
        done = await ask(host, Add(1), aggregate=B)

    assert isinstance(elsewhere, Done)
    assert was_away
    assert isinstance(done, Done)


async def test_a_node_that_starts_after_a_promotion_waits_until_others_have_written_back() -> None:
    store = OneAddress()
    north = await a_host(store, "north")
    await ask(north, Add(1))
    await ask(north, Add(1))
    before = await store.load(A)
    store.roll_back(A, 1)
    store.promote()

    south = await a_host(store, "south")
    async with running(south):
        at_once = await ask(south, Add(1))
        async with running(north):
            await pass_ms(SETTLE_MS // 2)
            written_back = await store.load(A)
            await pass_ms(SETTLE_MS)
            afterwards = await ask(south, Add(1))

    assert isinstance(at_once, Rejected)
    assert at_once.code is CommonRefusal.UNAVAILABLE
    assert written_back == before
    assert isinstance(afterwards, Done)
    assert afterwards.version == 3
    assert (north.log_repair.branches, south.log_repair.branches) == (0, 0)


async def test_a_node_that_starts_long_after_a_promotion_does_not_wait() -> None:
    store = OneAddress()
    store.promote()
    async with running(await a_host(store, "north")):
        await pass_ms(2 * SETTLE_MS)

        south = await a_host(store, "south")
        async with running(south):
            done = await ask(south, Add(1))

    assert isinstance(done, Done)


async def test_what_an_append_without_an_answer_has_caused_is_done_when_written_back() -> None:
    """The store takes a gift and nobody is told; another node has heard of it when it is lost."""
    store = OneAddress()
    line = FaultyStore(store)
    north, south = await a_host(line, "north"), await a_host(store, "south")
    seen = Journal()
    await ask(north, Add(5))
    south.watch(await south.view(A), seen)
    line.is_deaf = True
    line.answers_to_lose = 1
    gift = asyncio.create_task(ask(north, Give(B.id, 2, "g1")))
    await pass_ms(50)
    heard = seen.lines[-1:]

    store.roll_back(A, 5)
    store.promote()
    async with running(north), running(south):
        await pass_ms(3 * SETTLE_MS)
        given = (await north.view(A)).state.total
        received = (await north.view(B)).state.total
    gift.cancel()

    assert heard == ["event 6: total 3"]
    assert (given, received) == (3, 2)
