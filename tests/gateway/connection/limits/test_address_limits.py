"""An address has its share once, however many nodes there are."""

from contextlib import AsyncExitStack

from tests.support.gateways import TERMS, Node, a_node
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.gateway.connection.background_tasks import BackgroundTasks
from xiangqi_server.gateway.connection.limits.address_limits import TELL_MS, AddressLimits
from xiangqi_server.gateway.connection.limits.spent import Spent
from xiangqi_server.limits import STORED_GUESTS, Limit, Of, with_shares

ADDRESS = "192.0.2.1"
ROW = Limit(100, 100, "tested", Of.ADDRESS, "things")


async def some_limits(count: int) -> list[AddressLimits]:
    """Those of so many nodes on one store."""
    store = MemoryStore(store_ms)
    nodes = [await a_node(store, f"n{number}") for number in range(count)]
    return [
        AddressLimits(
            store_ms, BackgroundTasks(node.host), store.side.counters, f"n{number}", lambda: count
        )
        for number, node in enumerate(nodes)
    ]


async def test_what_was_taken_at_one_node_is_missing_at_the_others() -> None:
    north, south = await some_limits(2)
    here, there = north.of(ROW), south.of(ROW)
    assert here.take(ADDRESS, store_ms(), 90) == 0
    north.tell()
    await pass_ms(1)

    first = there.take(ADDRESS, store_ms(), 5)
    south.tell()
    await pass_ms(1)
    second = there.take(ADDRESS, store_ms(), 20)
    other = there.take("192.0.2.2", store_ms(), 100)

    assert (first, second > 0, other) == (0, True, 0)


async def test_over_time_all_nodes_together_give_an_address_its_rate_once() -> None:
    limits = await some_limits(4)
    buckets = [one.of(ROW) for one in limits]
    taken = 0

    for _ in range(200):
        taken += sum(not one.take(ADDRESS, store_ms()) for one in buckets for _ in range(20))
        for one in limits:
            one.tell()
        await pass_ms(TELL_MS)

    whole = ROW.burst + 200 * TELL_MS // ROW.every_ms
    assert whole // 2 <= taken <= whole * 5 // 4


async def test_a_node_that_hears_late_does_not_count_what_was_refilled_long_ago() -> None:
    north, south = await some_limits(2)
    here, there = north.of(ROW), south.of(ROW)
    span_ms = ROW.whole_ms
    await pass_ms(span_ms - store_ms() % span_ms)
    for _ in range(9):
        assert here.take(ADDRESS, store_ms(), 10) == 0
        north.tell()
        await pass_ms(1_000)

    assert there.take(ADDRESS, store_ms(), 10) == 0
    south.tell()
    await pass_ms(1)

    assert there.take(ADDRESS, store_ms(), 80) == 0


async def test_an_address_that_takes_little_is_told_to_nobody() -> None:
    spent = Spent(Limit(100, 6_400, "large", Of.ADDRESS, "things"), lambda: 2, lambda: None)
    school = with_shares(ADDRESS, 60)
    spent.note(ADDRESS, 99, store_ms())
    spent.note(school, 5_999, store_ms())

    before = spent.news(store_ms())
    spent.note(ADDRESS, 1, store_ms())
    spent.note(school, 1, store_ms())
    after = spent.news(store_ms())

    assert before == {}
    assert {one.address: taken for one, taken in after.items()} == {ADDRESS: 100, school: 6_000}


async def stored(node: Node, count: int) -> int:
    """How many of so many new guests of the address are stored."""
    guests = [await node.guest(counted_as=ADDRESS) for _ in range(count)]
    answers = [await guest.ask("invite", terms=TERMS) for guest in guests]
    return sum(answer["type"] == "done" for answer in answers)


async def test_guests_of_an_address_are_counted_by_all_nodes_together() -> None:
    store = MemoryStore(store_ms)
    nodes = [await a_node(store, name) for name in ("north", "south", "west", "east")]
    async with AsyncExitStack() as stack:
        for node in nodes:
            await stack.enter_async_context(node.running())
        await pass_ms(15_000)

        at_once = [await stored(node, STORED_GUESTS.burst) for node in nodes]
        await pass_ms(2 * TELL_MS)
        later = [await stored(node, STORED_GUESTS.burst) for node in nodes]

    assert sum(at_once) + sum(later) <= 2 * STORED_GUESTS.burst
    assert max(at_once) > STORED_GUESTS.burst // 2
