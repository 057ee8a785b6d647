"""A thousand clients in one process: a websocket client of a few lines, over plain streams."""

import asyncio
import json
import resource
import socket
from contextlib import suppress
from typing import Final, Self

Message = dict[str, object]

_HANDSHAKE: Final = (
    b"GET /ws HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: xiangqi.v1.json\r\n\r\n"
)
_TEXT: Final = 0x81
_SHORT: Final = 126
_FEW_BYTES: Final = 2_304
"""What the kernel keeps for one who does not read, at least."""


def allow_files(count: int) -> None:
    """Let this process have so many open files, if its own limit permits."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, max(hard, count)))


def frame_of(payload: bytes, first: int = _TEXT) -> bytes:
    """A whole frame, masked with zeroes; `first` is its first byte."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < _SHORT else b"\xfe" + size.to_bytes(2)
    return bytes([first]) + length + bytes(4) + payload


class Member:
    """One connection, which answers no ping and reads only when told to."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def connect(cls, port: int, *, deaf: bool = False, form: str = "json") -> Self:
        """Open a websocket at the server on `port`; one that is deaf is hard of reading."""
        line = socket.socket()
        if deaf:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _FEW_BYTES)
        line.setblocking(False)  # noqa: FBT003 - its only argument
        await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", port))
        limit = _FEW_BYTES if deaf else 2**16
        reader, writer = await asyncio.open_connection(sock=line, limit=limit)
        try:
            writer.write(_HANDSHAKE.replace(b"v1.json", f"v1.{form}".encode()))
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 101 "), head
        except BaseException:
            writer.transport.abort()
            raise
        return cls(reader, writer)

    def send(self, message: Message) -> None:
        """Send a message."""
        self.send_bytes(frame_of(json.dumps(message).encode()))

    def send_bytes(self, data: bytes) -> None:
        """Send what may be a frame, or not."""
        self._writer.write(data)

    async def until_closed(self) -> int:
        """Read until the server closes; how many bytes it said."""
        count = 0
        with suppress(ConnectionError):
            while data := await self._reader.read(2**16):
                count += len(data)
        return count

    async def receive(self) -> Message:
        """The next message."""
        while True:
            head = await self._reader.readexactly(2)
            length = head[1]
            if length >= _SHORT:
                length = int.from_bytes(
                    await self._reader.readexactly(2 if length == _SHORT else 8)
                )
            payload = await self._reader.readexactly(length)
            if head[0] == _TEXT:
                message: Message = json.loads(payload)
                return message

    async def expect(self, *kinds: str) -> Message:
        """The next message of one of these types; the others are let go."""
        while (message := await self.receive())["type"] not in kinds:
            assert message["type"] != "refused", message
        return message

    async def hello(self, token: str | None = None) -> Message:
        """Introduce oneself; the `welcome`."""
        message: Message = {"type": "hello", "id": "h", "client": "crowd", "language": "en"}
        self.send(message if token is None else {**message, "token": token})
        return await self.expect("welcome")

    def hang_up(self) -> None:
        """End the connection at once."""
        self._writer.transport.abort()
