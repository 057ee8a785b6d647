"""What nodes to which nobody is connected ask of a cluster, counted in commands."""

from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Final, TypeVar, cast

from tests.support.called import called, called_side
from tests.support.gateways import a_node
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms
from tests.support.whole_store import WholeStore
from xiangqi_server.kernel.store.port import Store
from xiangqi_server.kernel.store.share import SWEEPERS, Share

T = TypeVar("T")

SHARDS: Final = 256
PARTITIONS: Final = 16
"""Lists are in so many parts."""
TOPOLOGY: Final = 2
"""Commands a second by which a node keeps its map of the cluster."""
SETTLED_MS: Final = 20_000
COUNTED_S: Final = 20


class CountedStore(WholeStore):
    """A node's way to a store in memory, as if that was a cluster of 256 shards.

    Args:
        nodes: how many share what is swept, two or more.
        primaries: of the cluster.

    Attributes:
        commands: how many of each call the cluster would have been sent.
    """

    def __init__(self, inner: MemoryStore, nodes: int, primaries: int) -> None:
        self.commands = Counter[str]()
        self.side = called_side(self._beside, inner.side)
        self.row_store = called(self._beside, inner.row_store)
        self._inner = inner
        self._primaries = primaries
        self._sizes = {
            "page": PARTITIONS,
            "search": PARTITIONS,
            "aggregates": SWEEPERS * SHARDS // nodes,
        }

    def __getattr__(self, name: str) -> object:
        method = getattr(self._inner, name)
        if name not in ("effects", "due", "heartbeat", "heads", "time_ms"):
            return method

        def counted(*arguments: object) -> object:
            shares = [one for one in arguments if isinstance(one, Share)]
            self.commands[name] += len(shares[0].of(SHARDS)) if shares else self._primaries
            return method(*arguments)

        return counted

    async def _beside(self, name: str, act: Callable[[], Awaitable[T]]) -> T:
        if name != "hold":  # who sees nobody writes nothing
            self.commands[f"beside: {name}"] += self._sizes.get(name, 1)
        return await act()


async def commands_a_second(count: int, primaries: int) -> Counter[str]:
    """Of so many nodes that have settled, by what they ask."""
    inner = MemoryStore(store_ms)
    async with AsyncExitStack() as stack:
        stores = [CountedStore(inner, count, primaries) for _ in range(count)]
        for number, store in enumerate(stores):
            node = await a_node(cast("Store", store), f"n{number}")
            await stack.enter_async_context(node.running())
        await pass_ms(SETTLED_MS)
        for store in stores:
            store.commands.clear()
        await pass_ms(1_000 * COUNTED_S)
        found = sum((store.commands for store in stores), Counter[str]())
    found["map of the cluster"] = TOPOLOGY * count * COUNTED_S
    return Counter({name: number // COUNTED_S for name, number in found.items()})


async def test_32_idle_nodes_ask_less_than_1_500_commands_a_second() -> None:
    """Each further node asks as much as the one before, and of each primary."""
    two, four, many = [await commands_a_second(count, 3) for count in (2, 4, 32)]
    at_six = await commands_a_second(32, 6)

    swept = [found["effects"] + found["due"] for found in (two, four, many)]
    assert swept == [2 * SWEEPERS * SHARDS // 2] * 3
    assert two.total() < four.total() < many.total() < at_six.total() <= 1_500
    assert (many.total() - four.total()) // 28 <= (four.total() - two.total()) // 2 + 1
    assert (at_six.total() - many.total()) // 32 <= 3 * 4
