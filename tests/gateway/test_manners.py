"""Small duties of a node: silent strangers, refused invitations, crowds that are too large."""

import pytest

from server.gateway.gateway import STRANGERS
from server.gateway.room_crowd import THINNING
from tests.support.gateways import Peer, a_game, a_node, forget, join
from tests.support.virtual_time import pass_ms

TICK_MS = 200


async def test_a_connection_that_does_not_say_hello_is_told_so_and_closed() -> None:
    node = await a_node()
    async with node.running():
        stranger, guest = node.connect(), node.connect()
        guest.say("hello")
        await pass_ms(14_000)
        early = stranger.closed
        await pass_ms(4_000)

        (bye,) = stranger.heard
        assert early is None
        assert (bye["type"], bye["code"]) == ("bye", "no_hello")
        assert stranger.closed == (1008, "no hello")
        assert guest.closed is None


async def test_a_crowd_of_silent_strangers_is_turned_away_until_some_have_left() -> None:
    node = await a_node()
    strangers = [node.connect() for _ in range(STRANGERS)]

    refused = node.connect()
    refused.hang_up()
    strangers[0].hang_up()
    guest = await node.guest()

    assert refused.heard[-1]["code"] == "full"
    assert refused.closed == (1008, "full")
    assert guest.closed is None


async def test_a_refused_invitation_names_no_room() -> None:
    node = await a_node()
    ann = await node.guest()

    refused = await ann.ask(
        "invite", terms={"clock": {"type": "none"}, "rules": {"name": "axf", "version": 99}}
    )

    assert (refused["code"], refused["room"], refused["version"]) == ("unknown_rules", None, None)


def told_crowds(peer: Peer) -> int:
    """How often a peer was told who is here."""
    return len(peer.told("crowd"))


@pytest.mark.parametrize(("size", "ticks"), [(5, 1), (100, 12), (1_000, 60)])
async def test_the_larger_the_crowd_the_rarer_it_is_told(size: int, ticks: int) -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    watchers = [await node.guest() for _ in range(size)]
    await join(room, *watchers)
    for _ in range(ticks):
        node.gateway.pulse.tick()
    forget([red])

    newcomers = [await node.guest() for _ in range(ticks)]
    for newcomer in newcomers:
        await join(room, newcomer)
        node.gateway.pulse.tick()

    assert told_crowds(red) == 1
    assert red.told("crowd")[0]["spectators"] in range(size + 1, size + ticks + 1)
    assert len(red.told("crowd")[0]["names"]) <= 20


def test_rooms_are_thinned_at_a_hundred_a_thousand_and_ten_thousand() -> None:
    assert [(size, ticks * TICK_MS) for size, ticks in THINNING] == [
        (10_000, 60_000),
        (1_000, 12_000),
        (100, 2_400),
    ]
