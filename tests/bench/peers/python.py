"""A game as a Python team writes it: websockets, pyffish, redis-py; for the benchmarks.

usage: STORE=SOCKET python -m tests.bench.peers.python PORT

It does what `game.mjs` does, with the fewest calls of pyffish, each of which makes the position
anew from text.
"""

import asyncio
import itertools
import json
import os
import sys
import time
from contextlib import suppress
from typing import Final

import pyffish
import uvloop
from redis.asyncio import Redis
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

VARIANT: Final = "xiangqi"
START: Final[str] = pyffish.start_fen(VARIANT)
MAIN_MS: Final = 600_000
INCREMENT_MS: Final = 5_000
RUN: Final = f"{os.getpid()}-{time.time_ns()}"


def text_of(message: dict[str, object]) -> str:
    """A message on the wire."""
    return json.dumps(message, separators=(",", ":"))


class Game:
    """One game, and who is there."""

    def __init__(self, number: int, redis: Redis) -> None:
        self._redis = redis
        self._key = f"game:{RUN}-{number}"
        self._fen, self._moves = START, list[str]()
        self._left_ms, self._since_ms = [MAIN_MS, MAIN_MS], 0
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._is_over = False
        self.people: set[ServerConnection] = set()

    def leave(self, connection: ServerConnection) -> None:
        """A game that everybody has left has no timer."""
        self.people.discard(connection)
        if not self.people and self._timer:
            self._timer.cancel()

    async def play(self, seat: int, ply: int, text: str) -> str | None:
        """Tell all of a move; or the reason against it."""
        async with self._lock:
            if self._is_over or seat != ply % 2 or ply != len(self._moves):
                return "not_now"
            move = f"{text[0]}{int(text[1]) + 1}{text[2]}{int(text[3]) + 1}"
            if move not in pyffish.legal_moves(VARIANT, self._fen, []):
                return "illegal"
            now_ms, left_ms = time.time_ns() // 1_000_000, [*self._left_ms]
            if ply > 1:
                left_ms[seat] += INCREMENT_MS - (now_ms - self._since_ms)
            fen, moves = pyffish.get_fen(VARIANT, self._fen, [move]), [*self._moves, move]
            check, end = pyffish.gives_check(VARIANT, fen, []), result(fen, moves)
            clocks = f"{left_ms[0]} {left_ms[1]}"
            await self._redis.xadd(
                self._key, {"ply": ply, "move": text, "clocks": clocks, "end": end or ""}
            )
            self._fen, self._moves, self._left_ms, self._since_ms = fen, moves, left_ms, now_ms
            self._is_over = end is not None
            if self._timer:
                self._timer.cancel()
            if end is None:
                loop = asyncio.get_running_loop()
                self._timer = loop.call_later(left_ms[1 - seat] / 1_000, self._flag)
            told = {"ply": ply, "move": text, "check": check, "clocks": left_ms, "end": end}
            broadcast(self.people, text_of({"type": "ended" if end else "moved", **told}))
        return None

    def _flag(self) -> None:
        self._is_over = True
        broadcast(self.people, text_of({"type": "ended", "end": "time"}))


def result(fen: str, moves: list[str]) -> str | None:
    """How the game ended by the last move, if it did."""
    mover = len(moves) % 2
    if not pyffish.legal_moves(VARIANT, fen, []):
        return "1-0" if mover else "0-1"
    is_over, value = pyffish.is_optional_game_end(VARIANT, START, moves)
    if not is_over:
        return None
    return "1/2-1/2" if value == 0 else ("1-0" if (value > 0) != bool(mover) else "0-1")


async def main() -> None:
    """Serve until killed."""
    redis = Redis(unix_socket_path=os.environ["STORE"], max_connections=512)
    games: dict[str, Game] = {}
    made = itertools.count()

    async def handle(connection: ServerConnection) -> None:
        assert connection.request is not None
        _, _, room, seat = connection.request.path.split("/")
        game = games[room] = games.get(room) or Game(next(made), redis)
        game.people.add(connection)
        with suppress(ConnectionClosed):
            async for text in connection:
                asked = json.loads(text)
                code = await game.play(int(seat), asked["ply"], asked["text"])
                if code is not None:
                    answer = {"type": "refused", "id": asked["id"], "code": code}
                    await connection.send(text_of(answer))
        game.leave(connection)
        if not game.people and games.get(room) is game:
            del games[room]

    port = int(sys.argv[1])
    async with serve(handle, "127.0.0.1", port, compression=None, ping_interval=None, backlog=4096):
        print("ready", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main())
