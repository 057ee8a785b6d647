"""The logs of old games go to the cold tier, the oldest first, and none of them is forgotten."""

from tests.read_model.test_packing import played
from tests.support.gateways import a_node
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.kernel.aggregate.spans import DAY_MS
from xiangqi_server.read_model import cooling
from xiangqi_server.read_model.cooling import cool_old

AFTER_MS = 2 * DAY_MS


async def test_games_are_cooled_once_they_are_old_enough_each_once() -> None:
    store = MemoryStore(store_ms)
    node, row_store = await a_node(store), store.row_store
    first = await played(node)
    await pass_ms(DAY_MS)
    second = await played(node)

    looked = [await cool_old(store, row_store, store_ms(), AFTER_MS)]
    await pass_ms(DAY_MS)
    looked += [await cool_old(store, row_store, store_ms(), AFTER_MS) for _ in range(2)]
    early = [aggregate.id for aggregate in store.cooled]
    await pass_ms(DAY_MS)
    looked += [await cool_old(store, row_store, store_ms(), AFTER_MS) for _ in range(2)]

    assert looked == [0, 1, 0, 1, 0]
    assert early == [first]
    assert [aggregate.id for aggregate in store.cooled] == [first, second]


async def test_more_games_than_a_page_are_cooled_page_by_page() -> None:
    store = MemoryStore(store_ms)
    node, row_store = await a_node(store), store.row_store
    rooms = []
    for _ in range(cooling.PAGE + 1):
        rooms.append(await played(node))
        await pass_ms(60_000)
    await pass_ms(AFTER_MS)

    looked = [await cool_old(store, row_store, store_ms(), AFTER_MS) for _ in range(3)]

    assert looked == [cooling.PAGE, 1, 0]
    assert sorted(aggregate.id for aggregate in store.cooled) == sorted(rooms)
