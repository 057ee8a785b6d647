"""Programs that take part in a tournament on a real server: all their games are short."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

from tests.support.wire_client import Message, WireClient

PASSWORD = "correct horse battery"
FIRST_MOVES = ("h2e2", "h9g7")


async def sign_up(url: str, name: str) -> WireClient:
    """An open connection of a new player with an account of this name."""
    client = WireClient(url, features=("ready",))
    await client.open()
    answer = await client.ask({"type": "sign_up", "name": name, "password": PASSWORD})
    assert answer["type"] == "done", answer
    return client


async def announce(
    client: WireClient, plan: Message, *, in_ms: int, password: str | None = None
) -> str:
    """Announce a tournament that begins so soon; its id."""
    whole = {"starts_ms": int(time.time() * 1000) + in_ms, **plan}  # the store's time is ours
    id_ = await client.send({"type": "announce_tournament", "plan": whole, "password": password})
    answer = await client.expect("tournament_announced", "refused", id=id_)
    assert answer["type"] == "tournament_announced", answer
    return str(answer["tournament"])


async def play_on(client: WireClient, *, gives_up: str | None) -> None:
    """Come to each game, play one move, and give up if that is one's side; for ever.

    Args:
        gives_up: "red" or "black", the side with which the player resigns; None never does.
    """
    while True:
        message = await client.receive()
        match message["type"]:
            case "game_opened":
                await client.send({"type": "join", "room": message["room"]})
                await client.send({"type": "ready", "room": message["room"]})
            case "room":
                await _act(client, message, gives_up)
            case "readied" if message["ready"] is None:
                await client.send({"type": "join", "room": message["room"]})
            case "moved":
                await client.send({"type": "join", "room": message["room"]})


async def _act(client: WireClient, room: Message, gives_up: str | None) -> None:
    side, ply = room["you"], len(room["moves"])
    if room["status"] != "playing" or side is None:
        return
    if ply < len(FIRST_MOVES) and side == ("red", "black")[ply]:
        move = {"type": "move", "room": room["room"], "ply": ply, "text": FIRST_MOVES[ply]}
        await client.send(move)
    elif ply >= len(FIRST_MOVES) and side == gives_up:
        await client.send({"type": "resign", "room": room["room"]})


@contextlib.asynccontextmanager
async def playing(*players: tuple[WireClient, str | None]) -> AsyncIterator[None]:
    """These players take part until the block is left."""
    tasks = [asyncio.create_task(play_on(one, gives_up=side)) for one, side in players]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for client, _ in players:
            await client.close()
