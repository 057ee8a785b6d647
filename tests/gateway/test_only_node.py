"""The only node on its store is killed and started again: nobody waits for it, nobody pays."""

import asyncio

import pytest

from tests.support.gateways import Node, Peer, a_game, a_node, forget
from tests.support.memory_store import MemoryStore
from tests.support.two_nodes import back_at, die
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.port import StoreAccess

BLITZ = {"type": "fischer", "main_ms": 60_000, "increment_ms": 0}
START_MS = 1_200
"""What a start takes before the node listens."""
LINE_MS = 200
"""Until a client is back once the node listens."""


async def a_start(store: MemoryStore, name: str) -> Node:
    await pass_ms(START_MS)
    node = await a_node(store, name, access=StoreAccess.EXCLUSIVE)
    node.go_on()
    return node


async def killed(node: Node, *peers: Peer) -> None:
    await node.stand_still()
    await die(node, *peers)


async def test_the_first_move_after_a_start_is_answered_at_once_and_costs_its_thought() -> None:
    store = MemoryStore(store_ms)
    node = await a_start(store, "first")
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black, clock=BLITZ)
    await pass_ms(1_000)
    await killed(node, red, black)

    node = await a_start(store, "second")
    await pass_ms(10 * LINE_MS)
    red = await back_at(node, red.token, room)
    came_ms = store_ms()
    answer = await red.ask("move", room=room, ply=0, text="h2e2")
    answered_ms = store_ms()
    await node.stand_still()

    (moved,) = red.told("moved")
    assert answer["type"] == "done"
    assert answered_ms == came_ms
    assert 400 <= moved["spent_ms"] <= 1_000


@pytest.mark.parametrize("served_ms", [300, 700, 2_000])
async def test_a_node_that_is_killed_again_and_again_costs_nobody_anything(served_ms: int) -> None:
    store = MemoryStore(store_ms)
    node = await a_start(store, "n")
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black, clock=BLITZ)
    thought_ms = 0
    for life in range(8):
        await killed(node, red, black)
        node = await a_start(store, f"n{life}")
        await pass_ms(LINE_MS)
        red = await back_at(node, red.token, room)
        black = await back_at(node, black.token, room)
        await pass_ms(served_ms - LINE_MS)
        thought_ms += served_ms - LINE_MS
    forget([red])

    await red.ask("move", room=room, ply=0, text="h2e2")
    await node.stand_still()

    (moved,) = red.told("moved")
    assert moved["spent_ms"] <= thought_ms


async def test_whoever_never_gets_in_between_the_kills_pays_nothing_either() -> None:
    store = MemoryStore(store_ms)
    node = await a_start(store, "n")
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black, clock=BLITZ)
    await pass_ms(1_000)
    for life in range(5):
        await killed(node, red, black)
        node = await a_start(store, f"n{life}")
        await pass_ms(300)
    red = await back_at(node, red.token, room)

    await red.ask("move", room=room, ply=0, text="h2e2")
    await node.stand_still()

    (moved,) = red.told("moved")
    assert moved["spent_ms"] <= 1_000


@pytest.mark.parametrize("game_count", [4, 24])
async def test_where_those_were_who_come_back_is_asked_for_all_together_and_so_is_the_rest(
    game_count: int,
) -> None:
    store = MemoryStore(store_ms)
    node = await a_start(store, "first")
    games = []
    for number in range(game_count):
        red = await node.guest(counted_as=f"red{number}")
        black = await node.guest(counted_as=f"black{number}")
        room = await a_game(red, black, clock=BLITZ)
        games.append((room, red, black))
    await killed(node, *(peer for _, *pair in games for peer in pair))
    node = await a_start(store, "second")
    await pass_ms(LINE_MS)
    node.store.side_calls.clear()

    returns = [back_at(node, peer.token, room) for room, *pair in games for peer in pair]
    back = await asyncio.gather(*returns)
    await pass_ms(100)
    calls = node.store.side_calls
    await node.stand_still()

    assert [len(peer.told("room")) for peer in back] == [1] * 2 * game_count
    assert calls["holders_of"] <= 3
    assert calls["lines"] == calls["get"] == game_count
    assert calls["add"] <= 3
    assert calls["remove"] <= 3
    assert calls["heartbeat"] <= 4
    assert calls.keys() <= {"holders_of", "lines", "get", "add", "remove", "heartbeat"}


async def test_who_comes_back_while_it_is_asked_where_others_were_is_in_the_next_question() -> None:
    store = MemoryStore(store_ms)
    node = await a_start(store, "first")
    games = []
    for _ in range(6):
        red, black = await node.guest(), await node.guest()
        games.append((await a_game(red, black, clock=BLITZ), red, black))
    await killed(node, *(peer for _, *pair in games for peer in pair))
    node = await a_start(store, "second")
    await pass_ms(LINE_MS)
    node.store.side_calls.clear()
    node.store.holders_ms = 300

    returns = []
    for room, *pair in games:
        for peer in pair:
            returns.append(asyncio.create_task(back_at(node, peer.token, room)))
            await pass_ms(5)
    back = await asyncio.gather(*returns)
    asked = node.store.side_calls["holders_of"]
    await node.stand_still()

    assert [len(peer.told("room")) for peer in back] == [1] * 12
    assert asked <= 5


async def test_what_a_stop_has_cost_and_what_the_way_back_has_are_one_append_a_room() -> None:
    store = MemoryStore(store_ms)
    node = await a_start(store, "first")
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black, clock=BLITZ)
    await pass_ms(5_000)
    await killed(node, red, black)
    version = (await store.load(key(ROOM, room))).tail[-1].version

    node = await a_start(store, "second")
    await pass_ms(LINE_MS)
    again = await asyncio.gather(*(back_at(node, one.token, room) for one in (red, black)))
    await node.stand_still()

    events = await store.read(key(ROOM, room), version)
    assert len(events) == 2
    assert len({event.event_id for event in events}) == 1
    assert [peer.told("room")[0]["version"] for peer in again] == [version + 2] * 2
    assert [peer.told("time_credited") for peer in again] == [[], []]


async def test_spectators_are_counted_without_the_store_where_no_other_node_can_be() -> None:
    store = MemoryStore(store_ms)
    node = await a_start(store, "n")
    red, watcher = await node.guest(), await node.guest()
    room = await a_game(red, await node.guest())
    await watcher.ask("join", room=room)

    async with node.running():
        await pass_ms(12_000)
        seen = red.told("presence")[-1]["spectators"]
        kept = await store.side.counters.put(key(ROOM, room), "another", 0, 1_000)
        watcher.hang_up()
        await pass_ms(2_000)

    assert (seen, red.told("presence")[-1]["spectators"]) == (1, 0)
    assert kept == 0


async def test_a_room_that_is_at_hand_is_not_read_again_for_a_player_who_is_not_on_move() -> None:
    store = MemoryStore(store_ms)
    node = await a_start(store, "first")
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black, clock=BLITZ)
    await pass_ms(1_000)
    await killed(node, red, black)
    node = await a_start(store, "second")
    await pass_ms(LINE_MS)
    red = await back_at(node, red.token, room)
    await pass_ms(100)
    node.store.compared.clear()

    black = await back_at(node, black.token, room)
    await pass_ms(100)
    compared = [list(some) for some in node.store.compared]
    await node.stand_still()

    assert [key(ROOM, room)] not in compared
    assert len(black.told("room")) == 1


async def test_games_go_on_while_every_answer_of_the_store_takes_longer_than_a_silence() -> None:
    node = await a_start(MemoryStore(store_ms), "slow")
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black, clock=BLITZ)
    store, slow_ms = node.store, 1_200
    store.heartbeat_ms = store.holders_ms = store.append_ms = slow_ms
    await pass_ms(10_000)

    waited_ms = []
    for ply, (who, move) in enumerate(((red, "h2e2"), (black, "h9g7"), (red, "h0g2"))):
        said_ms = store_ms()
        who.say("move", room=room, ply=ply, text=move)
        while len(red.told("moved")) == ply and store_ms() - said_ms < 60_000:
            await pass_ms(100)
        waited_ms.append(store_ms() - said_ms)
        await pass_ms(2_000)
    store.heartbeat_ms = store.holders_ms = store.append_ms = 0
    await node.stand_still()

    moved = red.told("moved")
    assert [one["ply"] for one in moved] == [0, 1, 2]
    assert max(waited_ms) <= 8 * slow_ms
    assert all(one["spent_ms"] - one["compensated_ms"] <= 2_100 for one in moved[1:])
