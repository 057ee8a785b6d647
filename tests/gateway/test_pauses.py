import json
from copy import deepcopy
from typing import Any

import pytest

from tests.support.gateways import TERMS, Node, Peer, a_game, a_node, forget
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms
from tests.support.wire_samples import CLIENT
from xiangqi_server.kernel.host.log_repair import HELD_MS
from xiangqi_server.texts.byes import rolled_back_text
from xiangqi_server.wire.client import ClientMessage, Hello
from xiangqi_server.wire.codec import Format, encode


def fields_of(message: ClientMessage) -> dict[str, Any]:
    """A message as it travels, with the name of its type as `kind`."""
    fields: dict[str, Any] = json.loads(encode(message, Format.JSON))
    return {"kind": fields.pop("type"), **fields}


async def test_a_pause_is_told_to_everybody_and_its_end_too() -> None:
    node = await a_node()
    red, black, eve = await node.guest(), await node.guest(), await node.guest()
    stranger = node.connect()
    room = await a_game(red, black)
    forget([red, black, eve])

    async with node.running():
        node.store.is_away = True
        refused = await red.ask("move", id="m", room=room, ply=0, text="h2e2")
        await pass_ms(10_000)
        node.store.is_away = False
        await pass_ms(1_000)
        done = await red.ask("move", id="m", room=room, ply=0, text="h2e2")

    assert (refused["code"], done["type"]) == ("unavailable", "done")
    for peer in (red, black, eve):
        assert [m["type"] for m in peer.told("paused", "resumed")] == ["paused", "resumed"]
    assert stranger.heard == []


async def test_a_move_of_unknown_outcome_is_told_once_and_recognised_when_sent_again() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    node.store.answers_to_lose = 1

    async with node.running():
        lost = await red.ask("move", id="m", room=room, ply=0, text="h2e2")
        await pass_ms(1_000)
        done = await red.ask("move", id="m", room=room, ply=0, text="h2e2")

    assert (lost["code"], done["type"]) == ("unavailable", "done")
    assert len(red.told("moved")) == len(black.told("moved")) == 1
    assert done["digest"] == red.told("moved")[0]["digest"]


@pytest.mark.parametrize("is_away", [False, True])
async def test_a_player_may_leave_while_a_message_of_any_kind_waits_for_the_store(
    is_away: bool,
) -> None:
    node = await a_node()
    other = await node.guest()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    messages = {type(message): message for _, message in CLIENT if not isinstance(message, Hello)}

    async with node.running():
        for message in messages.values():
            fields = {name: room if name == "room" else v for name, v in fields_of(message).items()}
            stored = await node.guest(token=red.token)
            leavers = (await node.guest(), stored)
            node.store.is_away = is_away
            await other.ask("seek", terms=TERMS)
            for leaver in leavers:
                leaver.say(**fields)
                leaver.hang_up()
            await node.settle()
            node.store.is_away = False
            await pass_ms(1_000)

    assert node.host.faults.counts == {}


async def a_game_and_another_node() -> tuple[Peer, str, Node]:
    """Who plays Red, the room of the game, and a node that knows of neither yet."""
    store = MemoryStore(store_ms)
    first = await a_node(store)
    red, black = await first.guest(), await first.guest()
    room = await a_game(red, black)
    return red, room, await a_node(store, "m")


async def test_who_comes_during_a_pause_is_told_so_and_of_the_games_after_it() -> None:
    red, room, node = await a_game_and_another_node()

    async with node.running():
        eve = await node.guest()
        node.store.is_away = True
        await eve.ask("seek", terms=TERMS)
        late = node.connect()
        welcome = await late.ask("hello", token=red.told("welcome")[0]["token"])
        joined = await late.ask("join", room=room)
        during = late.kinds()
        node.store.is_away = False
        await pass_ms(1_000)
        again = await late.ask("join", room=room)

    assert (welcome["games"], joined["code"]) == ([], "unavailable")
    assert during == ["welcome", "paused", "refused"]
    assert late.told("game_opened") == [
        {"type": "game_opened", "room": room, "side": "red", "live": False}
    ]
    assert again["type"] == "done"


async def test_who_came_during_a_pause_is_told_its_end_not_before_it_is_looked_up() -> None:
    red, room, node = await a_game_and_another_node()

    async with node.running():
        node.store.is_away = True
        await (await node.guest()).ask("seek", terms=TERMS)
        late = await node.guest(token=red.token)
        node.store.load_ms = 400
        node.store.is_away = False
        while not late.told("resumed"):
            await pass_ms(20)
        joined = await late.ask("join", room=room)
        await pass_ms(1_000)

    assert joined["type"] == "done"
    assert [m["type"] for m in late.told("paused", "resumed")] == ["paused", "resumed"]


async def test_a_room_that_is_known_for_sure_is_shown_also_during_a_pause() -> None:
    node = await a_node()
    red, black, eve = await node.guest(), await node.guest(), await node.guest()
    calm, doubtful = await a_game(red, black), await a_game(red, black)

    async with node.running():
        node.store.is_away = True
        await red.ask("resign", room=doubtful)
        known = await eve.ask("join", room=calm)
        unknown = await eve.ask("join", room=doubtful)
        node.store.is_away = False
        await pass_ms(1_000)
        again = await eve.ask("join", room=doubtful)

    assert (known["type"], unknown["code"], again["type"]) == ("done", "unavailable", "done")
    assert [room["status"] for room in eve.told("room")] == ["playing", "playing"]


async def test_a_store_that_went_on_without_the_last_moves_shows_everybody_what_it_holds() -> None:
    node = await a_node()
    red, black, eve = await node.guest(), await node.guest(), await node.guest(language="vi")
    room = await a_game(red, black)
    await eve.ask("join", room=room)
    branch = deepcopy(node.store.inner)
    node.store.is_deaf = True
    other = await a_node(branch, "m")
    elsewhere = await other.guest(token=red.token)
    await elsewhere.ask("join", room=room)
    await elsewhere.ask("move", room=room, ply=0, text="b2e2")
    await red.ask("move", room=room, ply=0, text="h2e2")
    forget([red, black, eve])

    async with node.running():
        node.store.inner = branch
        node.store.is_away = True
        await red.ask("resign", room=room)
        node.store.is_away = False
        await pass_ms(1_000)
        done = await black.ask("move", room=room, ply=1, text="h9g7")

    shown = [peer.told("room")[0] for peer in (red, black, eve)]
    assert [[move[0] for move in room_["moves"]] for room_ in shown] == [["b2e2"]] * 3
    assert done["type"] == "done"
    assert [move["uci"] for move in eve.told("moved")] == ["h9g7"]
    english, vietnamese = rolled_back_text("en"), rolled_back_text("vi")
    for peer, text in ((red, english), (black, english), (eve, vietnamese)):
        told = [message for message in peer.heard if message["type"] in ("room", "rolled_back")]
        assert told[1:] == [{"type": "rolled_back", "room": room, "text": text}]


async def test_who_comes_back_with_more_than_the_store_holds_is_told_that_it_was_lost() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    version = (await red.ask("join", room=room))["version"]
    forget([red, black])

    await red.ask("join", room=room, since=version)
    await black.ask("join", room=room, since=version + 1)

    assert red.told("rolled_back") == []
    assert black.kinds()[0] == "room"
    assert [told["room"] for told in black.told("rolled_back")] == [room]


async def test_a_room_the_store_has_lost_for_long_is_no_more() -> None:
    node = await a_node()
    empty = deepcopy(node.store.inner)
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    forget([black])

    async with node.running():
        await pass_ms(HELD_MS + 1_000)
        await a_game(await node.guest(), await node.guest())  # whatever is held goes then
        node.store.inner = empty
        refused = await red.ask("move", room=room, ply=0, text="h2e2")

    assert (refused["type"], refused["code"]) == ("refused", "no_such_room")
    told = black.told("refused")[0]
    assert (told["id"], told["code"], told["room"]) == (None, "no_such_room", room)


async def test_who_waits_for_a_node_that_goes_on_later_than_another_pays_nothing_for_it() -> None:
    store = MemoryStore(store_ms)
    near, far = await a_node(store, "n"), await a_node(store, "m")
    red, black = await near.guest(), await far.guest()
    async with near.running(), far.running():
        room = await a_game(red, black)
        await red.ask("move", room=room, ply=0, text="h2e2")
        await pass_ms(1_000)
        await black.ask("move", room=room, ply=1, text="h9g7")
        before_ms = black.told("moved")[-1]["clock"]["red"]["left_ms"]

        near.store.is_away = far.store.is_away = True
        refused = await red.ask("move", room=room, ply=2, text="h0g2")
        await pass_ms(6_000)
        far.store.is_away = False
        await pass_ms(800)
        served = far.host.is_paused, near.host.is_paused
        near.store.is_away = False
        while not red.told("resumed"):
            await pass_ms(10)
        done = await red.ask("move", room=room, ply=2, text="h0g2")
        await pass_ms(10)

    assert (refused["code"], served, done["type"]) == ("unavailable", (False, True), "done")
    assert 0 <= before_ms - black.told("moved")[-1]["clock"]["red"]["left_ms"] <= 100
