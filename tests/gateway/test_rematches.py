"""A rematch that is announced before its room is there: whoever joins it gets in."""

import pytest

from tests.support.gateways import Node, Peer
from tests.support.two_nodes import Pair, a_spread_game
from tests.support.virtual_time import pass_ms
from xiangqi_server.net.ports import Format


class StoreHolder(Peer):
    """A player at whose node nothing is stored any more once it hears of the rematch."""

    def send(self, frame: bytes, *, droppable: bool = False) -> None:
        super().send(frame, droppable=droppable)
        if self.kinds()[-1:] == ["rematch_opened"]:
            self.node.store.gate.clear()


async def a_rematch_not_opened(nodes: Pair) -> tuple[str, Node, Peer, Peer]:
    """Its room, the node that is to open it, Red on another node, and one who watches there."""
    room, red, black = await a_spread_game(nodes)
    near, far = nodes
    watcher = await near.guest(Format.MSGPACK)
    await watcher.ask("join", room=room)
    holder = StoreHolder(far, Format.JSON)
    far.gateway.opened(holder)
    await holder.ask("hello", token=black.token)
    await holder.ask("join", room=room)
    await red.ask("resign", room=room)
    await red.ask("offer", room=room, what="rematch", ply=0)
    await pass_ms(300)
    holder.say("accept", room=room, what="rematch")
    await pass_ms(50)
    (opened,) = red.told("rematch_opened")
    return opened["next"], far, red, watcher


async def answer_to(peer: Peer, id_: str, wait_ms: int) -> dict[str, object]:
    """The answer to a command, after a while."""
    await pass_ms(wait_ms)
    return next(message for message in peer.heard if message.get("id") == id_)


@pytest.mark.parametrize("leaves", [False, True])
async def test_a_join_waits_until_the_rematch_is_opened(nodes: Pair, leaves: bool) -> None:
    room, opener, red, watcher = await a_rematch_not_opened(nodes)
    if leaves:
        for peer in (red, watcher):
            peer.say("leave", room=peer.told("rematch_opened")[0]["room"])

    ids = [peer.say("join", room=room) for peer in (red, watcher)]
    await pass_ms(500)
    opener.store.gate.set()
    answers = [
        await answer_to(peer, id_, 1_000) for peer, id_ in zip((red, watcher), ids, strict=True)
    ]

    assert [answer["type"] for answer in answers] == ["done"] * 2
    assert red.told("room")[-1]["room"] == watcher.told("room")[-1]["room"] == room


async def test_if_that_takes_long_it_is_told_when_to_come_again(nodes: Pair) -> None:
    room, _, red, _ = await a_rematch_not_opened(nodes)
    nodes[0].store.gate.clear()

    first = await answer_to(red, red.say("join", room=room), 3_000)
    for node in nodes:
        node.store.gate.set()
    await pass_ms(3_000)
    second = await red.ask("join", room=room)

    assert (first["code"], first["room"]) == ("unavailable", room)
    assert first["retry_ms"]
    assert second["type"] == "done"


async def test_a_room_nobody_was_told_of_is_refused_at_once(nodes: Pair) -> None:
    room, opener, _, _ = await a_rematch_not_opened(nodes)
    stranger = await nodes[0].guest()

    answers = [await stranger.ask("join", room=name) for name in (room, "nosuchroom12")]
    opener.store.gate.set()
    await opener.settle()

    assert [answer["code"] for answer in answers] == ["no_such_room"] * 2
