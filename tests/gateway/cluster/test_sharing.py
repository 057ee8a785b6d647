"""Nodes share what any of them could do, and take over from one that dies."""

from tests.support.gateways import a_node
from tests.support.virtual_time import pass_ms
from xiangqi_server.gateway.cluster.nodes import DEAD_MS

SHARDS = 64
SETTLED_MS = 3_000


async def test_nodes_that_serve_share_the_shards_and_those_of_a_dead_one_are_taken_over() -> None:
    first = await a_node()
    others = [await a_node(first.store, name) for name in ("m", "o")]
    async with first.running(), others[0].running():
        async with others[1].running():
            await pass_ms(SETTLED_MS)
            nodes = [first, *others]
            shared = [{*node.host.sharing.share.of(SHARDS)} for node in nodes]
        await pass_ms(DEAD_MS + SETTLED_MS)
        left = [{*node.host.sharing.share.of(SHARDS)} for node in nodes[:2]]

    everything = {*range(SHARDS)}
    assert [shared[a] | shared[b] for a, b in ((0, 1), (0, 2), (1, 2))] == [everything] * 3
    assert all(len(shards) < SHARDS for shards in shared)
    assert left == [everything] * 2


async def test_a_node_that_is_alone_has_everything() -> None:
    node = await a_node()
    async with node.running():
        await pass_ms(SETTLED_MS)

        assert node.host.sharing.share.of(SHARDS) == tuple(range(SHARDS))
