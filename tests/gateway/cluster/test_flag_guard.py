"""Before a flag falls it is asked whether the node of its player has served until now."""

import pytest

from tests.support.gateways import Peer
from tests.support.two_nodes import Pair, a_spread_game, die
from tests.support.virtual_time import pass_ms, store_ms

MAIN_MS = 5_000
ALARM_MS = 500
TERMS = {
    "clock": {"type": "fischer", "main_ms": MAIN_MS, "increment_ms": 0},
    "compensation": False,
}


async def a_thinking_black(nodes: Pair) -> tuple[Peer, Peer, int]:
    """A game in which Black, on the second node, is to move; when its alarm is due."""
    room, red, black = await a_spread_game(nodes, **TERMS)
    await red.ask("move", room=room, ply=0, text="h2e2")
    return red, black, store_ms() + MAIN_MS + ALARM_MS


async def test_when_all_nodes_are_well_a_flag_is_not_a_second_late(nodes: Pair) -> None:
    red, _, due_ms = await a_thinking_black(nodes)

    await pass_ms(due_ms - store_ms() + 1_000)

    (ended,) = red.told("ended")
    assert due_ms <= ended["at_ms"] <= due_ms + 700


@pytest.mark.parametrize("before_ms", [550, 700, 900, 1_300])
async def test_a_flag_due_soon_after_the_death_of_the_players_node_does_not_fall(
    nodes: Pair, before_ms: int
) -> None:
    red, black, due_ms = await a_thinking_black(nodes)
    await pass_ms(due_ms - store_ms() - before_ms)

    await die(nodes[1], black)
    await nodes[1].stand_still()
    await pass_ms(10_000)

    assert red.told("ended") == []
    assert {m["reason"] for m in red.told("time_credited")} == {"failover"}


async def test_a_flag_falls_if_the_node_served_until_the_time_was_up(nodes: Pair) -> None:
    red, black, due_ms = await a_thinking_black(nodes)
    await pass_ms(due_ms - store_ms() - 10)

    await die(nodes[1], black)
    await nodes[1].stand_still()
    await pass_ms(1_000)

    (ended,) = red.told("ended")
    assert ended["outcome"]["winner"] == "red"


async def test_the_flag_of_who_left_falls_at_its_time(nodes: Pair) -> None:
    red, black, due_ms = await a_thinking_black(nodes)
    black.hang_up()

    await pass_ms(due_ms - store_ms() + 100)

    assert len(red.told("ended")) == 1
