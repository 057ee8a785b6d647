"""Plays whoever comes, with any legal move, from game to game, until it is stopped.

Run it by `python first_client.py ws://localhost:8080/ws`; it needs `pip install websockets`.
"""

import asyncio
import contextlib
import json
import secrets
import sys
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

TOKEN = Path("xiangqi.token")  # whoever shows it is this player: keep it, and keep it secret
TOKEN.touch(0o600)


async def play(line):
    """Play on one connection, until it is lost."""
    asked, played = {}, None

    async def say(kind, **fields):
        id_ = secrets.token_hex(8)  # never used before, in this run or in another one
        asked[id_] = json.dumps({"type": kind, "id": id_, **fields})
        await line.send(asked[id_])

    await say("hello", token=TOKEN.read_text() or None)
    async for raw in line:
        heard = json.loads(raw)
        kind, room = heard["type"], heard.get("room")
        if kind == "ping":
            await line.send(json.dumps({"type": "pong", "n": heard["n"]}))
        elif kind == "welcome":
            if heard["token"]:  # null if the one that was shown is still the one to keep
                TOKEN.write_text(heard["token"])
            for game in heard["games"]:  # you were in the middle of
                await say("join", room=game["room"])
            if not heard["games"]:
                await say("queue", pool="5+3")
        elif kind == "game_opened":
            await say("ready", room=room)
            await say("join", room=room)
        elif kind == "legal" and (room, heard["ply"]) != played:  # it may be told again
            played = room, heard["ply"]
            losing = {move["move"] for move in heard["losing"]}
            moves = heard["moves"].split()
            best = [move for move in moves if move not in losing] or moves
            await say("move", room=room, ply=heard["ply"], text=secrets.choice(best))
        elif kind == "ended" or heard.get("status") == "over":
            await say("leave", room=room)
            await say("queue", pool="5+3")
        elif kind == "done":
            asked.pop(heard["id"], None)
        elif kind in ("refused", "bye"):
            print(heard["code"], heard["text"])
            if heard["retry_ms"] is not None:
                await asyncio.sleep(heard["retry_ms"] / 1000)
                if heard.get("id") in asked:
                    await line.send(asked[heard["id"]])  # the same, under the same id


async def main(url):
    """Play on one connection after the other."""
    async for line in connect(url, subprotocols=["xiangqi.v1.json"]):
        with contextlib.suppress(ConnectionClosed):
            await play(line)


asyncio.run(main(sys.argv[1]))
