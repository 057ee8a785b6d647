"""The floor of this language: a bare loop that stores each move and sends it to both.

usage: STORE=SOCKET python -m tests.bench.peers.floor PORT

One EVALSHA a move, those of one turn of the loop in one write; no rules, no clock, no limits. It
reads what the load generator sends and nothing else: one short frame a read.
"""

import asyncio
import os
import sys
from collections import deque
from collections.abc import Callable
from typing import Final, cast

import hiredis
import msgspec
import uvloop

SCRIPT: Final = b"return redis.call('XADD', KEYS[1], '*', 'move', ARGV[1])"
ACCEPTED: Final = (
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"
)


class Move(msgspec.Struct, gc=False):
    """What a player sends."""

    id: str
    ply: int
    text: str


class Moved(msgspec.Struct, gc=False):
    """What both hear."""

    type: str
    ply: int
    move: str
    clocks: tuple[int, int]


pack: Callable[[tuple[bytes, ...]], bytes] = hiredis.pack_command  # type: ignore[assignment]
"""Its types say that a command is one word."""
read_move = msgspec.json.Decoder(Move).decode
encode = msgspec.json.Encoder().encode


class Room:
    """Who is there, and the stream."""

    def __init__(self, name: bytes) -> None:
        self.people: list[asyncio.Transport] = []
        self.key = b"game:" + name

    def tell(self, moved: Moved) -> None:
        """Send it to everybody."""
        payload = encode(moved)
        frame = bytes((0x81, len(payload))) + payload
        for one in self.people:
            one.write(frame)


class Store(asyncio.Protocol):
    """A connection to the store; whoever is answered is told."""

    def __init__(self, sha: bytes) -> None:
        self._sha = sha
        self._reader = hiredis.Reader()
        self._out: list[bytes] = []
        self._waiting: deque[tuple[Room, Moved]] = deque()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep it."""
        self._transport = cast("asyncio.Transport", transport)

    def append(self, room: Room, moved: Moved, payload: bytes) -> None:
        """Store a move, then tell it."""
        if not self._out:
            asyncio.get_running_loop().call_soon(self._flush)
        self._out.append(pack((b"EVALSHA", self._sha, b"1", room.key, payload)))
        self._waiting.append((room, moved))

    def data_received(self, data: bytes) -> None:
        """Tell what was stored."""
        self._reader.feed(data)
        while (answer := self._reader.gets()) is not False:
            assert isinstance(answer, bytes), answer
            room, moved = self._waiting.popleft()
            room.tell(moved)

    def _flush(self) -> None:
        self._transport.write(b"".join(self._out))
        self._out.clear()


class Player(asyncio.Protocol):
    """A connection of a player, or of a spectator."""

    def __init__(self, store: Store, rooms: dict[bytes, Room]) -> None:
        self._store, self._rooms = store, rooms
        self._room: Room | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep it."""
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the room, which ends with the last."""
        if self._room is not None:
            self._room.people.remove(self._transport)
            if not self._room.people:
                self._rooms.pop(self._name, None)

    def data_received(self, data: bytes) -> None:
        """Enter a room; then store each move."""
        room = self._room
        if room is None:
            self._name = data.split(b" ", 2)[1].split(b"/")[2]
            room = self._room = self._rooms.setdefault(self._name, Room(self._name))
            room.people.append(self._transport)
            self._transport.write(ACCEPTED)
            return
        size, mask = data[1] & 127, data[2:6]
        key = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
        payload = (int.from_bytes(data[6 : 6 + size], "big") ^ key).to_bytes(size, "big")
        move = read_move(payload)
        moved = Moved("moved", move.ply, move.text, (600_000, 600_000))
        self._store.append(room, moved, payload)


async def main() -> None:
    """Serve until killed."""
    loop, path = asyncio.get_running_loop(), os.environ["STORE"]
    reader, writer = await asyncio.open_unix_connection(path)
    writer.write(pack((b"SCRIPT", b"LOAD", SCRIPT)))
    await reader.readline()
    sha = (await reader.readline()).strip()
    writer.close()
    _, store = await loop.create_unix_connection(lambda: Store(sha), path)
    rooms: dict[bytes, Room] = {}
    port = int(sys.argv[1])
    await loop.create_server(lambda: Player(store, rooms), "127.0.0.1", port, backlog=4096)
    print("ready", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main())
