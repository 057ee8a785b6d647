"""Small duties of a node: silent strangers, refused invitations, crowds that are too large."""

import pytest

from tests.support.gateways import Node, Peer, a_game, a_node, forget, have_named, join
from tests.support.virtual_time import pass_ms
from xiangqi_server.gateway.room.broadcasting.presence_summary import CROWD, THINNING
from xiangqi_server.limits import STRANGERS, STRANGERS_OF_ADDRESS, STRANGERS_OF_SITE
from xiangqi_server.net.ports import Format

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


def stranger_of(node: Node, address: str) -> Peer:
    """A silent connection from an address."""
    peer = Peer(node, Format.JSON)
    peer.counted_as = address
    node.gateway.opened(peer)
    return peer


def is_turned_away(peer: Peer) -> bool:
    """It was told that there is no room for it."""
    return peer.closed == (1008, "full") and peer.heard[-1]["code"] == "full"


async def test_where_too_many_are_silent_the_one_silent_for_longest_makes_room() -> None:
    node = await a_node()
    strangers = [node.connect() for _ in range(STRANGERS.most)]

    late = [node.connect() for _ in range(2)]
    guest = await node.guest()

    assert [is_turned_away(peer) for peer in strangers[:4]] == [True, True, True, False]
    assert [peer.closed for peer in (*strangers[4:], *late, guest)] == [None] * (STRANGERS.most - 1)


@pytest.mark.parametrize(
    ("addresses", "most"),
    [
        (["198.51.100.7"], STRANGERS_OF_ADDRESS.most),
        (["2001:db8:1:2::/64"], STRANGERS_OF_ADDRESS.most),
        ([f"2001:db8:1:{n:x}::/64" for n in range(1, 100)], STRANGERS_OF_SITE.most),
    ],
)
async def test_an_address_and_a_site_drive_out_their_own(addresses: list[str], most: int) -> None:
    node = await a_node()
    others = [stranger_of(node, one) for one in ("198.51.100.8", "2001:db8:2:2::/64", "")]

    strangers = [stranger_of(node, addresses[n % len(addresses)]) for n in range(most + 3)]

    assert [is_turned_away(peer) for peer in strangers] == [True] * 3 + [False] * most
    assert [peer.closed for peer in others] == [None] * 3


async def test_who_was_welcomed_or_has_left_takes_no_place() -> None:
    node = await a_node()
    for _ in range(2 * STRANGERS_OF_ADDRESS.most):
        await stranger_of(node, "198.51.100.7").ask("hello")
        stranger_of(node, "198.51.100.7").hang_up()

    last = stranger_of(node, "198.51.100.7")

    assert last.closed is None


async def test_a_hello_under_way_is_not_cut_off_by_those_who_come_after_it() -> None:
    node = await a_node()
    token = (await node.guest()).token
    node.store.load_ms = 1_000
    returning = [stranger_of(node, "198.51.100.7") for _ in range(STRANGERS_OF_ADDRESS.most)]
    for peer in returning:
        peer.say("hello", token=token)

    late = stranger_of(node, "198.51.100.7")
    await node.settle()

    assert [peer.told("welcome") != [] for peer in returning] == [True] * STRANGERS_OF_ADDRESS.most
    assert is_turned_away(late)


async def test_the_hello_is_due_sooner_while_many_are_silent() -> None:
    node = await a_node()
    async with node.running():
        crowd = [node.connect() for _ in range(STRANGERS.most // 2 + 200)]
        await pass_ms(8_500)
        left = [peer for peer in crowd if peer.closed is None]
        await pass_ms(3_000)

        assert len(left) == STRANGERS.most // 2
        assert [peer.closed for peer in left] == [None] * len(left)


async def test_a_refused_invitation_names_no_room() -> None:
    node = await a_node()
    ann = await node.guest()

    refused = await ann.ask(
        "invite", terms={"clock": {"type": "none"}, "rules": {"name": "axf", "version": 99}}
    )

    assert (refused["code"], refused["room"], refused["version"]) == ("unknown_rules", None, None)


def told_crowds(peer: Peer) -> int:
    """How often a peer was told who is here."""
    return len(peer.told("presence"))


@pytest.mark.parametrize(("size", "ticks"), [(5, 1), (100, 12), (1_000, 60)])
async def test_the_larger_the_crowd_the_rarer_it_is_told(size: int, ticks: int) -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    watchers = [await node.guest() for _ in range(size)]
    await join(room, *watchers)
    for _ in range(ticks):
        node.gateway.tick_loop.tick()
    forget([red])

    newcomers = [await node.guest() for _ in range(ticks)]
    for newcomer in newcomers:
        await join(room, newcomer)
        node.gateway.tick_loop.tick()

    assert told_crowds(red) == 1
    assert red.told("presence")[0]["spectators"] in range(size + 1, size + ticks + 1)
    assert len(red.told("presence")[0]["names"]) <= 20


async def test_those_who_join_a_crowd_are_shown_the_room_by_the_same_frames() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    await join(room, *[await node.guest() for _ in range(CROWD)])
    first, second, stranger = [await node.guest() for _ in range(3)]
    foreign = await node.guest(language="vi")

    await join(room, first, second, foreign, black)
    await red.ask("move", room=room, ply=0, text="h2e2")
    await join(room, stranger)

    for kind in ("room", "presence"):
        assert first.frames_of(kind)[0] is second.frames_of(kind)[0]
    assert foreign.frames_of("room")[0] is not first.frames_of("room")[0]
    assert (first.told("room")[0]["you"], black.told("room")[-1]["you"]) == (None, "black")
    assert [line[0] for line in stranger.told("room")[0]["moves"]] == ["h2e2"]
    assert CROWD - 2 <= first.told("presence")[0]["spectators"] <= CROWD + 4


async def test_a_crowd_is_shown_new_names_at_once() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    await join(room, *[await node.guest() for _ in range(CROWD + 1)])

    await have_named(node, red, "Ann Lee")
    late = await node.guest()
    await join(room, late)

    assert late.told("room")[0]["red"]["name"] == "Ann Lee"


def test_rooms_are_thinned_at_a_hundred_a_thousand_and_ten_thousand() -> None:
    assert [(size, ticks * TICK_MS) for size, ticks in THINNING] == [
        (10_000, 60_000),
        (1_000, 12_000),
        (100, 2_400),
    ]
