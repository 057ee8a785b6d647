"""Two nodes on one store in virtual time, and what happens to one of them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.support.gateways import Node, Peer, a_game, a_node, forget
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import pass_ms, store_ms

Pair = tuple[Node, Node]


@asynccontextmanager
async def a_pair() -> AsyncIterator[Pair]:
    """Two nodes on one store, running for a while already."""
    inner = MemoryStore(store_ms)
    near, far = await a_node(inner, "n"), await a_node(inner, "m")
    async with near.running(), far.running():
        await pass_ms(11_000)
        yield near, far


async def a_spread_game(nodes: Pair, **terms: object) -> tuple[str, Peer, Peer]:
    """A game of Red on the first node against Black on the second."""
    red, black = await nodes[0].guest(), await nodes[1].guest()
    room = await a_game(red, black, **terms)
    await pass_ms(300)
    forget([red, black])
    return room, red, black


async def die(node: Node, *peers: Peer) -> None:
    """The node is killed: it does nothing any more, and its peers lose their connections."""
    node.store.is_away = True
    node.store.is_deaf = True
    for peer in peers:
        peer.closed = (1006, "")


async def back_at(node: Node, token: str, room: str) -> Peer:
    """A player comes to a node and joins its game."""
    peer = await node.guest(token=token)
    await peer.ask("join", room=room)
    return peer


async def rush_back(node: Node, token: str, room: str, move: str) -> Peer:
    """A player comes to a node, and says all at once: who it is, where it plays and its move."""
    peer = node.connect()
    peer.say("hello", token=token)
    peer.say("join", room=room)
    peer.say("move", room=room, ply=1, text=move)
    await pass_ms(3_000)
    return peer


async def stop(node: Node) -> None:
    """SIGSTOP: the node does nothing, hears nothing and answers nobody."""
    await node.stand_still()
    node.store.held_back = []


def go_on(node: Node) -> None:
    """SIGCONT: the node goes on; what came meanwhile it finds waiting."""
    node.go_on()
    node.store.let_through()
