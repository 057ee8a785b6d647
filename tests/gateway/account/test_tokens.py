"""Programs come in by tokens of their own, and do what these were created for."""

from tests.support.gateways import Node, Peer, a_game, a_node
from tests.support.virtual_time import pass_ms
from xiangqi_server.aggregates.players.identity import MAX_TOKENS
from xiangqi_server.limits import TOKENS

PASSWORD = "nine dragons and a horse"


async def an_account(node: Node, name: str = "An Nan") -> Peer:
    """Somebody with an account."""
    owner = await node.guest()
    answer = await owner.ask("sign_up", name=name, password=PASSWORD)
    assert answer["type"] == "done", answer
    return owner


async def a_program(node: Node, owner: Peer, scope: str) -> Peer:
    """A program of an owner's, by a token of its own."""
    created = await owner.ask("create_token", scope=scope, label="Engine")
    assert created["type"] == "token_created", created
    return await node.guest(token=created["token"])


async def test_a_program_plays_by_its_token_and_does_not_see_to_the_account() -> None:
    node = await a_node()
    owner = await an_account(node)
    friend = await an_account(node, "Bao")
    program = await a_program(node, owner, "play")

    invited = await program.ask("invite", terms={"clock": {"type": "none"}}, side="red")
    letter = await friend.ask("send_message", player=owner.player, text="Hello.")
    refusals = [
        await program.ask("change_password", old=PASSWORD, password="a cannon and a screen"),
        await program.ask("create_token", scope="play"),
        await program.ask("send_message", player=friend.player, text="Hello."),
        await program.ask("my_data"),
    ]
    await pass_ms(300)

    assert (program.player, program.told("welcome")[0]["scope"]) == (owner.player, "play")
    assert (invited["type"], letter["type"]) == ("done", "done")
    assert {one["code"] for one in refusals} == {"token_scope"}
    assert "direct_message" in owner.kinds()
    assert "direct_message" not in program.kinds()


async def test_a_program_that_may_look_does_nothing_else_and_is_not_its_player() -> None:
    node = await a_node()
    owner = await an_account(node)
    program = await a_program(node, owner, "read")
    owner.hang_up()
    await pass_ms(60_000)
    friend = await an_account(node, "Bao")

    looks = [await program.ask("live_games"), await program.ask("my_games")]
    deeds = [
        await program.ask("queue", pool="5+3"),
        await program.ask("friend", player=friend.player),
    ]
    terms = {"clock": {"type": "fischer", "main_ms": 300_000}}
    challenge = await friend.ask("challenge", player=owner.player, terms=terms)

    assert [one["type"] for one in looks] == ["live_games", "my_games"]
    assert {one["code"] for one in deeds} == {"token_scope"}
    assert challenge["code"] == "not_online"


async def test_a_message_for_a_token_that_is_sent_again_makes_no_second_program() -> None:
    node = await a_node()
    owner = await an_account(node)
    await owner.ask("create_token", id="t1", scope="play", label="Engine")

    again = await owner.ask("create_token", id="t1", scope="play", label="Engine")
    other = await owner.ask("create_token", id="t1", scope="read", label="Engine")
    program = await node.guest(token=again["token"])

    devices = (await owner.ask("devices"))["devices"]
    assert [one["device"] for one in devices[1:]] == [again["device"], other["device"]]
    assert program.told("welcome")[0]["scope"] == "play"


async def test_a_token_is_listed_and_signed_out_like_a_device() -> None:
    node = await a_node()
    owner = await an_account(node)
    program = await a_program(node, owner, "play")

    before = (await owner.ask("devices"))["devices"]
    done = await owner.ask("sign_out", device=before[1]["device"])
    await pass_ms(300)

    assert [(one["label"], one["scope"]) for one in before] == [("", None), ("Engine", "play")]
    assert done["type"] == "done"
    assert program.closed == (1008, "signed out")
    assert [one["scope"] for one in (await owner.ask("devices"))["devices"]] == [None]


async def test_tokens_are_counted_and_so_is_how_often_they_are_created() -> None:
    node = await a_node()
    owner = await an_account(node)
    for _ in range(MAX_TOKENS):
        await owner.ask("create_token", scope="read")
        await pass_ms(2_000)

    one_more = await owner.ask("create_token", scope="read")
    last = one_more
    for _ in range(TOKENS.burst - MAX_TOKENS):
        await pass_ms(2_000)
        last = await owner.ask("create_token", scope="read")
    guest = await node.guest()
    without_account = await guest.ask("create_token", scope="play")

    assert (one_more["code"], last["code"]) == ("limit_reached", "too_fast")
    assert without_account["code"] == "no_account"


async def test_an_account_becomes_a_bot_for_everybody_to_see() -> None:
    node = await a_node()
    owner = await an_account(node)
    friend = await an_account(node, "Bao")

    wrong = await owner.ask("become_bot", password="a wrong password")
    done = await owner.ask("become_bot", password=PASSWORD)
    await pass_ms(300)
    profile = await friend.ask("profile", player=owner.player)
    found = await friend.ask("find_players", prefix="an")
    again = await node.guest(token=owner.token)

    assert (wrong["code"], done["type"]) == ("wrong_password", "done")
    assert owner.told("account")[-1]["bot"] is True
    assert profile["player"]["bot"] is True
    assert [(one["name"], one["bot"]) for one in found["players"]] == [("An Nan", True)]
    assert again.told("welcome")[0]["bot"] is True


async def test_a_bot_is_not_counted_among_the_people_who_are_online() -> None:
    node = await a_node()
    owner = await an_account(node)
    await owner.ask("become_bot", password=PASSWORD)
    friend = await an_account(node, "Bao")

    await friend.ask("watch_lobby")
    owner.hang_up()
    await node.guest(token=owner.token)
    program = await node.guest(token=owner.token)
    await friend.ask("watch_lobby")
    program.hang_up()
    await friend.ask("watch_lobby")

    assert [told["players_online"] for told in friend.told("lobby")] == [1, 1, 1]


async def test_a_bot_that_watches_is_named_apart_from_people() -> None:
    node = await a_node()
    owner = await an_account(node)
    await owner.ask("become_bot", password=PASSWORD)
    friend = await an_account(node, "Bao")
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)

    for watcher in (owner, friend):
        await watcher.ask("join", room=room)
    await pass_ms(300)
    node.gateway.tick_loop.tick()

    told = red.told("presence")[-1]
    assert (told["spectators"], told["names"], told["bots"]) == (2, ["Bao"], ["An Nan"])


async def test_a_bot_enters_no_pool_no_offer_and_no_ladder() -> None:
    node = await a_node()
    owner = await an_account(node)
    friend = await an_account(node, "Bao")
    await owner.ask("queue", pool="5+3")
    await owner.ask("join_ladder")
    await friend.ask("seek", terms={"clock": {"type": "none"}}, side="any")
    await owner.ask("watch_lobby")
    seek = owner.told("lobby")[-1]["seeks"][0]["id"]

    await owner.ask("become_bot", password=PASSWORD)
    await pass_ms(300)
    refusals = [
        await owner.ask("queue", pool="5+3"),
        await owner.ask("seek", terms={"clock": {"type": "none"}}, side="any"),
        await owner.ask("accept_seek", seek=seek),
        await owner.ask("join_ladder"),
    ]
    await friend.ask("queue", pool="5+3")
    await pass_ms(5_000)
    ladder = await friend.ask("ladder")

    assert {one["code"] for one in refusals} == {"no_bots"}
    assert "game_opened" not in friend.kinds()
    assert ladder["rows"] == []


async def test_who_has_played_remains_a_person() -> None:
    node = await a_node()
    owner = await an_account(node)
    friend = await an_account(node, "Bao")
    made = await owner.ask("invite", terms={"clock": {"type": "none"}}, side="red")
    await friend.ask("join", room=made["room"])
    await friend.ask("sit", room=made["room"], seat_key=made["seat_key"])

    refused = await owner.ask("become_bot", password=PASSWORD)

    assert refused["code"] == "has_played"
