"""An answer that goes on: a stream of lines to a peer that only listens.

The connection came in as any request and keeps the place that was counted for it. It has the send
queue of a websocket: a peer that reads too slowly misses what it may miss, or is cut. What the peer
sends is not read. A blank line every beat shows the peer, and all that stands between, that the
server is there. A stream that is whole ends with a last chunk, one that broke off does not.
"""

import asyncio
from contextlib import suppress

from xiangqi_server.net.http.http import Stream, write_stream_head
from xiangqi_server.net.peer import PeerConnection
from xiangqi_server.net.ports import Format
from xiangqi_server.net.refusals import Refusal
from xiangqi_server.net.shared import Shared
from xiangqi_server.net.websocket.frames import END_OF_LINES, frame_line


class LineConnection(PeerConnection):
    """See `net.ports.Connection`. Made by the HTTP connection, which gives its transport."""

    __slots__ = ("_ends", "_handler", "_unread_bytes")

    def __init__(self, shared: Shared, stream: Stream, remote_address: str) -> None:
        super().__init__(shared, Format.LINES, remote_address)
        self._handler = stream.handler
        self._ends = False
        self._unread_bytes = 0

    def begin(self, transport: asyncio.Transport, stream: Stream) -> None:
        """Take over `transport`, and answer."""
        self.take_over(transport)
        self._shared.keepalive.add(self)
        self.send(write_stream_head(stream))
        self._supervise(self._handler.opened)

    def send(self, frame: bytes, *, droppable: bool = False) -> None:
        """Send a line made by `frame_message`; after the stream is closed it does nothing."""
        if not self._ends:
            super().send(frame, droppable=droppable)

    def data_received(self, data: bytes) -> None:
        """Read nothing, and not for ever. Called by the transport."""
        self._unread_bytes += len(data)
        if self._unread_bytes > self._shared.limits.head_bytes and not self._is_shut:
            self._cut(Refusal.BAD_REQUEST)

    def resume_writing(self) -> None:
        """Write what waited, and the end if it was all. Called by the transport."""
        super().resume_writing()
        if self._ends and self.flows:
            self._finish()

    def close(self, code: int = 1000, reason: str = "") -> None:
        """End the stream, after all that was sent before."""
        if self._is_shut or self._ends:
            return
        self._ends = True
        if self.flows:
            self._finish()

    def go_away(self) -> None:
        """End the stream, because the server stops."""
        self.close()

    def beat(self) -> None:
        """Say that the server is there, drop a peer that does not read. Called by the keepalive."""
        if self._is_shut:
            return
        if self._is_stuck():
            self._cut(Refusal.SLOW_READER)
        elif self.flows:
            self.send(frame_line())

    def _finish(self) -> None:
        """Write the end, once."""
        last_words = self.waiting + END_OF_LINES
        self._shut()
        self._write(last_words)
        if not self.transport.is_closing():
            with suppress(OSError):  # it is gone, which we shall hear of in a moment
                self.transport.write_eof()
        self._deadline = self._shared.wheel.after(
            self._shared.limits.close_seconds, self.transport.abort
        )

    def _fail(self, code: int, reason: str) -> None:
        """Break off: the peer sees that the stream is not whole."""
        self.abort()

    def _tell_caught_up(self) -> None:
        self._supervise(self._handler.caught_up)

    def _tell_closed(self) -> None:
        self._supervise(self._handler.closed)
