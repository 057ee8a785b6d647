"""The primary of a room dies and a replica is promoted: whose turn it is pays nothing for it."""

from collections.abc import Sequence

import pytest

from server.store.port import StoreUnavailable
from server.store.values import AggregateId, Outage
from tests.support.gateways import Peer, a_game, a_node
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms

MAIN_MS = 600_000
AWAY_MS = 6_000


class RoomsApart(MemoryStore):
    """A store of two parts: rooms and the heartbeats are in the first, all else in the second.

    Attributes:
        is_away: the first part has no primary.
        lead_ms: how much the clock there is ahead.
    """

    def __init__(self) -> None:
        super().__init__(lambda: store_ms() + self.lead_ms)
        self.is_away = False
        self.lead_ms = 0

    def shard_of(self, aggregate: AggregateId) -> int:
        return int(aggregate.kind != "room")

    async def writable_shards(self) -> Sequence[bool] | None:
        return [not self.is_away, True]

    async def heartbeat(self, gap_ms: int, joined_ms: int = 0) -> tuple[Outage, ...]:
        self._be_there()
        return await super().heartbeat(gap_ms, joined_ms)

    async def time_ms(self) -> int:
        self._be_there()
        return await super().time_ms()

    def _be_there(self) -> None:
        if self.is_away:
            raise StoreUnavailable("the first part is away")


def left_ms(peer: Peer) -> int:
    """What the last move has left of Red's main time."""
    left: int = peer.told("moved")[-1]["clock"]["red"]["left_ms"]
    return left


@pytest.mark.parametrize("lead_ms", [0, 3_000, -3_000])
async def test_a_promotion_is_not_charged_to_whose_turn_it_is_also_with_another_clock(
    lead_ms: int,
) -> None:
    store = RoomsApart()
    node = await a_node(store)
    red, black = await node.guest(), await node.guest()
    async with node.running():
        room = await a_game(red, black)
        for ply, (who, move) in enumerate(((red, "h2e2"), (black, "h9g7"))):
            await who.ask("move", room=room, ply=ply, text=move)
        before_ms = left_ms(black)
        await pass_ms(2_000)

        store.is_away = True
        await pass_ms(AWAY_MS)
        refused = await red.ask("move", room=room, ply=2, text="h0g2")
        store.is_away, store.lead_ms = False, lead_ms
        await pass_ms(700)
        await node.clock.measure(node.store)
        await pass_ms(1_000)
        done = await red.ask("move", room=room, ply=2, text="h0g2")

    assert (refused["code"], done["type"]) == ("unavailable", "done")
    assert [m["type"] for m in red.told("paused", "resumed")] == ["paused", "resumed"]
    charged_ms = before_ms - left_ms(red)
    assert 0 <= charged_ms <= 4_000
    assert black.told("ended") == []
