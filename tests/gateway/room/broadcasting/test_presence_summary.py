"""Who is told to watch a room: by which names, and without asking the store for guests."""

import pytest

from tests.support.gateways import Message, Node, Peer, a_game, a_node, forget, join
from xiangqi_server.api.names.tokens import guest_name

PASSWORD = "correct horse battery"


async def a_watched_game(node: Node) -> tuple[Peer, Peer]:
    """A player of a game, and a guest who watches it, as everybody there was told."""
    red, black, watcher = [await node.guest() for _ in range(3)]
    await join(await a_game(red, black), watcher)
    node.gateway.tick_loop.tick()
    forget([red])
    return red, watcher


def told_last(node: Node, peer: Peer) -> Message:
    """Who is here, as a peer is told in the next tick."""
    node.gateway.tick_loop.tick()
    return peer.told("presence")[-1]


async def test_a_new_guest_who_watches_is_told_of_and_the_store_is_not_asked_who_that_is() -> None:
    node = await a_node()
    red, black = await node.guest(), await node.guest()
    room = await a_game(red, black)
    held = node.host.held("player")

    watchers = [await node.guest() for _ in range(3)]
    await join(room, *watchers)

    told = told_last(node, red)
    assert told["names"] == [guest_name(watcher.player) for watcher in watchers]
    assert node.host.held("player") == held


@pytest.mark.parametrize(
    ("becomes", "names", "bots"),
    [([], ["An Nan"], []), (["become_bot"], [], ["An Nan"])],
)
async def test_a_guest_who_signs_up_while_watching_is_told_of_by_the_new_name(
    becomes: list[str], names: list[str], bots: list[str]
) -> None:
    node = await a_node()
    red, watcher = await a_watched_game(node)

    await watcher.ask("sign_up", name="An Nan", password=PASSWORD)
    for kind in becomes:
        await watcher.ask(kind, password=PASSWORD)

    told = told_last(node, red)
    assert (told["names"], told["bots"]) == (names, bots)
