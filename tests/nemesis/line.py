"""The line between clients and one node, and what can go wrong on it.

A proxy that knows websocket frames: it can leave out answers, send a command twice, be late, or
leave connections half open, as a broken network does: the server hears nothing more and is not
told, the client is cut off.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final

import msgpack

_HEAD_END: Final = b"\r\n\r\n"
_LONG: Final = 126
_LONGER: Final = 127


class Line:
    """See the module. `open` it on a node; `close` ends everything.

    Attributes:
        late_s: how much later everything arrives, each way.
        drops: types of messages that do not arrive at the client.
        doubles: types of messages that arrive at the server twice.
        dropped, doubled: how often that happened.
    """

    def __init__(self) -> None:
        self.late_s = 0.0
        self.drops: frozenset[str] = frozenset()
        self.doubles: frozenset[str] = frozenset()
        self.dropped = self.doubled = 0
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._near: set[asyncio.StreamWriter] = set()
        self._far: set[asyncio.StreamWriter] = set()
        self._stranded: set[asyncio.StreamWriter] = set()
        self.url = ""

    async def open(self, port: int) -> None:
        """Lie between clients, at `url`, and the node at `port`."""

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                writer.close()
                return
            self._near.add(writer)
            self._far.add(far_writer)
            for way in (
                self._carry(reader, far_writer, is_up=True),
                self._carry(far_reader, writer, is_up=False),
            ):
                task = asyncio.create_task(way)
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

        self._server = await asyncio.start_server(serve, "127.0.0.1", 0)
        self.url = f"ws://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/ws"

    def cut(self) -> None:
        """End every connection, at both ends."""
        for writer in (*self._near, *self._far):
            writer.transport.abort()

    def strand(self) -> None:
        """Cut the clients off; the node is not told, and hears nothing more."""
        self._stranded |= self._far
        for writer in tuple(self._near):
            writer.transport.abort()

    async def close(self) -> None:
        """End everything."""
        if self._server is not None:
            self._server.close()
        self._stranded.clear()
        self.cut()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _carry(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, is_up: bool
    ) -> None:
        loop = asyncio.get_running_loop()
        try:
            async for piece in _pieces(source):
                for copy in self._copies(piece, is_up=is_up):
                    if self.late_s:
                        loop.call_later(self.late_s, _pass_on, sink, copy)
                    else:
                        _pass_on(sink, copy)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # the other end is closed with this one, unless it is stranded
        finally:
            if sink not in self._stranded:
                loop.call_later(self.late_s, sink.close)
                self._near.discard(sink)
                self._far.discard(sink)

    def _copies(self, frame: bytes, *, is_up: bool) -> tuple[bytes, ...]:
        kinds = self.doubles if is_up else self.drops
        if not kinds or _type_of(frame) not in kinds:
            return (frame,)
        if is_up:
            self.doubled += 1
            return (frame, frame)
        self.dropped += 1
        return ()


def _pass_on(sink: asyncio.StreamWriter, frame: bytes) -> None:
    if not sink.is_closing():
        sink.write(frame)


async def _pieces(source: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """The head of HTTP, then each frame whole."""
    yield await source.readuntil(_HEAD_END)
    while True:
        head = await source.readexactly(2)
        length, rest = head[1] & 0x7F, b""
        if length >= _LONG:
            rest = await source.readexactly(2 if length == _LONG else 8)
            length = int.from_bytes(rest)
        mask = await source.readexactly(4) if head[1] & 0x80 else b""
        yield head + rest + mask + await source.readexactly(length)


def _type_of(frame: bytes) -> str:
    """The type of the message in a frame; "" if there is none."""
    start = 2 + {_LONG: 2, _LONGER: 8}.get(frame[1] & 0x7F, 0)
    payload = frame[start:]
    if frame[1] & 0x80:
        mask, payload = payload[:4], payload[4:]
        payload = bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))
    with suppress(ValueError, TypeError, KeyError, msgpack.UnpackException):
        message = json.loads(payload) if frame[0] & 0x0F == 1 else msgpack.unpackb(payload)
        return str(message["type"])
    return ""
