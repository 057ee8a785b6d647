"""Premoves: durable before acknowledged, played at once, and nobody else's business."""

import json

from tests.support.gateways import Message, Node, Peer, a_game, a_node, forget, join
from tests.support.two_nodes import a_pair, a_spread_game
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.aggregates.room.messages import PlayMove
from xiangqi_server.kernel.store.values import AggregateId
from xiangqi_server.net.ports import Format


async def a_game_with_spectator() -> tuple[Node, str, Peer, Peer, Peer]:
    """A node, a room, Red to move, Black, and one who watches."""
    node = await a_node()
    red, black = await node.guest(), await node.guest(Format.MSGPACK)
    room = await a_game(red, black)
    watcher = await node.guest()
    await join(room, watcher)
    forget([red, black, watcher])
    return node, room, red, black, watcher


async def play(peer: Peer, room: str, ply: int, text: str) -> None:
    """Play a move by hand."""
    answer = await peer.ask("move", room=room, ply=ply, text=text)
    assert answer["type"] == "done", answer


def moves(peer: Peer) -> list[str]:
    """The moves a peer heard of."""
    return [message["uci"] for message in peer.told("moved")]


async def test_a_premove_is_played_the_instant_its_ply_comes_and_costs_nothing() -> None:
    _, room, red, black, _ = await a_game_with_spectator()
    answer = await black.ask("premove", room=room, ply=1, text="h9g7")
    await pass_ms(4_000)

    await play(red, room, 0, "h2e2")

    assert answer["type"] == "done"
    assert moves(red) == moves(black) == ["h2e2", "h9g7"]
    premoved = red.told("moved")[1]
    assert (premoved["spent_ms"], premoved["clock"]["black"]["left_ms"]) == (0, 600_000)


async def test_a_premove_sent_in_ones_own_turn_is_charged_until_it_arrived() -> None:
    node, room, red, black, _ = await a_game_with_spectator()
    await play(red, room, 0, "h2e2")

    async with node.running():
        await pass_ms(4_000)
        await black.ask("premove", room=room, ply=1, text="h9g7")

    assert black.told("moved")[-1]["spent_ms"] == 4_000


async def test_its_owner_is_told_on_every_connection_and_nobody_else_of_anything() -> None:
    node, room, red, black, watcher = await a_game_with_spectator()
    tab = node.connect()
    await tab.ask("hello", token=black.token)
    await join(room, tab)
    node.gateway.tick_loop.tick()
    forget([red, black, watcher, tab])

    for text in ("h9g7", "马8进7", "b9c7"):
        await black.ask("premove", room=room, ply=1, text=text)
    await black.ask("cancel_premove", room=room)
    await black.ask("premove", room=room, ply=1, text="h9g7")
    for _ in range(24):
        node.gateway.tick_loop.tick()

    expected = [
        premove(room, "h9g7", "h9g7"),
        premove(room, "马8进7", None),
        premove(room, "b9c7", "b9c7"),
        gone(room),
        premove(room, "h9g7", "h9g7"),
    ]
    assert black.told("premove") == tab.told("premove") == expected
    for stranger in (red, watcher):
        assert {message["type"] for message in stranger.heard} <= {"ping", "presence"}
        assert all(beat["rooms"][0][1] == 2 for beat in stranger.told("ping"))


async def test_everything_the_opponent_reads_is_the_same_with_and_without_a_premove() -> None:
    heard = []
    for text in (None, "h9g7"):
        node, room, red, black, watcher = await a_game_with_spectator()
        if text is not None:
            await black.ask("premove", room=room, ply=1, text=text)
        late = await node.guest()
        await join(room, late)
        await red.ask("join", room=room)
        await red.ask("export", room=room)
        for _ in range(24):
            node.gateway.tick_loop.tick()
        everything = [without_ids(one.heard) for one in (red, watcher, late)]
        heard.append(json.dumps(everything).replace(room, "room"))

    assert heard[0] == heard[1]


def without_ids(messages: list[Message]) -> list[Message]:
    """What was heard, but for the ids of commands and what only random bytes decide."""
    varying = ("id", "text", "player", "token", "digest", "name", "names", "red", "black")
    return [
        {name: value for name, value in message.items() if name not in varying}
        for message in messages
        if message["type"] not in ("ping", "welcome")
    ]


async def test_a_premove_that_is_not_legal_then_is_dropped_with_the_reason() -> None:
    _, room, red, black, _ = await a_game_with_spectator()
    await black.ask("premove", room=room, ply=1, text="a9a5")
    black.forget()

    await play(red, room, 0, "h2e2")

    (told,) = black.told("premove")
    assert (told["ply"], told["text"], told["dropped"]) == (1, "a9a5", "illegal_move")
    assert told["reason"]
    assert moves(red) == ["h2e2"]
    await play(black, room, 1, "h9g7")


async def test_only_ones_own_next_ply_can_be_premoved() -> None:
    _, room, red, black, _ = await a_game_with_spectator()

    answers = [await black.ask("premove", room=room, ply=ply, text="h9g7") for ply in (0, 2, 3)]
    answers.append(await red.ask("premove", room=room, ply=2, text="h0g2"))

    assert [answer.get("code") for answer in answers] == ["stale_ply"] * 4


async def test_another_move_of_ones_own_and_the_end_of_the_game_drop_it() -> None:
    _, room, red, black, _ = await a_game_with_spectator()
    await play(red, room, 0, "h2e2")
    await red.ask("premove", room=room, ply=2, text="h0g2")
    await red.ask("resign", room=room)

    assert [told["ply"] for told in red.told("premove")] == [2, None]
    assert moves(black) == ["h2e2"]


async def test_a_takeback_drops_it() -> None:
    _, room, red, black, _ = await a_game_with_spectator()
    await play(red, room, 0, "h2e2")
    await red.ask("premove", room=room, ply=2, text="h0g2")
    await red.ask("offer", room=room, what="takeback", ply=1)

    await black.ask("accept", room=room, what="takeback")

    assert [told["ply"] for told in red.told("premove")] == [2, None]
    await play(red, room, 0, "b2e2")
    await play(black, room, 1, "h9g7")
    assert moves(black)[-1] == "h9g7"


async def test_it_is_played_although_its_owner_has_no_connection() -> None:
    _, room, red, black, watcher = await a_game_with_spectator()
    await black.ask("premove", room=room, ply=1, text="h9g7")
    black.hang_up()

    await play(red, room, 0, "h2e2")

    assert moves(watcher) == ["h2e2", "h9g7"]


async def test_who_comes_back_is_told_of_the_premove_that_stands() -> None:
    node, room, _, black, _ = await a_game_with_spectator()
    token = black.token
    await black.ask("premove", room=room, ply=1, text="h9g7")
    black.hang_up()
    restarted = await a_node(node.store, "m")
    again = restarted.connect()
    await again.ask("hello", token=token)

    await join(room, again)

    assert again.told("premove") == [premove(room, "h9g7", "h9g7")]


async def test_a_node_that_starts_plays_what_a_dead_one_left() -> None:
    node, room, red, black, _ = await a_game_with_spectator()
    await black.ask("premove", room=room, ply=1, text="h9g7")
    aggregate = AggregateId("room", room)
    dying = await a_node(node.store, "m")  # it stores the move, and is killed before it looks
    dying.host.submit(aggregate, PlayMove(red.player, 0, "h2e2"), arrived_ms=store_ms())
    await dying.settle()
    started = await a_node(node.store, "k")

    async with started.running():
        await pass_ms(1_000)

    late = await started.guest()
    await join(room, late)
    assert [line[0] for line in late.told("room")[0]["moves"]] == ["h2e2", "h9g7"]
    assert await node.store.side.notes.get(aggregate) == {}


async def test_a_premove_sent_again_after_it_was_played_is_acknowledged_not_repeated() -> None:
    _, room, red, black, _ = await a_game_with_spectator()
    first = await black.ask("premove", room=room, ply=1, text="h9g7", id="once")
    await play(red, room, 0, "h2e2")

    again = await black.ask("premove", room=room, ply=1, text="h9g7", id="once")

    assert (first["type"], again["type"], again["version"]) == ("done", "done", 4)
    assert moves(black) == ["h2e2", "h9g7"]


async def test_without_a_store_nothing_is_promised_and_what_stands_is_played_later() -> None:
    node, room, red, black, _ = await a_game_with_spectator()
    await red.ask("move", room=room, ply=0, text="h2e2")
    await red.ask("premove", room=room, ply=2, text="h0g2")
    node.store.is_away = True

    answer = await black.ask("premove", room=room, ply=3, text="i9h9")
    refused = await red.ask("premove", room=room, ply=2, text="b0c2")

    assert answer["code"] == "stale_ply"
    assert refused["code"] == "unavailable"
    async with node.running():
        await pass_ms(1_000)
        node.store.is_away = False
        await pass_ms(2_000)
        await play(black, room, 1, "h9g7")
    assert moves(black) == ["h2e2", "h9g7", "h0g2"]


def premove(room: str, text: str, uci: str | None) -> Message:
    """What an owner is told of a premove that stands."""
    told: Message = {"type": "premove", "room": room, "ply": 1, "text": text, "uci": uci}
    return told | {"dropped": None, "reason": None}


def gone(room: str) -> Message:
    """What an owner is told when none stands any more."""
    return premove(room, "", None) | {"ply": None, "text": None}


async def test_legal_does_not_come_before_the_premove_of_its_ply_is_played() -> None:
    _, room, red, black, _ = await a_game_with_spectator()
    await black.ask("premove", room=room, ply=1, text="h9g7")

    await play(red, room, 0, "h2e2")

    assert [m["ply"] for m in black.told("legal")] == []
    assert [m["ply"] for m in red.told("legal")] == [2]
    assert black.told("premove") == [premove(room, "h9g7", "h9g7"), gone(room)]


async def test_it_comes_when_the_premove_was_dropped() -> None:
    _, room, red, black, _ = await a_game_with_spectator()
    await black.ask("premove", room=room, ply=1, text="a9a5")
    black.forget()

    await play(red, room, 0, "h2e2")

    dropped, legal = black.told("premove", "legal")
    assert (dropped["dropped"], dropped["ply"]) == ("illegal_move", 1)
    assert (legal["type"], legal["ply"]) == ("legal", 1)


async def test_who_comes_back_is_not_asked_to_move_while_a_premove_is_about_to_be_played() -> None:
    node, room, red, black, _ = await a_game_with_spectator()
    await black.ask("premove", room=room, ply=1, text="h9g7")
    node.store.gate.clear()
    red.say("move", room=room, ply=0, text="h2e2")
    await pass_ms(100)
    node.store.gate.set()
    await node.settle()

    assert black.told("legal") == []
    assert moves(black) == ["h2e2", "h9g7"]


async def test_each_premove_is_told_once_with_the_store_s_echo_first() -> None:
    async with a_pair() as nodes:
        room, red, black = await a_spread_game(nodes)
        nodes[1].store.note_ms = 200
        for text in ("h9g7", "b9c7"):
            await black.ask("premove", room=room, ply=1, text=text)
        await black.ask("cancel_premove", room=room)
        await pass_ms(1_000)

    assert black.told("premove") == [
        premove(room, "h9g7", "h9g7"),
        premove(room, "b9c7", "b9c7"),
        gone(room),
    ]
    assert red.told("premove") == []
