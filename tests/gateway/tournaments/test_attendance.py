"""Who of a tournament's entrants is missed, and how the other nodes are asked for them."""

import asyncio
from collections.abc import Collection

from tests.support.gateways import a_node
from tests.support.tournament_peers import announce, members
from tests.support.virtual_time import pass_ms
from xiangqi_server.gateway.connection.node import Node as GatewayNode
from xiangqi_server.gateway.connection.online_players import OnlinePlayers
from xiangqi_server.gateway.tournaments.attendance import AWAY_MS, Attendance


async def test_the_other_nodes_are_asked_again_only_when_they_have_answered() -> None:
    node = await a_node()
    asked: list[str] = []
    answered = asyncio.Event()

    async def seen(players: Collection[str]) -> frozenset[str]:
        asked.extend(players)
        await answered.wait()
        return frozenset(players)

    store = node.store
    beside = GatewayNode(node.host, node.clock, store.side, store.row_store, bytes)
    attendance = Attendance(beside, OnlinePlayers(beside), seen)  # at which nobody is
    async with node.running():
        (ann,) = await members(node, "Ann")
        cup = await announce(node, ann, in_ms=60_000)
        await ann.ask("enter_tournament", tournament=cup)
        await pass_ms(5_000)
        attendance.find()
        await pass_ms(100)
        attendance.look_around()
        await pass_ms(AWAY_MS)

        for _ in range(5):
            attendance.look_around()
            await pass_ms(1_000)

        assert asked == [ann.player]
        answered.set()
        await pass_ms(100)
