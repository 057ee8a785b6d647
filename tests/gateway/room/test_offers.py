"""Offers of games by days: they outlive their owners, are taken once, and find their match."""

import asyncio

from tests.support.gateways import Message, Node, Peer, a_node
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms
from xiangqi_server.api.offers import OFFER_MS
from xiangqi_server.kernel.aggregate.spans import DAY_MS, HOUR_MS
from xiangqi_server.limits import HOURS_OF_ADDRESS, OFFERS_BY_DAYS

TERMS: Message = {"clock": {"type": "correspondence", "days": 3}}


async def offered(peer: Peer, **fields: object) -> Message:
    """The answer to an offer."""
    answer = await peer.ask("offer_by_days", **{"terms": TERMS, **fields})
    await pass_ms(50)
    return answer


async def listed(peer: Peer, **fields: object) -> list[Message]:
    """The offers that a player sees."""
    answer = await peer.ask("offers_by_days", **fields)
    rows: list[Message] = answer["rows"]
    return rows


async def rooms_of(node: Node, peer: Peer) -> set[str]:
    """The rooms in which a player plays now."""
    page = await peer.ask("my_games")
    return {game["room"] for game in page["rows"] if game["status"] == "playing"}


async def test_an_offer_outlives_its_owner_and_its_node_and_is_taken_on_day_13() -> None:
    store = MemoryStore(store_ms)
    first, second = await a_node(store, "n1"), await a_node(store, "n2")
    owner, taker = await first.guest(), await second.guest()

    async with first.running():
        answer = await offered(owner, side="black")
        owner.hang_up()
    await pass_ms(13 * DAY_MS)
    async with second.running():
        rows = await listed(taker)
        taken = await taker.ask("accept_challenge", room=answer["room"])
        await pass_ms(50)
        after = await listed(taker)
        back = await second.guest(token=owner.token)
        games = await back.ask("my_games")

    assert [(row["room"], row["side"], row["rating"]) for row in rows] == [
        (answer["room"], "red", 1500)
    ]
    assert (taken["type"], after) == ("done", [])
    assert [(game["room"], game["you"]) for game in games["rows"]] == [(answer["room"], "black")]


async def test_an_offer_that_nobody_takes_is_gone_on_day_14() -> None:
    node = await a_node()
    owner, other = await node.guest(), await node.guest()

    async with node.running():
        room = (await offered(owner))["room"]
    await pass_ms(14 * DAY_MS - 5_000)
    async with node.running():
        before = await listed(other)
        await pass_ms(10_000)
        after = await listed(other)
        late = await other.ask("accept_challenge", room=room)

    assert [row["room"] for row in before] == [room]
    assert (after, late["code"]) == ([], "game_over")


async def test_an_offer_is_withdrawn_by_its_owner_alone() -> None:
    node = await a_node()
    owner, other = await node.guest(), await node.guest()

    async with node.running():
        room = (await offered(owner))["room"]
        refused = await other.ask("withdraw_challenge", room=room)
        own = await owner.ask("accept_challenge", room=room)
        mine = await listed(owner, mine=True)
        done = await owner.ask("withdraw_challenge", room=room)
        await pass_ms(50)
        after = await listed(owner, mine=True)

    assert (refused["code"], own["code"]) == ("not_seated", "not_yourself")
    assert [row["room"] for row in mine] == [room]
    assert (done["type"], after) == ("done", [])


async def test_nobody_takes_what_does_not_suit() -> None:
    node = await a_node()
    owner, other, bot = await node.guest(), await node.guest(), await node.guest()
    await bot.ask("sign_up", name="Robo", password="correct horse")

    async with node.running():
        high = (await offered(owner, min_rating=1_501))["room"]
        fits = (await offered(owner, min_rating=1_500, max_rating=1_500))["room"]
        out = await other.ask("accept_challenge", room=high)
        await other.ask("join", room=high)
        sat = await other.ask("sit", room=high)
        await owner.ask("ignore", player=other.player)
        await pass_ms(50)
        ignored = await other.ask("accept_challenge", room=fits)
        rows = await listed(other)
        await bot.ask("become_bot", password="correct horse")
        by_bot = await bot.ask("accept_challenge", room=fits)

    assert [one["code"] for one in (out, sat)] == ["rating_out_of_range"] * 2
    assert (ignored["code"], rows) == ("ignored", [])
    assert by_bot["code"] == "no_bots"


async def test_offers_that_make_no_sense_are_refused() -> None:
    node = await a_node()
    guest = await node.guest()

    live = await offered(guest, terms={"clock": {"type": "none"}})
    empty = await offered(guest, min_rating=1_600, max_rating=1_500)
    rated = await offered(guest, terms={**TERMS, "rated": True})

    codes = [answer["code"] for answer in (live, empty, rated)]
    assert codes == ["bad_terms", "bad_terms", "rated_needs_account"]


async def test_a_player_has_ten_offers_and_a_copy_of_a_message_is_no_other() -> None:
    node = await a_node()
    owner = await node.guest()

    async with node.running():
        answers = [await offered(owner) for _ in range(OFFERS_BY_DAYS.most)]
        await pass_ms(20_000)
        refused = await offered(owner)
        copy = await offered(owner, id=answers[0]["id"])
        await owner.ask("withdraw_challenge", room=answers[0]["room"])
        await pass_ms(50)
        later = await offered(owner)

    assert len({answer["room"] for answer in answers}) == OFFERS_BY_DAYS.most
    assert (refused["code"], copy["room"]) == ("limit_reached", answers[0]["room"])
    assert later["type"] == "done"


async def test_a_match_is_the_nearest_rating_on_the_same_terms_that_suits_both() -> None:
    node = await a_node()
    owner, picky, seeker = await node.guest(), await node.guest(), await node.guest()

    async with node.running():
        await offered(picky, min_rating=1_600)
        await offered(picky, terms={"clock": {"type": "correspondence", "days": 7}})
        room = (await offered(owner, side="red"))["room"]
        asked_red = await offered(seeker, match=True, side="red")
        await seeker.ask("withdraw_challenge", room=asked_red["room"])
        found = await offered(seeker, match=True, id="wish")
        copy = await offered(seeker, match=True, id="wish")
        games = await rooms_of(node, seeker)

    assert asked_red["room"] != room
    assert (found["room"], copy["room"], games) == (room, room, {room})


async def test_two_who_look_at_once_on_two_nodes_find_each_other() -> None:
    store = MemoryStore(store_ms)
    nodes = [await a_node(store, f"n{number}") for number in range(2)]
    peers = [await node.guest() for node in nodes]

    async with nodes[0].running(), nodes[1].running():
        await asyncio.gather(*(offered(peer, match=True) for peer in peers))
        await pass_ms(1_000)
        games = [await rooms_of(node, peer) for node, peer in zip(nodes, peers, strict=True)]
        left = await listed(peers[0])

    assert len(games[0]) == 1
    assert (games[0], left) == (games[1], [])


async def test_two_who_take_an_offer_at_once_on_two_nodes_are_not_both_seated() -> None:
    store = MemoryStore(store_ms)
    nodes = [await a_node(store, f"n{number}") for number in range(2)]
    owner = await nodes[0].guest()
    takers = [await node.guest() for node in nodes]

    async with nodes[0].running(), nodes[1].running():
        room = (await offered(owner))["room"]
        answers = await asyncio.gather(
            *(taker.ask("accept_challenge", room=room) for taker in takers)
        )

    assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
    assert {answer.get("code") for answer in answers} == {None, "seat_taken"}


async def test_a_wish_that_is_sent_again_after_a_kill_is_the_same_one() -> None:
    store = MemoryStore(store_ms)
    north, south = await a_node(store, "n1"), await a_node(store, "n2")
    first = await north.guest()
    waits = (await offered(first, match=True, id="wish"))["room"]
    other = await north.guest()
    sits = (await offered(other, match=True, id="wish"))["room"]

    back, other_back = await south.guest(token=first.token), await south.guest(token=other.token)
    again = await offered(back, match=True, id="wish")
    other_again = await offered(other_back, match=True, id="wish")

    assert waits == sits
    assert (again["room"], other_again["room"]) == (waits, waits)
    assert await listed(back) == []


async def test_offers_are_counted_by_address_and_by_how_long_they_wait() -> None:
    node = await a_node()
    each, fit = 9, HOURS_OF_ADDRESS.burst // (OFFER_MS // HOUR_MS)

    codes = []
    for _ in range(fit // each + 1):
        peer = await node.guest(counted_as="192.0.2.9")
        codes += [
            (await peer.ask("offer_by_days", terms=TERMS)).get("code", "done") for _ in range(each)
        ]

    assert codes.count("done") == fit
    assert set(codes[fit:]) == {"too_fast"}
