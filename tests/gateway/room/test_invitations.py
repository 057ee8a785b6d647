"""Rooms opened by invitation are counted, by player and by address, a copy of a message never."""

from tests.support.gateways import TERMS, Peer, a_node
from tests.support.virtual_time import pass_ms
from xiangqi_server.aggregates.players.open_games import MAX_OPEN_GAMES
from xiangqi_server.limits import HOURS_OF_ADDRESS, OPENED, OPENED_OF_ADDRESS

ADDRESS = "192.0.2.7"


async def opened(peers: list[Peer], count: int, **fields: object) -> list[dict[str, object]]:
    """The answers to so many invitations of each, no faster than one may ask."""
    answers = []
    for _ in range(count):
        answers += [await peer.ask("invite", terms=TERMS, **fields) for peer in peers]
        await pass_ms(2_000)
    return answers


async def taken_back(peer: Peer, answers: list[dict[str, object]]) -> None:
    """Rooms that were opened are opened no longer."""
    for answer in answers:
        if answer["type"] == "done":
            await peer.ask("withdraw_challenge", room=answer["room"])
            await pass_ms(50)


async def test_a_player_opens_so_many_rooms_and_then_waits() -> None:
    node = await a_node()
    host = await node.guest()

    async with node.running():
        answers = await opened([host], OPENED.burst)
        await taken_back(host, answers)
        answers += await opened([host], 40)
        first = answers[OPENED.burst - 1]
        refused = next(answer for answer in answers if answer["type"] == "refused")
        await pass_ms(OPENED.every_ms)
        later = await host.ask("invite", terms=TERMS)
        copy = await host.ask("invite", id=later["id"], terms=TERMS)

    assert (first["type"], refused.get("code")) == ("done", "too_fast")
    assert (later["type"], copy["room"]) == ("done", later["room"])


async def test_the_players_of_an_address_open_so_many_rooms_together() -> None:
    node = await a_node()
    crowd = [await node.guest(counted_as=ADDRESS) for _ in range(10)]
    elsewhere = await node.guest(counted_as="192.0.2.8")

    async with node.running():
        answers = await opened(crowd, OPENED_OF_ADDRESS.burst // len(crowd) + 5)
        other = await elsewhere.ask("invite", terms=TERMS)

    refused = [answer for answer in answers if answer["type"] == "refused"]
    assert {answer["code"] for answer in refused} == {"too_fast"}
    assert 10 < len(refused) < 50
    assert other["type"] == "done"


async def test_a_player_has_so_many_games_open_and_each_is_found_again() -> None:
    node = await a_node()
    host = await node.guest()

    async with node.running():
        answers = list[dict[str, object]]()
        while len(answers) < MAX_OPEN_GAMES:
            answers += await opened([host], min(20, MAX_OPEN_GAMES - len(answers)))
            await pass_ms(20 * OPENED.every_ms)
        refused = await host.ask("invite", terms=TERMS)
        copy = await host.ask("invite", id=answers[-1]["id"], terms=TERMS)
        tab = await node.guest(token=host.token)
        listed = tab.told("welcome")[0]["games"]
        await taken_back(host, answers[:1])
        later = await host.ask("invite", terms=TERMS)

    assert {game["room"] for game in listed} == {answer["room"] for answer in answers}
    assert (refused["code"], copy["room"]) == ("too_many_rooms", answers[-1]["room"])
    assert later["type"] == "done"


async def test_rooms_of_an_address_wait_so_many_hours_together() -> None:
    node = await a_node()
    crowd = [await node.guest(counted_as=ADDRESS) for _ in range(10)]
    elsewhere = await node.guest(counted_as="192.0.2.8")
    most = HOURS_OF_ADDRESS.burst // 336

    async with node.running():
        answers = await opened(crowd, most // len(crowd) + 2, hours=336)
        short = await crowd[0].ask("invite", terms=TERMS, hours=1)
        other = await elsewhere.ask("invite", terms=TERMS, hours=336)

    codes = [answer.get("code") for answer in answers]
    assert codes[:most] == [None] * most
    assert set(codes[most + 1 :]) == {"too_fast"}
    assert (short["type"], other["type"]) == ("done", "done")
