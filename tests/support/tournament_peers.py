"""People in a tournament, as a node in virtual time meets them."""

from typing import Any

from tests.support.gateways import Message, Node, Peer, have_named
from tests.support.virtual_time import pass_ms

BLITZ: Message = {"type": "fischer", "main_ms": 180_000, "increment_ms": 2_000}


async def members(node: Node, *names: str) -> list[Peer]:
    """Players with accounts of these names, who have come back since they had them."""
    peers = []
    for name in names:
        guest = await node.guest()
        await have_named(node, guest, name)
        guest.hang_up()
        peers.append(await node.guest(token=guest.token))
    return peers


async def announce(
    node: Node, organiser: Peer, in_ms: int = 10_000, *, password: str | None = None, **plan: Any
) -> str:
    """A tournament that begins a while from now; its id."""
    plan = {
        "name": "Evening arena",
        "format": {"type": "arena", "minutes": 10},
        "terms": {"clock": BLITZ},
        "starts_ms": node.clock.now_ms() + in_ms,
    } | plan
    answer = await organiser.ask("announce_tournament", plan=plan, password=password)
    assert answer["type"] == "tournament_announced", answer
    return str(answer["tournament"])


async def until(peer: Peer, kind: str, count: int = 1, seconds: int = 60) -> Message:
    """Wait until so many messages of a kind have come; the latest."""
    for _ in range(seconds * 5):
        if len(peer.told(kind)) >= count:
            return peer.told(kind)[-1]
        await pass_ms(200)
    raise AssertionError(f"no {kind}")


async def give_up(peer: Peer, opponent: Peer) -> str:
    """Play a short game that `peer` gives up; its room."""
    room = str((await until(peer, "game_opened"))["room"])
    for one in (peer, opponent):
        await one.ask("join", room=room)
        await one.ask("ready", room=room)
    seats = {str(peer.told("room")[-1]["you"]): peer}
    seats |= {str(opponent.told("room")[-1]["you"]): opponent}
    await seats["red"].ask("move", room=room, ply=0, text="h2e2")
    await seats["black"].ask("move", room=room, ply=1, text="h9g7")
    await peer.ask("resign", room=room)
    for one in (peer, opponent):
        await one.ask("leave", room=room)
    return room
