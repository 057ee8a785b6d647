"""Rooms opened by invitation are counted, by player and by address, a copy of a message never."""

from server.api.rate_limits import OPENED, OPENED_OF_ADDRESS
from tests.support.gateways import TERMS, Peer, a_node
from tests.support.virtual_time import pass_ms

ADDRESS = "192.0.2.7"


async def opened(peers: list[Peer], count: int) -> list[dict[str, object]]:
    """The answers to so many invitations of each, no faster than one may ask."""
    answers = []
    for _ in range(count):
        answers += [await peer.ask("invite", terms=TERMS) for peer in peers]
        await pass_ms(2_000)
    return answers


async def test_a_player_opens_so_many_rooms_and_then_waits() -> None:
    node = await a_node()
    host = await node.guest()

    async with node.running():
        answers = await opened([host], OPENED.burst + 20)
        first, refused = answers[-21], answers[-1]
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
