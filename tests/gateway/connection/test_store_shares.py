"""What an address may add to the store, and that nobody loses a running game for a neighbour."""

import json

import msgspec

from tests.support.gateways import TERMS, Node, Peer, a_game, a_node
from tests.support.random_play import random_games
from tests.support.virtual_time import pass_ms
from xiangqi_server.api.policy import POLICY
from xiangqi_server.api.store_costs import GUEST, ROOM
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.limits import MOVES_WITHOUT_SHARE, PORTION_BYTES, STORED_OF_ADDRESS, with_shares
from xiangqi_server.wire import client as wire

SCHOOL = "192.0.2.7"
IN_A_STREAM_BYTES = 150
"""What an event takes in the store besides its record."""
MOVES_A_DAY = 60 * 8 * 3_600 // 8
"""Sixty people who each play a move every eight seconds, eight hours long."""
A_DAY = STORED_OF_ADDRESS.burst + 24 * 3_600_000 // STORED_OF_ADDRESS.every_ms


async def use_up(node: Node, address: str) -> None:
    """Somebody at an address sends so much that its share is used up."""
    peer = await node.guest(counted_as=address)
    portions, number = STORED_OF_ADDRESS.burst // 8, 0
    while portions:
        number += 1
        message = json.dumps({"type": "unseek", "id": f"long{number}"}).encode()
        peer.say_bytes(message + b" " * (portions * PORTION_BYTES))
        await node.settle()
        if peer.heard[-1].get("code") == "too_fast":
            portions //= 2
        await pass_ms(STORED_OF_ADDRESS.every_ms)


async def test_an_address_fills_its_share_of_the_store_and_no_more_and_others_go_on() -> None:
    node = await a_node()
    await use_up(node, SCHOOL)
    own, other = await node.guest(counted_as=SCHOOL), await node.guest(counted_as="192.0.2.8")

    refused = await own.ask("invite", terms=TERMS)
    elsewhere = await other.ask("invite", terms=TERMS)
    looked = await own.ask("watch_lobby")
    await pass_ms(refused["retry_ms"])
    later = await own.ask("invite", terms=TERMS)

    assert (refused["code"], elsewhere["type"], looked["type"]) == ("too_fast", "done", "done")
    assert 0 < refused["retry_ms"] <= (ROOM.portions + GUEST + 4) * STORED_OF_ADDRESS.every_ms
    assert later["type"] == "done"


async def test_a_running_game_is_played_to_its_end_when_a_neighbour_has_used_the_share_up() -> None:
    node = await a_node()
    red, black = await node.guest(counted_as=SCHOOL), await node.guest(counted_as=SCHOOL)
    room = await a_game(red, black)
    await use_up(node, SCHOOL)

    answers = [await red.ask("chat", room=room, to="players", text="hello")]
    for ply, move in enumerate(next(random_games(1, seed=3)).moves):
        mover = (red, black)[ply % 2]
        answers.append(await mover.ask("move", room=room, ply=ply, text=uci_of(move)))
        await pass_ms(200)

    assert [answer["type"] for answer in answers] == ["refused", *["done"] * (len(answers) - 1)]


async def test_who_plays_on_and_on_without_a_share_is_told_when_to_go_on() -> None:
    node = await a_node()
    red, black = await node.guest(counted_as=SCHOOL), await node.guest(counted_as=SCHOOL)
    room = await a_game(red, black)
    await use_up(node, SCHOOL)

    told = [await _answer(red, room) for _ in range(2 * MOVES_WITHOUT_SHARE.burst)]

    assert set(told[: MOVES_WITHOUT_SHARE.burst]) == {"no_such_offer"}
    assert "too_fast" in told


def test_sixty_people_who_play_all_day_do_not_use_the_share_up() -> None:
    size_bytes = len(json.dumps({"type": "move", "id": "m12345", "room": "abcdefgh", "ply": 123}))

    filled = MOVES_A_DAY * POLICY[wire.Move].adds.of(size_bytes + len(',"text":"h2e2"'))

    assert filled < A_DAY
    assert A_DAY * PORTION_BYTES <= 250_000_000


async def test_a_move_is_counted_for_at_least_what_it_leaves_in_the_log() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black, clock={"type": "correspondence", "days": 3})
    before = len(await node.store.read(AggregateId("room", room), 0))
    counted = 0

    for ply, move in enumerate(next(random_games(1, seed=3)).moves):
        message = wire.Move(id=f"m{ply}", room=room, ply=ply, text=uci_of(move))
        portions = POLICY[wire.Move].adds.of(len(msgspec.json.encode(message)))
        counted += portions * PORTION_BYTES
        await (red, black)[ply % 2].ask("move", room=room, ply=ply, text=uci_of(move))
        await pass_ms(100)

    events = (await node.store.read(AggregateId("room", room), 0))[before:]
    stored = sum(len(event.body) + IN_A_STREAM_BYTES for event in events)
    assert len(events) >= 100
    assert counted // 3 <= stored <= counted


async def test_a_trusted_network_has_the_shares_of_its_people() -> None:
    node = await a_node()
    school = with_shares(SCHOOL, 60)
    pupils = [await node.guest(counted_as=school) for _ in range(60)]

    answers = [await pupil.ask("invite", terms=TERMS) for pupil in pupils]

    assert {answer["type"] for answer in answers} == {"done"}


async def _answer(peer: Peer, room: str) -> str:
    await pass_ms(100)
    answer = await peer.ask("decline", room=room, what="draw")
    return str(answer.get("code"))
