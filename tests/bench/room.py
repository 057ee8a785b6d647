"""A real game's moves to 100 and 1,000 spectators: the whole server, against C's bare `send()`.

usage: python -m tests.bench.room [cycles]

Everything is done: a frame decoded, the move ruled on and made durable in the embedded store,
the event told to both players and every spectator. The unit is CPU time of the server process
(without its store) per delivery; the ratio is the median over the cycles of C's time to ours,
for frames of the same size. Deliveries are counted where they arrive.
"""

import asyncio
import json
import os
import statistics
import sys
import tempfile
from pathlib import Path

import msgpack

from server.rules.board.encoding import uci_of
from server.rules.game.pgn import PgnGame, read_games
from tests.bench.fanout import PAYLOAD_BYTES, load
from tests.bench.rig import build, climit, two_cores
from tests.support.rule_data import DATA
from tests.support.server_process import ServerProcess
from tests.support.wire_client import WireClient

SPECTATORS = (100, 1000)
PACE_S = 0.026
"""Between moves: a connection may send twenty messages a second."""
GAMES = {100: 4, 1000: 1}
TICK_US = 1_000_000 / os.sysconf("SC_CLK_TCK")
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: xiangqi.v1.msgpack\r\n\r\n"
)
MOVED = msgpack.packb("moved")


class Spectator(asyncio.Protocol):
    """A peer in bytes: it joins a room and counts down the moves it is to be told."""

    def __init__(self, room: str, moves: int) -> None:
        self.room = room
        self.moves = moves
        self.told = asyncio.Event()
        self.joined = asyncio.get_running_loop().create_future()
        self._transport: asyncio.WriteTransport | None = None
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport
        transport.write(HANDSHAKE)

    def data_received(self, data: bytes) -> None:
        data = self._rest + data
        self.moves -= data.count(MOVED)
        if self.moves == 0:
            self.told.set()
        self._rest = data[-len(MOVED) + 1 :] if len(data) >= len(MOVED) else data
        if b" 101 " in data[:20]:
            self.say({"type": "hello", "id": "1"})
            self.say({"type": "join", "id": "2", "room": self.room})
        elif b"done" in data and not self.joined.done():
            self.joined.set_result(None)

    def leave(self) -> None:
        """Close the connection."""
        assert self._transport is not None
        self._transport.close()

    def say(self, message: dict[str, str]) -> None:
        """Send one small masked frame; the mask is zero."""
        assert self._transport is not None
        payload = msgpack.packb(message)
        assert len(payload) < 126
        self._transport.write(bytes((0x82, 0x80 | len(payload), 0, 0, 0, 0)) + payload)


def main() -> None:
    """Print one JSON line for each number of spectators."""
    cycles = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    server_core, load_core = two_cores()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build(folder)
        with ServerProcess(folder / "data") as server:
            os.sched_setaffinity(server.pid, {server_core})
            os.sched_setaffinity(server.store_pid(), {load_core})
            for spectators in SPECTATORS:
                rows = []
                games = master_games()[: GAMES[spectators]]
                for _ in range(cycles):
                    with climit(folder, server_core) as (pid, port):
                        c_us = load(folder, spectators, pid, port)
                    os.sched_setaffinity(0, {load_core})
                    rows.append((c_us, asyncio.run(measure(server, spectators, games))))
                    os.sched_setaffinity(0, {server_core, load_core})
                print(json.dumps(summary(spectators, rows)), flush=True)


async def measure(server: ServerProcess, count: int, games: list[list[str]]) -> float:
    """Play whole games before `count` spectators; microseconds of CPU for each delivery."""
    used_us, deliveries = 0.0, 0
    for moves in games:
        used, told = await play(server, count, moves)
        used_us += used
        deliveries += told
    return used_us / deliveries


def master_games() -> list[list[str]]:
    """The moves of some recorded games, each long enough to matter."""
    with (DATA / "games" / "masters.pgn").open("rb") as lines:
        games = [game for game in read_games(lines) if isinstance(game, PgnGame)]
    return [[uci_of(move) for move in game.game.moves] for game in games]


async def play(server: ServerProcess, count: int, moves: list[str]) -> tuple[float, int]:
    """One game; CPU time of the server in microseconds, and moves delivered."""
    async with WireClient(server.socket_url) as red, WireClient(server.socket_url) as black:
        players = (red, black)
        terms = {"clock": {"type": "none"}}
        invite = {"type": "invite", "terms": terms, "side": "red"}
        opened = await red.ask(invite)
        room = opened["room"]
        for player in players:
            await player.ask({"type": "join", "room": room})
        await black.ask({"type": "sit", "room": room, "seat_key": opened["seat_key"]})
        crowd = await seat(server, room, count, len(moves))
        before_us = cpu_us(server.pid)
        for ply, text in enumerate(moves):
            move = {"type": "move", "room": room, "ply": ply, "text": text}
            answer = await players[ply % 2].ask(move)
            assert answer["type"] == "done", answer
            await asyncio.sleep(PACE_S)
        await asyncio.gather(*(spectator.told.wait() for spectator in crowd))
        used_us = cpu_us(server.pid) - before_us
        for spectator in crowd:
            spectator.leave()
        return used_us, len(moves) * (count + 2)


async def seat(server: ServerProcess, room: str, count: int, moves: int) -> list[Spectator]:
    """Let `count` spectators join the room."""
    loop = asyncio.get_running_loop()
    crowd = []
    for _ in range(count):
        _, spectator = await loop.create_connection(
            lambda: Spectator(room, moves), "127.0.0.1", server.port
        )
        crowd.append(spectator)
    await asyncio.gather(*(spectator.joined for spectator in crowd))
    return crowd


def cpu_us(process_id: int) -> float:
    """CPU time the process has used, in steps of a clock tick."""
    fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK_US


def summary(spectators: int, rows: list[tuple[float, float]]) -> dict[str, object]:
    """Give the row to print."""
    return {
        "bench": "room",
        "spectators": spectators,
        "c_payload_bytes": PAYLOAD_BYTES,
        "us_per_delivery": round(statistics.median(ours for _, ours in rows), 2),
        "ratio_to_c": round(statistics.median(c / ours for c, ours in rows), 3),
        "cycles": len(rows),
    }


if __name__ == "__main__":
    main()
