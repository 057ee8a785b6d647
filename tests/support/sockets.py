"""A listener on a free port, a handler that keeps what it is told, and peers that speak bytes."""

import asyncio
import socket
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from websockets.utils import apply_mask

from tests.support.patience import PATIENCE_S
from xiangqi_server.net.http.static import Site
from xiangqi_server.net.http_connection import Answer
from xiangqi_server.net.limits import ListenerLimits
from xiangqi_server.net.listener import Listener
from xiangqi_server.net.listening_sockets import bound
from xiangqi_server.net.ports import Connection, Format
from xiangqi_server.net.timer_wheel import Ticker, TimerWheel
from xiangqi_server.net.websocket.frames import frame_message
from xiangqi_server.net.websocket.handshake import Endpoint

BINARY_PROTOCOL = "test.msgpack"
TEXT_PROTOCOL = "test.json"
PATH = "/ws"
TICK_SECONDS = 0.01

ENDPOINT = Endpoint(PATH, {BINARY_PROTOCOL: Format.MSGPACK, TEXT_PROTOCOL: Format.JSON})
SITE = Site(
    {
        "index.html": b'<head><script type="module" src="src/main.js"></script></head>',
        "src/main.js": b"export const page = 1;\n" * 40,
    },
    {r"/|/game/[a-z0-9]{1,64}": "src/main.js"},
)


@dataclass
class RecordingHandler:
    """Keeps every call; `react` may answer messages. `told` is set anew at every call."""

    react: Callable[[Connection, bytes], None] | None = None
    on_open: Callable[[Connection], None] | None = None
    on_caught_up: Callable[[Connection], None] | None = None
    on_close: Callable[[Connection], None] | None = None
    open: list[Connection] = field(default_factory=list)
    messages: list[bytes] = field(default_factory=list)
    caught: list[Connection] = field(default_factory=list)
    lost: list[Connection] = field(default_factory=list)
    _told: asyncio.Event = field(default_factory=asyncio.Event)

    def opened(self, connection: Connection) -> None:
        self.open.append(connection)
        self._told.set()
        if self.on_open is not None:
            self.on_open(connection)

    def received(self, connection: Connection, payload: bytes) -> None:
        self.messages.append(payload)
        self._told.set()
        if self.react is not None:
            self.react(connection, payload)

    def caught_up(self, connection: Connection) -> None:
        self.caught.append(connection)
        self._told.set()
        if self.on_caught_up is not None:
            self.on_caught_up(connection)

    def closed(self, connection: Connection) -> None:
        self.lost.append(connection)
        self._told.set()
        if self.on_close is not None:
            self.on_close(connection)

    async def until(self, condition: Callable[["RecordingHandler"], bool]) -> None:
        """Wait until what was told makes `condition` true."""
        async with asyncio.timeout(PATIENCE_S):
            while not condition(self):
                self._told.clear()
                await self._told.wait()


def echo(connection: Connection, payload: bytes) -> None:
    """Answer a message with itself."""
    connection.send(frame_message(payload, connection.format))


@dataclass
class Served:
    """A listener that runs."""

    listener: Listener
    port: int
    wheel: TimerWheel

    async def until_connected(self, count: int) -> None:
        """Wait until so many are connected, before a stop: what asyncio has accepted when a server
        closes, and not yet given to it, stays open for ever (CPython's issue 109564).
        """
        async with asyncio.timeout(PATIENCE_S):
            while self.listener.connection_count < count:  # noqa: ASYNC110  nothing tells it
                await asyncio.sleep(0)


@asynccontextmanager
async def serving(
    handler: RecordingHandler,
    *,
    limits: ListenerLimits | None = None,
    endpoint: Endpoint = ENDPOINT,
    answer: Answer = SITE.answer,
    now_s: Callable[[], float] | None = None,
) -> AsyncIterator[Served]:
    """Serve on a free port of the loopback; stops at the end."""
    wheel = TimerWheel(TICK_SECONDS, now_s)
    ticker = Ticker(wheel)
    listener = Listener(
        handler,
        endpoint=endpoint,
        answer=answer,
        limits=limits or ListenerLimits(),
        wheel=wheel,
    )
    ticker.start()
    port = await listener.start(bound("127.0.0.1", 0))
    try:
        yield Served(listener, port, wheel)
    finally:
        await listener.stop()
        ticker.stop()


class Peer:
    """A client that sends bytes as told and reads frames or HTTP answers. Owns its socket."""

    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock
        self._buffer = b""

    async def send(self, data: bytes) -> None:
        await asyncio.get_running_loop().sock_sendall(self._socket, data)

    def send_now(self, data: bytes) -> None:
        """Send without giving the server a turn; `data` must fit the kernel's buffer."""
        assert self._socket.send(data) == len(data)

    async def read_to_end(self) -> bytes:
        """Give everything until the server ends the stream, or resets it."""
        while await self._fill():
            pass
        data, self._buffer = self._buffer, b""
        return data

    async def read_head(self) -> bytes:
        """Give the head of an HTTP answer."""
        while b"\r\n\r\n" not in self._buffer:
            assert await self._fill(), self._buffer
        head, _, self._buffer = self._buffer.partition(b"\r\n\r\n")
        return head

    async def read(self, size: int) -> bytes:
        while len(self._buffer) < size:
            assert await self._fill(), self._buffer
        data, self._buffer = self._buffer[:size], self._buffer[size:]
        return data

    async def read_available(self) -> bytes:
        """Give what one reading brings."""
        if not self._buffer:
            assert await self._fill()
        data, self._buffer = self._buffer, b""
        return data

    async def read_frame(self) -> tuple[int, bytes]:
        """Give the first byte and the payload of the next frame."""
        head, size = await self.read(2)
        if size == 126:
            (size,) = struct.unpack("!H", await self.read(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", await self.read(8))
        return head, await self.read(size)

    async def read_close(self) -> int:
        """Skip frames up to the close frame; give its code."""
        while True:
            head, payload = await self.read_frame()
            if head == 0x88:
                return int.from_bytes(payload[:2], "big")

    @staticmethod
    async def yield_to_the_server() -> None:
        """Let the loop turn once."""
        await asyncio.sleep(0)

    def end(self) -> None:
        """Send nothing more; go on reading."""
        self._socket.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        self._socket.close()

    def reset(self) -> None:
        """Close so that the server sees an error, not an end."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._socket.close()

    async def _fill(self) -> bool:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(PATIENCE_S):
                data = await loop.sock_recv(self._socket, 1 << 16)
        except ConnectionResetError:
            return False
        self._buffer += data
        return bool(data)


@asynccontextmanager
async def dialled(
    port: int, *, source: str = "127.0.0.1", receive_bytes: int | None = None
) -> AsyncIterator[Peer]:
    """Connect over TCP, from the address `source`."""
    sock = socket.socket()
    sock.settimeout(0)
    if receive_bytes is not None:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    peer = Peer(sock)
    try:
        sock.bind((source, 0))
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", port))
        yield peer
    finally:
        peer.close()


@asynccontextmanager
async def dialled_many(port: int, count: int) -> AsyncIterator[list[Peer]]:
    """Connect `count` times over TCP."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(dialled(port)) for _ in range(count)]


@asynccontextmanager
async def upgraded(
    port: int, *, protocol: str = BINARY_PROTOCOL, receive_bytes: int | None = None
) -> AsyncIterator[Peer]:
    """Open a websocket."""
    async with dialled(port, receive_bytes=receive_bytes) as peer:
        await peer.send(upgrade_request(protocol=protocol))
        head = await peer.read_head()
        assert head.startswith(b"HTTP/1.1 101 "), head
        yield peer


def upgrade_request(
    *, protocol: str | None = BINARY_PROTOCOL, path: str = PATH, more: str = ""
) -> bytes:
    """Give the request that opens a websocket; `more` are further header lines, each with CRLF."""
    offer = "" if protocol is None else f"Sec-WebSocket-Protocol: {protocol}\r\n"
    return (
        f"GET {path} HTTP/1.1\r\nHost: play.example\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        f"Sec-WebSocket-Version: 13\r\n{offer}{more}\r\n"
    ).encode("latin-1")


def client_frame(head: int, payload: bytes = b"", *, key: bytes = b"\x01\x02\x03\x04") -> bytes:
    """Give a client's masked frame whose first byte is `head`."""
    size = len(payload)
    if size < 126:
        length = bytes((0x80 | size,))
    elif size < 1 << 16:
        length = b"\xfe" + struct.pack("!H", size)
    else:
        length = b"\xff" + struct.pack("!Q", size)
    return bytes((head,)) + length + key + apply_mask(payload, key)


def split_frames(data: bytes) -> list[tuple[int, bytes]]:
    """Give first byte and payload of each of a server's frames; they must be whole."""
    frames = []
    while data:
        size, start = data[1], 2
        if size == 126:
            size, start = int.from_bytes(data[2:4], "big"), 4
        assert len(data) >= start + size
        frames.append((data[0], data[start : start + size]))
        data = data[start + size :]
    return frames


async def ask(port: int, data: bytes) -> bytes:
    """Send bytes and give all that comes back."""
    async with dialled(port) as peer:
        await peer.send(data)
        return await peer.read_to_end()
