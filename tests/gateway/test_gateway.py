import pytest
from msgspec import to_builtins

from tests.support.gateways import TERMS, Peer, a_game, a_node
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.api.names.tokens import guest_name, read_token
from xiangqi_server.gateway.connection.inbox import HELD_MESSAGES
from xiangqi_server.gateway.gateway import MOVE_WITHIN_MS
from xiangqi_server.limits import FAULTS, MESSAGES, WAITING_MESSAGES
from xiangqi_server.net.ports import Format
from xiangqi_server.texts.refusals import refusal_text
from xiangqi_server.wire.parts import Settings
from xiangqi_server.wire.terms import Language

# Hello.


async def test_a_guest_is_welcomed_at_once_and_nothing_is_stored() -> None:
    node = await a_node()
    peer = node.connect()

    peer.say("hello", id="h1")

    (welcome,) = peer.heard
    token = welcome["token"]
    assert welcome == {
        "type": "welcome",
        "id": "h1",
        "player": read_token(token).player,
        "name": guest_name(read_token(token).player),
        "guest": True,
        "settings": to_builtins(Settings()),
        "token": token,
        "games": [],
        "now_ms": store_ms(),
        "ping_ms": 10_000,
        "rules": welcome["rules"],
        "server": "tests 1.0",
        "operator": False,
        "durability": "primary",
        "bot": False,
        "scope": None,
    }
    assert "axf" in welcome["rules"]
    assert node.store.requests == []


async def test_a_token_brings_the_player_back_with_the_games() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest(Format.MSGPACK)
    room = await a_game(red, black)
    token = black.told("welcome")[0]["token"]
    black.hang_up()
    again = node.connect()

    welcome = await again.ask("hello", token=token)

    assert (welcome["player"], welcome["token"]) == (black.player, None)
    assert welcome["games"] == [{"room": room, "side": "black", "live": False}]


async def test_a_strange_token_is_refused_and_one_may_try_again() -> None:
    node = await a_node()
    peer = node.connect()

    refused = await peer.ask("hello", token="x" * 44, language="vi")
    welcome = await peer.ask("hello")

    assert (refused["type"], refused["code"]) == ("refused", "bad_token")
    assert refused["text"] == refusal_text(PlayerRefusal.BAD_TOKEN, "vi")
    assert welcome["type"] == "welcome"


async def test_before_hello_nothing_else_is_heard_and_hello_is_said_once() -> None:
    node = await a_node()
    peer = node.connect()

    early = await peer.ask("watch_lobby")
    await peer.ask("hello")
    again = await peer.ask("hello")

    assert (early["code"], again["code"]) == ("hello_required", "hello_repeated")


async def test_what_is_sent_before_the_welcome_is_handled_after_it_in_order() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    token = red.told("welcome")[0]["token"]
    red.hang_up()
    again = node.connect()

    again.say("hello", id="a", token=token)
    again.say("join", id="b", room=room)
    again.say("move", id="c", room=room, ply=0, text="h2e2")
    await node.settle()

    answers = [message for message in again.heard if message["type"] in ("welcome", "done")]
    assert [answer["id"] for answer in answers] == ["a", "b", "c"]


async def test_a_move_sent_right_after_the_join_of_a_room_to_load_is_played() -> None:
    first = await a_node()
    red, black = await first.guest(), await first.guest()
    room = await a_game(red, black)
    restarted = await a_node(first.store, "m")
    again = await restarted.guest(token=red.told("welcome")[0]["token"])

    again.say("join", id="j", room=room, since=2)
    again.say("move", id="m", room=room, ply=0, text="h2e2")
    await restarted.settle()
    await first.settle()

    assert [message["id"] for message in again.told("done", "refused")] == ["j", "m"]
    assert len(again.told("moved")) == 1


async def test_too_much_before_the_welcome_closes_the_connection() -> None:
    node = await a_node()
    token = (await node.guest()).told("welcome")[0]["token"]
    peer = node.connect()

    peer.say("hello", token=token)
    for _ in range(HELD_MESSAGES + 1):
        peer.say("watch_lobby")
    await node.settle()

    assert peer.closed == (1008, "too much at once")


async def test_who_hangs_up_before_the_welcome_is_forgotten() -> None:
    node = await a_node()
    token = (await node.guest()).told("welcome")[0]["token"]
    peer = node.connect()

    peer.say("hello", token=token)
    peer.say("watch_lobby")
    peer.hang_up()
    await node.settle()

    assert peer.heard == []
    assert node.gateway.held.connections == 1


# Refusals.


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant", "vi"])
async def test_a_refusal_is_worded_in_the_language_of_hello(language: Language) -> None:
    node = await a_node()
    red = await node.guest()
    black = await node.guest(language=language)
    room = await a_game(red, black)

    refused = await black.ask("move", room=room, ply=0, text="h7e7")

    assert (refused["code"], refused["room"], refused["version"]) == ("not_your_turn", room, 2)
    assert refused["text"] == refusal_text(RoomRefusal.NOT_YOUR_TURN, language)


async def test_the_guard_is_at_the_door_of_rooms() -> None:
    node = await a_node()
    red, black, eve = await node.guest(), await node.guest(), await node.guest()
    room = await a_game(red, black)
    move = {"room": room, "ply": 0, "text": "h2e2"}

    outside = await eve.ask("move", **move)
    await eve.ask("join", room=room)
    watching = await eve.ask("move", **move)
    seated = await red.ask("move", **move)
    nowhere = await eve.ask("join", room="nosuchroom")

    codes = [answer.get("code") for answer in (outside, watching, seated, nowhere)]
    assert codes == ["not_joined", "not_seated", None, "no_such_room"]
    assert outside["version"] is None


async def test_an_unreadable_message_is_refused_and_the_next_one_is_taken() -> None:
    node = await a_node()
    peer = node.connect()

    peer.say_bytes(b"\xc1}")
    welcome = await peer.ask("hello")

    assert peer.heard[0]["type"] == "refused"
    assert (peer.heard[0]["id"], peer.heard[0]["code"]) == (None, "bad_message")
    assert welcome["type"] == "welcome"


async def test_a_flood_is_slowed_down_then_closed_with_a_word() -> None:
    node = await a_node()
    peer = await node.guest()

    for _ in range(MESSAGES.burst + FAULTS.burst + 1):
        peer.say("leave_lobby")
    await node.settle()

    codes = [message["code"] for message in peer.told("refused")]
    assert codes == ["too_fast"] * FAULTS.burst
    assert {message["retry_ms"] for message in peer.told("refused")} == {FAULTS.every_ms}
    assert peer.told("bye")[0]["code"] == "too_fast"
    assert peer.closed == (1008, "too fast")


async def test_who_sends_at_full_speed_and_waits_when_told_to_is_never_closed() -> None:
    node = await a_node()
    peer = await node.guest()

    for _ in range(4_000):
        answer = await peer.ask("leave_lobby")
        await pass_ms(answer.get("retry_ms") or 0)

    assert len(peer.told("refused")) > 2 * FAULTS.burst
    assert peer.closed is None


async def test_a_patient_client_is_never_too_fast() -> None:
    node = await a_node()
    peer = await node.guest()

    for _ in range(300):
        await peer.ask("leave_lobby")
        await pass_ms(MESSAGES.every_ms)

    assert peer.told("refused") == []


async def test_so_many_messages_of_a_connection_wait_at_once_and_the_next_is_refused() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    black.forget()

    for _ in range(WAITING_MESSAGES.most + 1):
        black.say("ratings", id="q", player=red.player)
    black.say("ratings", id="late", player=red.player)
    move = red.say("move", room=room, ply=0, text="h2e2")
    at_once = black.told("refused")
    await node.settle()
    after = await black.ask("move", room=room, ply=1, text="h9g7")

    assert [one["id"] for one in at_once] == ["q", "late"]
    assert {one["code"] for one in at_once} == {"too_fast"}
    assert all(one["retry_ms"] > 0 for one in at_once)
    assert len(black.told("ratings")) == WAITING_MESSAGES.most
    assert [one["id"] for one in red.told("done")][-1] == move  # nobody else waits for it
    assert after["type"] == "done"


async def test_what_was_refused_waits_no_more() -> None:
    node = await a_node()
    peer = await node.guest()
    node.store.is_away = True

    for _ in range(WAITING_MESSAGES.most):
        peer.say("ratings", player=peer.player)
    await node.settle()
    refused = [one["code"] for one in peer.told("refused")]
    node.store.is_away = False
    answer = await peer.ask("leave_lobby")

    assert set(refused) == {"unavailable"}
    assert answer["type"] == "done"


# Registration.


async def test_a_guest_is_stored_before_the_first_durable_act_and_once() -> None:
    node = await a_node()
    peer = await node.guest()

    peer.say("seek", terms=TERMS)
    peer.say("queue", pool="5+3")
    await node.settle()

    written = [request.aggregate.kind for request in node.store.requests]
    assert written[0] == "player"
    assert written.count("player") == 1
    assert len(peer.told("done")) == 2


async def test_watching_stores_nobody() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    before = len(node.store.requests)
    eve = await node.guest()

    await eve.ask("join", room=room)
    await eve.ask("watch_lobby")
    await eve.ask("leave", room=room)

    assert len(node.store.requests) == before


# Good-bye.


async def test_everybody_is_told_when_the_node_stops() -> None:
    node = await a_node()
    peers: list[Peer] = [await node.guest(), await node.guest(Format.MSGPACK)]

    node.gateway.say_bye()

    assert [peer.heard[-1]["type"] for peer in peers] == ["bye", "bye"]
    assert peers[0].heard[-1]["code"] == "stopping"


async def test_a_node_that_drains_sends_everybody_elsewhere_and_whoever_still_comes() -> None:
    node = await a_node()
    peers: list[Peer] = [await node.guest() for _ in range(3)]

    await node.gateway.move_on()
    late = node.connect()

    for peer in (*peers, late):
        assert (peer.heard[-1]["type"], peer.heard[-1]["code"]) == ("bye", "moving")
        assert 0 <= peer.heard[-1]["retry_ms"] <= MOVE_WITHIN_MS
        assert peer.closed == (1012, "moving")
    assert len({peer.heard[-1]["retry_ms"] for peer in peers}) > 1
