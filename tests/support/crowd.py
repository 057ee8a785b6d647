"""A thousand clients in one process: a websocket client of a few lines, over plain streams."""

import asyncio
import json
import resource
import socket
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


class Member:
    """One connection, which answers no heartbeat and reads only when told to."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def connect(cls, port: int, *, deaf: bool = False) -> Self:
        """Open a websocket at the server on `port`; one that is deaf is hard of reading."""
        line = socket.socket()
        if deaf:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _FEW_BYTES)
        line.setblocking(False)  # noqa: FBT003 - its only argument
        await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", port))
        limit = _FEW_BYTES if deaf else 2**16
        reader, writer = await asyncio.open_connection(sock=line, limit=limit)
        writer.write(_HANDSHAKE)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101 "), head
        return cls(reader, writer)

    def send(self, message: Message) -> None:
        """Send a message, masked with zeroes."""
        payload = json.dumps(message).encode()
        size = len(payload)
        length = bytes([0x80 | size]) if size < _SHORT else b"\xfe" + size.to_bytes(2)
        self._writer.write(bytes([_TEXT]) + length + bytes(4) + payload)

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
