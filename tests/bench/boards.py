"""What sixteen boards at once cost the node, beside joining the same sixteen rooms.

usage: python -m tests.bench.boards [--watchers 1000] [--seconds 12] [--cycles 3] [--moves 3]

A thousand connections with one `watch_boards` each, against two for each watcher with eight `join`s
each, as many as a connection may have. Both are on one server, in turns, while the same sixteen
games of masters are played: so many moves a second, at random moments, as people play. The unit is
CPU of the node's process. What it takes for these games while nobody watches is measured in each
turn as well, and taken off. Each connection has an address of its own, because one may not join as
often. One JSON line for each way and turn, then the ratio: the median of the turns.
"""

import argparse
import asyncio
import base64
import json
import random
import re
import secrets
import statistics
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from itertools import count, cycle
from pathlib import Path
from typing import Any, Final

from tests.bench.archive import masters
from tests.support.server_process import ServerProcess
from tests.support.wire_client import Message, WireClient, open_game, whole_room
from xiangqi_server.game.rules.board.encoding import uci_of

GAMES: Final = 16
ROOMS_OF_ONE: Final = 8
OPENED_AT_ONCE: Final = 50
SETTLING_S: Final = 3.0
TERMS: Final[Message] = {"clock": {"type": "fischer", "main_ms": 3_600_000, "increment_ms": 0}}
_PING: Final = re.compile(rb'\{"type":"ping","n":(\d+)')
_BEAT: Final = b"\x89\x00"
_PONG: Final = b"\x8a\x80\0\0\0\0"


class Watcher(asyncio.Protocol):
    """A connection that reads nothing but pings.

    Attributes:
        got: the bytes that came, over all watchers.
        welcomed: it has said hello.
    """

    got = 0

    def __init__(self, asked: Sequence[Message]) -> None:
        self.welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._asked = asked

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        transport.write(
            f"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Protocol: xiangqi.v1.json\r\n\r\n".encode()
        )
        for message in ({"type": "hello", "client": "bench"}, *self._asked):
            self._say({"id": secrets.token_hex(4), **message})

    def data_received(self, data: bytes) -> None:
        Watcher.got += len(data)
        if not self.welcomed.done() and b'"welcome"' in data:
            self.welcomed.set_result(None)
        for number in _PING.findall(data):
            self._say({"type": "pong", "n": int(number)})
        if data.endswith(_BEAT):
            self.transport.write(_PONG)

    def _say(self, message: Message) -> None:
        payload = json.dumps(message).encode()
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(b"\x81" + length + b"\0\0\0\0" + payload)  # a mask that changes none


def cpu_s(process_id: int) -> float:
    """The processor time of a process so far, with all its threads."""
    threads = Path(f"/proc/{process_id}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def ways(rooms: Sequence[str]) -> dict[str, list[list[Message]]]:
    """What the connections of one watcher ask, by the way in which it watches."""
    joins: list[Message] = [{"type": "join", "room": room} for room in rooms]
    boards: Message = {"type": "watch_boards", "boards": [f"room:{room}" for room in rooms]}
    parts = [joins[at : at + ROOMS_OF_ONE] for at in range(0, len(joins), ROOMS_OF_ONE)]
    return {"nobody": [], "boards": [[boards]], "joined": parts}


@asynccontextmanager
async def watching(port: int, asked: list[list[Message]], many: int) -> AsyncIterator[None]:
    """So many watchers until the block is left."""
    loop, numbers, open_ = asyncio.get_running_loop(), count(), []
    for at in range(0, many, OPENED_AT_ONCE):
        batch = []
        for one in asked * min(OPENED_AT_ONCE, many - at):
            number = next(numbers)
            address = f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"
            made = await loop.create_connection(
                partial(Watcher, one), "127.0.0.1", port, local_addr=(address, 0)
            )
            batch.append(made[1])
        await asyncio.gather(*(watcher.welcomed for watcher in batch))
        open_ += batch
    try:
        yield
    finally:
        for watcher in open_:
            watcher.transport.abort()


class Games:
    """Sixteen games, which are played one ply after the other, all in their turn."""

    def __init__(self, rooms: Sequence[str], players: Sequence[Sequence[WireClient]]) -> None:
        self.rooms = rooms
        self._players = players
        self._chance = random.Random(1)
        long = sorted(masters(), key=lambda game: -len(game.game.moves))[: len(rooms)]
        self._moves = [[uci_of(move) for move in game.game.moves] for game in long]
        self._turns: Iterator[int] = cycle(range(len(rooms)))
        self._plies = [0] * len(rooms)

    async def play(self, seconds: float, a_second: float) -> int:
        """Play at random moments; how many moves there were."""
        loop, moves = asyncio.get_running_loop(), round(seconds * a_second)
        begun_s = loop.time()
        at_s = sorted(self._chance.uniform(0.0, seconds) for _ in range(moves))
        for due_s, game in zip(at_s, self._turns, strict=False):
            await asyncio.sleep(max(0.0, begun_s + due_s - loop.time()))
            ply = self._plies[game]
            move = {"type": "move", "room": self.rooms[game], "ply": ply}
            await self._players[game][ply % 2].send(move | {"text": self._moves[game][ply]})
            self._plies[game] = ply + 1
        await asyncio.sleep(max(0.0, begun_s + seconds - loop.time()))
        return moves

    async def check(self, url: str) -> None:
        """Hold that every move was played."""
        for room, plies in zip(self.rooms, self._plies, strict=True):
            assert len((await whole_room(url, room))["moves"]) == plies, room


async def listen(player: WireClient) -> None:
    """Answer pings, and read the rest."""
    while True:
        await player.receive()
        player.forget()


async def measure(server: ServerProcess, args: argparse.Namespace) -> None:
    """Print all rows."""
    async with begin_games(server) as games:
        took = await _turns(server, games, args)
    turns = zip(*took.values(), strict=True)
    ratios = [(boards - nobody) / (joined - nobody) for nobody, boards, joined in turns]
    ratio = round(statistics.median(ratios), 3)
    print(json.dumps({"bench": "boards", "boards_of_joined": ratio, "turns": len(ratios)}))


@asynccontextmanager
async def begin_games(server: ServerProcess) -> AsyncIterator[Games]:
    """Sixteen games, whose players answer until the block is left; every move must be played."""
    players, rooms = [], []
    for _ in range(GAMES):
        pair = [WireClient(server.socket_url, features=("rules",)) for _ in range(2)]
        for player in pair:
            await player.open()
        players.append(pair)
        rooms.append(await open_game(pair[0], pair[1], TERMS))
    games = Games(rooms, players)
    listening = [asyncio.create_task(listen(player)) for pair in players for player in pair]
    yield games
    await games.check(server.socket_url)
    for task in listening:
        task.cancel()


async def _turns(
    server: ServerProcess, games: Games, args: argparse.Namespace
) -> dict[str, list[float]]:
    """CPU of the node for a move, by the way of watching, in each turn."""
    took = {way: list[float]() for way in ways(games.rooms)}
    for turn in range(args.cycles):
        for way, asked in ways(games.rooms).items():
            async with watching(server.port, asked, args.watchers):
                await games.play(SETTLING_S, args.moves)
                before_s, Watcher.got = cpu_s(server.pid), 0
                moves = await games.play(args.seconds, args.moves)
                spent_s = cpu_s(server.pid) - before_s
            took[way].append(spent_s / moves)
            row = {"bench": "boards", "way": way, "turn": turn, "watchers": args.watchers}
            row |= {"moves": moves, "ms_a_move": round(1e3 * spent_s / moves, 2)}
            row |= {"bytes_a_watcher_and_move": round(Watcher.got / moves / args.watchers, 1)}
            print(json.dumps(row), flush=True)
    return took


def on_a_server(
    doc: str | None,
    measure: Callable[[ServerProcess, argparse.Namespace], Coroutine[Any, Any, None]],
    **usual: float,
) -> None:
    """Have `measure` done on a server of its own, with these numbers or those of the command."""
    parser = argparse.ArgumentParser(description=(doc or "").partition("\n")[0])
    for name, number in usual.items():
        parser.add_argument(f"--{name}", type=type(number), default=number)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as home, ServerProcess(Path(home) / "data") as server:
        asyncio.run(measure(server, args))


if __name__ == "__main__":
    on_a_server(__doc__, measure, watchers=1_000, seconds=12.0, cycles=3, moves=3.0)
