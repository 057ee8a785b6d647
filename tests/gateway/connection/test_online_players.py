"""Guests are stored when they first do something that lasts, so many an address."""

import pytest

from tests.support.gateways import TERMS, Node, Peer, a_node
from tests.support.virtual_time import pass_ms
from xiangqi_server.limits import STORED_GUESTS

HERE, THERE = "2001:db8:1:2::/64", "198.51.100.7"
THEME = {"theme": "dark"}


async def guests(node: Node, count: int, address: str) -> list[Peer]:
    """A number of connections from one address."""
    return [await node.guest(counted_as=address) for _ in range(count)]


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("set_settings", {"settings": THEME}),
        ("seek", {"terms": TERMS}),
        ("invite", {"terms": TERMS}),
    ],
)
async def test_an_address_stores_so_many_guests_and_then_one_a_minute(
    kind: str, fields: dict[str, object]
) -> None:
    node = await a_node()
    crowd = await guests(node, STORED_GUESTS.burst + 2, HERE)

    stored = [await peer.ask("set_settings", settings=THEME) for peer in crowd[:-2]]
    late = await crowd[-2].ask(kind, **fields)
    (elsewhere,) = await guests(node, 1, THERE)
    other = await elsewhere.ask(kind, **fields)
    await pass_ms(late["retry_ms"])
    again = await crowd[-2].ask(kind, **fields)
    last = await crowd[-1].ask(kind, **fields)

    assert {answer["type"] for answer in stored} == {"done"}
    assert (late["code"], 0 < late["retry_ms"] <= STORED_GUESTS.every_ms) == ("too_fast", True)
    assert other["type"] != "refused"
    assert again["type"] != "refused"
    assert last["code"] == "too_fast"


async def test_a_guest_that_is_stored_already_is_not_counted_again() -> None:
    node = await a_node()
    (first, *others) = await guests(node, STORED_GUESTS.burst, HERE)
    ids = [first.say("set_settings", settings=THEME) for _ in range(10)]
    await node.settle()

    answers = [await peer.ask("set_settings", settings=THEME) for peer in (*others, first)]

    done = {message["id"] for message in first.told("done")}
    assert done >= set(ids)
    assert {answer["type"] for answer in answers} == {"done"}


async def test_who_could_not_be_stored_without_a_store_is_not_counted() -> None:
    node = await a_node()
    crowd = await guests(node, STORED_GUESTS.burst, HERE)

    async with node.running():
        node.store.is_away = True
        refused = [await peer.ask("set_settings", settings=THEME) for peer in crowd]
        node.store.is_away = False
        await pass_ms(1_000)
        stored = [await peer.ask("set_settings", settings=THEME) for peer in crowd]

    assert {answer["code"] for answer in refused} == {"unavailable"}
    assert {answer["type"] for answer in stored} == {"done"}


async def test_a_player_is_counted_by_the_address_that_is_connected_here() -> None:
    """Of IPv6 all networks of a customer are one; a player elsewhere has none."""
    node = await a_node()
    first, second = await guests(node, 1, HERE) + await guests(node, 1, "2001:db8:1:ffff::/64")
    third = (await guests(node, 1, THERE))[0]
    local = await node.guest()
    gone = (await guests(node, 1, THERE))[0]
    gone.hang_up()

    counted = [node.gateway.address_of(one.player) for one in (first, second, third, local, gone)]

    assert counted == ["2001:db8:1::/48", "2001:db8:1::/48", THERE, "", ""]
