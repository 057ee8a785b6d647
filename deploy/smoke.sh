#!/bin/sh
# Does a running server work? Plays a short game on it and looks at its health.
#
#   deploy/smoke.sh [URL] [HEALTH_URL]      default: http://127.0.0.1:8080 http://127.0.0.1:8081
#
# PYTHON is one that has the server's packages (/opt/xiangqi/bin/python). Exit code 0: it works.
# HEALTH_URL "" leaves health out (it is on the node's loopback).
set -eu
exec "${PYTHON:-/opt/xiangqi/bin/python}" - "${1-http://127.0.0.1:8080}" \
    "${2-http://127.0.0.1:8081}" <<'PYTHON'
import asyncio
import json
import sys
from urllib.request import urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

URL, HEALTH_URL = (url.rstrip("/") for url in sys.argv[1:3])
MATE = ("h2h5", "d9e8", "h5g5", "a9a8", "g5g9")
SECONDS = 15


class Failed(Exception):
    """It does not work; the text says what."""


class Player:
    """A guest on one connection."""

    def __init__(self, socket):
        self.socket, self.asked = socket, 0

    async def until(self, wanted):
        """Read on until a message is what is wanted."""
        async for raw in self.socket:
            message = json.loads(raw)
            if message["type"] == "ping":
                await self.socket.send(json.dumps({"type": "pong", "n": message["n"]}))
            if message["type"] == "refused":
                raise Failed(f"refused: {message}")
            if wanted(message):
                return message

    async def ask(self, kind, **fields):
        """Send one message and wait until it is done."""
        self.asked += 1
        message = {"type": kind, "id": f"smoke{self.asked}", **fields}
        await self.socket.send(json.dumps(message))
        return await self.until(lambda answer: answer.get("id") == message["id"])


async def play():
    """Two guests play a mate in five plies."""
    where = URL.replace("http", "ws", 1) + "/ws"
    options = {"subprotocols": ["xiangqi.v1.json"], "compression": None}
    async with connect(where, **options) as one, connect(where, **options) as other:
        red, black = Player(one), Player(other)
        for player in (red, black):
            await player.ask("hello", client="smoke", language="en")
        clock = {"type": "fischer", "main_ms": 60_000, "increment_ms": 0}
        opened = await red.ask("invite", terms={"clock": clock}, side="red")
        room = opened["room"]
        for player in (red, black):
            await player.ask("join", room=room)
        await black.ask("sit", room=room, seat_key=opened["seat_key"])
        for ply, move in enumerate(MATE):
            await (red, black)[ply % 2].ask("move", room=room, ply=ply, text=move)
        async with connect(where, **options) as third:
            watcher = Player(third)
            await watcher.ask("hello", client="smoke", language="en")
            await third.send(json.dumps({"type": "join", "id": "look", "room": room}))
            seen = await watcher.until(lambda message: message["type"] == "room")
    if seen["outcome"] is None or len(seen["moves"]) != len(MATE):
        raise Failed(f"the game did not end: {seen}")
    print(f"smoke: game {room} played, {seen['outcome']['ending']}")


def look(url):
    """What a GET answers."""
    with urlopen(url, timeout=SECONDS) as answer:
        return answer.read()


try:
    if b"<html" not in look(URL + "/").lower():
        raise Failed("there is no page")
    if HEALTH_URL:
        for path in ("/live", "/ready", "/metrics"):
            look(HEALTH_URL + path)
    asyncio.run(asyncio.wait_for(play(), SECONDS))
except (Failed, OSError, TimeoutError, WebSocketException) as error:
    raise SystemExit(f"smoke: {error!r}") from None
print("smoke: it works")
PYTHON
