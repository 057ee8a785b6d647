"""What a player hears of late for reasons of ours is not charged."""

import pytest

from tests.support.gateways import Peer, a_game, a_node
from tests.support.two_nodes import Pair
from tests.support.virtual_time import pass_ms
from xiangqi_server.aggregates.room.decisions.turn_cost import LATE_MS

THOUGHT_MS = 200


async def play(peer: Peer, room: str, ply: int, text: str) -> None:
    """Have a move played that was thought about for a while."""
    await pass_ms(THOUGHT_MS)
    await peer.ask("move", room=room, ply=ply, text=text)


@pytest.mark.parametrize(("late_ms", "compensated_ms"), [(300, 300), (LATE_MS, 0)])
async def test_that_a_move_is_told_late_is_not_charged_if_it_is_more_than_always(
    late_ms: int, compensated_ms: int
) -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    node.store.append_ms = 2 * late_ms  # half of it after the stamp

    await play(red, room, 0, "h2e2")
    await play(black, room, 1, "h9g7")

    moved = black.told("moved")[-1]
    assert (moved["ply"], moved["spent_ms"]) == (1, THOUGHT_MS + late_ms)
    assert moved["compensated_ms"] == compensated_ms


async def test_a_player_of_another_node_is_not_charged_for_a_publication_that_was_lost(
    nodes: Pair,
) -> None:
    north, south = nodes
    red, black = await north.guest(), await south.guest()
    room = await a_game(red, black)
    south.store.is_deaf = True

    await play(red, room, 0, "h2e2")
    while not black.told("moved"):  # the heads are compared at last
        await pass_ms(LATE_MS)
    (heard,) = black.told("moved")
    await play(black, room, 1, "h9g7")

    moved = black.told("moved")[-1]
    late_ms = moved["spent_ms"] - THOUGHT_MS
    assert heard["ply"] == 0
    assert late_ms > LATE_MS
    assert late_ms - LATE_MS <= moved["compensated_ms"] <= late_ms


async def test_who_came_after_the_turn_was_told_is_charged_from_its_start() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    await play(red, room, 0, "h2e2")

    await black.ask("leave", room=room)
    await pass_ms(THOUGHT_MS)
    await black.ask("join", room=room)
    await play(black, room, 1, "h9g7")

    moved = black.told("moved")[-1]
    assert (moved["spent_ms"], moved["compensated_ms"]) == (2 * THOUGHT_MS, 0)
