"""Bots among people: whom they play, where they are found, and in which lists they never are."""

from tests.support.gateways import CLOCK, Node, Peer, a_node
from tests.support.virtual_time import pass_ms
from xiangqi_server.aggregates.players.challenges import MAX_OF_GUESTS
from xiangqi_server.aggregates.players.ratings import BOARD
from xiangqi_server.limits import ADDRESS_STARTS, SIGN_UPS, STARTS

HERE = "198.51.100.7"
PASSWORD = "nine dragons and a horse"
TERMS = {"clock": CLOCK}


async def somebody(node: Node, name: str) -> Peer:
    """A person with an account."""
    peer = await node.guest()
    await peer.ask("sign_up", name=name, password=PASSWORD)
    return peer


async def a_bot(node: Node, name: str) -> Peer:
    """An account that is a bot."""
    peer = await somebody(node, name)
    assert (await peer.ask("become_bot", password=PASSWORD))["type"] == "done"
    await pass_ms(300)
    return peer


async def a_challenge(by: Peer, to: Peer, **terms: object) -> str:
    """A game that was begun by a challenge."""
    made = await by.ask("challenge", player=to.player, terms=TERMS | terms, side="red")
    assert made["type"] == "done", made
    await pass_ms(300)
    room = str(made["room"])
    assert (await to.ask("accept_challenge", room=room))["type"] == "done"
    for peer in (by, to):
        await peer.ask("join", room=room)
    await pass_ms(300)
    return room


async def test_a_bot_plays_who_challenges_it_and_is_marked_wherever_its_name_stands() -> None:
    node = await a_node()
    ann, bot, eve = await somebody(node, "Ann"), await a_bot(node, "Pikafish"), await node.guest()

    room = await a_challenge(ann, bot)
    await eve.ask("join", room=room)
    await bot.ask("chat", room=room, to="players", text="Good luck.")
    await pass_ms(300)
    live = await eve.ask("live_games", order="newest")

    assert ann.told("room")[0]["black"] is None or ann.told("room")[0]["black"]["bot"] is True
    seats = eve.told("room")[-1]
    assert (seats["red"]["bot"], seats["black"]["bot"]) == (False, True)
    assert [chat["line"]["bot"] for chat in ann.told("chat")] == [True]
    assert [(one["red"]["bot"], one["black"]["bot"]) for one in live["rows"]] == [(False, True)]


async def test_bots_challenge_bots_and_nobody_else() -> None:
    node = await a_node()
    ann, bot, other = (
        await somebody(node, "Ann"),
        await a_bot(node, "One"),
        await a_bot(node, "Two"),
    )

    refused = await bot.ask("challenge", player=ann.player, terms=TERMS)
    room = await a_challenge(bot, other)

    assert refused["code"] == "no_bots"
    assert ann.told("challenged") == []
    assert room in [one["room"] for one in other.told("game_opened")]


async def test_who_looks_for_a_bot_finds_those_that_are_here_and_no_people() -> None:
    node = await a_node()
    ann, bot = await somebody(node, "Ann"), await a_bot(node, "Pikafish")

    bots = await ann.ask("player_list", of="bots")
    people = await ann.ask("player_list", of="online")
    bot.hang_up()
    await pass_ms(60_000)
    later = await ann.ask("player_list", of="bots")
    refused = await ann.ask("challenge", player=bot.player, terms=TERMS)

    assert [(row["name"], row["bot"], row["online"]) for row in bots["rows"]] == [
        ("Pikafish", True, True)
    ]
    assert [row["name"] for row in people["rows"]] == ["Ann"]
    assert later["rows"] == []
    assert refused["code"] == "not_online"


async def test_games_of_bots_are_neither_among_the_strongest_nor_on_top_nor_on_leaderboards() -> (
    None
):
    node = await a_node()
    ann, bot, eve = await somebody(node, "Ann"), await a_bot(node, "Pikafish"), await node.guest()

    room = await a_challenge(ann, bot, rated=True)
    await pass_ms(5_000)
    strongest = await eve.ask("live_games", order="rating")
    tv = await eve.ask("watch_boards", boards=["tv:top", "tv:rapid", "tv:computer"])
    await ann.ask("move", room=room, ply=0, text="h2e2")
    await bot.ask("move", room=room, ply=1, text="h9g7")
    await ann.ask("resign", room=room)
    await pass_ms(5_000)
    rated = await bot.ask("ratings")
    board = await node.store.row_store.rows(BOARD, [ann.player, bot.player])
    export = await eve.ask("join", room=room)
    await eve.ask("export", room=room)

    shown = [one["game"] and one["game"]["room"] for one in tv["boards"]]
    assert (strongest["rows"], shown) == ([], [None, None, room])
    assert [(one["games"], one["won"]) for one in rated["ratings"]] == [(1, 1)]
    assert [body is not None for body in board] == [True, False]
    assert export["type"] == "done"
    assert '[BlackType "program"]' in eve.told("pgn")[-1]["text"]


async def test_an_address_makes_so_many_accounts_for_bots_and_is_then_asked_to_wait() -> None:
    node = await a_node()
    crowd = [await node.guest(counted_as=HERE) for _ in range(SIGN_UPS.burst + 1)]

    answers = [
        await peer.ask("sign_up", name=f"Robot {number}", password=PASSWORD)
        for number, peer in enumerate(crowd)
    ]
    await pass_ms(ADDRESS_STARTS.whole_ms)
    bots = [await peer.ask("become_bot", password=PASSWORD) for peer in crowd]

    *made, late = answers
    assert {answer["type"] for answer in made} == {"done"}
    assert (late["code"], 0 < late["retry_ms"] <= SIGN_UPS.every_ms) == ("too_fast", True)
    assert [bot["type"] for bot in bots] == ["done"] * SIGN_UPS.burst + ["refused"]
    assert bots[-1]["code"] == "no_account"


async def test_a_flood_of_challenges_is_slowed_down_and_others_reach_the_bot() -> None:
    node = await a_node()
    bot, flood, ann = await a_bot(node, "Pikafish"), await node.guest(), await somebody(node, "Ann")

    ids = [
        flood.say("challenge", player=bot.player, terms=TERMS, side="red")
        for _ in range(2 * STARTS.burst)
    ]
    await pass_ms(300)
    refused = [one for one in flood.told("refused") if one["id"] in ids]
    room = await a_challenge(ann, bot)

    assert [one["code"] for one in refused] == ["too_fast"] * STARTS.burst
    assert all(one["text"] and one["retry_ms"] > 0 for one in refused)
    assert len(bot.told("challenged")) == MAX_OF_GUESTS + 1
    assert room in [one["room"] for one in bot.told("game_opened")]
