"""How many functions of ours a move calls: a bound that is lowered when the figure falls."""

from typing import Final

from tests.bench.calls import played
from tests.support.gateways import a_node
from xiangqi_server.kernel.store.port import StoreAccess

MOST: Final = 202
ROOMS: Final = 30


async def test_a_move_calls_no_more_functions_than_it_did() -> None:
    node = await a_node(access=StoreAccess.EXCLUSIVE)

    async with node.running():
        moves, calls = await played(node, ROOMS)

    assert calls.total(built_in=False) / moves <= MOST
