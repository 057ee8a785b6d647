#!/bin/sh
# Does a running server work? Plays a short game on it and looks at its health.
#
#   deploy/smoke.sh [URL] [HEALTH_URL]      default: http://127.0.0.1:8080 http://127.0.0.1:8081
#
# PYTHON is one that has the server's packages (/opt/xiangqi/bin/python). Exit code 0: it works.
# HEALTH_URL "" leaves health out (it is on the node's loopback).
set -eu
exec "${PYTHON:-/opt/xiangqi/bin/python}" -P - "${1-http://127.0.0.1:8080}" \
    "${2-http://127.0.0.1:8081}" <<'PYTHON'
import asyncio
import sys
from urllib.request import urlopen

from xiangqi_client import CannotConnect, Refused, Session
from xiangqi_client.commands import Invite, Sit
from xiangqi_client.parts import FischerClock, GameTerms

URL, HEALTH_URL = (url.rstrip("/") for url in sys.argv[1:3])
MATE = ["h2h5", "d9e8", "h5g5", "a9a8", "g5g9"]
SECONDS = 15


class Failed(Exception):
    """It does not work; the text says what."""


def guest():
    """A guest on a connection of its own."""
    return Session(URL.replace("http", "ws", 1) + "/ws", client="smoke")


async def play():
    """Two guests play a mate in five plies, and a third one looks at it."""
    async with guest() as one, guest() as other, guest() as third:
        terms = GameTerms(clock=FischerClock(main_ms=60_000))
        opened = await one.ask(Invite(terms=terms, side="red"))
        room = opened.room
        red, black = await one.join(room), await other.join(room)
        await other.ask(Sit(room=room, seat_key=opened.seat_key))
        for ply, move in enumerate(MATE):
            await (red, black)[ply % 2].play(move, ply=ply)
        seen = await third.join(room)
    if seen.outcome is None or seen.moves != MATE:
        raise Failed(f"the game did not end: {seen.state}")
    print(f"smoke: game {room} played, {seen.outcome.ending}")


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
except (CannotConnect, Failed, OSError, Refused, TimeoutError) as error:
    raise SystemExit(f"smoke: {error!r}") from None
print("smoke: it works")
PYTHON
