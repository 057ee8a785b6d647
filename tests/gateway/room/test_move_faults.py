"""A move that meets with a fault of the store at any append: it is played and told once."""

from collections.abc import Awaitable, Callable
from typing import Final

import pytest

from tests.support.gateways import Node, Peer, a_game, a_node, forget, join
from tests.support.virtual_time import pass_ms

MOVES: Final = ("h2e2", "h9g7", "h0g2", "i9h9", "i0h0")


async def lose_the_answer(node: Node, _: Peer, __: str) -> None:
    """The append reaches the store, and its answer is lost."""
    node.store.answers_to_lose = 1


async def be_away(node: Node, _: Peer, __: str) -> None:
    """The store is away for a second."""
    node.store.is_away = True
    await pass_ms(10)


async def be_second(node: Node, elsewhere: Peer, room: str) -> None:
    """Another node writes first, and nothing of that is published here."""
    node.store.is_deaf = True
    what = "draw" if not elsewhere.told("offered") else "takeback"
    await elsewhere.ask("offer", room=room, what=what, ply=len(elsewhere.told("moved")))


@pytest.mark.parametrize("number", range(len(MOVES)))
@pytest.mark.parametrize("befall", [lose_the_answer, be_away, be_second])
async def test_a_move_is_played_and_told_once_whatever_befalls_its_append(
    befall: Callable[[Node, Peer, str], Awaitable[None]], number: int
) -> None:
    node = await a_node()
    other = await a_node(node.store.inner, "m")
    async with node.running(), other.running():
        red, black = await node.guest(), await node.guest()
        room = await a_game(red, black)
        elsewhere = await other.guest(token=red.told("welcome")[0]["token"])
        await join(room, elsewhere)
        forget([red, black])

        for ply, text in enumerate(MOVES):
            mover = (red, black)[ply % 2]
            if ply == number:
                await befall(node, elsewhere, room)
            while not any(done["id"] == f"m{ply}" for done in mover.told("done")):
                mover.say("move", id=f"m{ply}", room=room, ply=ply, text=text)
                await pass_ms(400)
                node.store.is_away = node.store.is_deaf = False
                await pass_ms(1_200)

    for player in (red, black):
        assert [moved["uci"] for moved in player.told("moved")] == list(MOVES)
    appender = node.host.appender
    assert appender.conflicts + appender.unanswered >= 1
    assert node.host.faults.counts == {}
