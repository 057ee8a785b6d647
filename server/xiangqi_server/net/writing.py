"""How frames leave a connection: gathered for a turn of the loop, and kept while the peer is slow.

What is sent within one turn leaves in one write, past the transport as long as that has nothing to
send. Its high water mark is zero, so it is full as soon as the kernel refuses a byte. From then
until the peer has read it all, frames wait in a `SendQueue`, which decides what gives way when it
is too much.
"""

import asyncio
from typing import Final

from xiangqi_server.net.refusals import Refusal
from xiangqi_server.net.send_queue import Caps, SendQueue, SendResult
from xiangqi_server.net.shared import Shared

GATHER_BYTES: Final = 16_384
"""How much is gathered for one write at most; beyond it, joining frames costs more than a write."""


class FrameWriter(asyncio.Protocol):
    """The half of a connection that writes. It does not own the transport, its heir does."""

    __slots__ = (
        "_is_shut",
        "_outbox",
        "_shared",
        "descriptor",
        "flows",
        "remote_address",
        "transport",
        "waiting",
    )

    def __init__(self, shared: Shared, remote_address: str) -> None:
        self.remote_address = remote_address
        self._shared = shared
        self.transport: asyncio.Transport
        self.descriptor: int
        self.waiting = b""  # gathered in this turn of the loop
        self._outbox: SendQueue | None = None
        self.flows = True  # open, and the transport takes what is written
        self._is_shut = False  # we have said good-bye, or the connection is lost

    def take_over(self, transport: asyncio.Transport) -> None:
        """Write to `transport` from now on, behind what it has not sent yet.

        Its high water mark is zero already.
        """
        self.transport = transport
        self.descriptor = transport.get_extra_info("socket").fileno()
        transport.set_protocol(self)
        if transport.get_write_buffer_size():
            self.pause_writing()

    @property
    def is_behind(self) -> bool:
        """True while the peer has not taken what was written to it."""
        return self._outbox is not None

    def send(self, frame: bytes, *, droppable: bool = False) -> None:
        """Send a frame made by `frame_message`; after the connection is closed it does nothing."""
        if not self.flows:
            self._send_slowly(frame, droppable=droppable)
        elif not self.waiting:
            self.waiting = frame
            self._shared.flusher.add(self)
        elif len(self.waiting) < GATHER_BYTES:
            self.waiting += frame
        else:
            waiting, self.waiting = self.waiting, frame
            self._write(waiting)

    def pause_writing(self) -> None:
        """Collect frames in an outbox from now on. Called by the transport."""
        if not self._is_shut:
            self.flows = False
            limits = self._shared.limits
            caps = Caps(limits.outbox_frames, limits.outbox_bytes)
            self._outbox = SendQueue(caps, self._shared.wheel.now)

    def resume_writing(self) -> None:
        """Write what the outbox holds, in one piece. Called by the transport."""
        outbox = self._outbox
        if outbox is None:
            return
        self._let_flow()
        waiting, self.waiting = self.waiting + outbox.take(), b""
        if waiting:
            self._write(waiting)  # may fill the transport again, at once
        if self._outbox is not None:
            self._outbox.follow(outbox)
        elif outbox.has_skipped:
            self._tell_caught_up()

    def abort(self) -> None:
        """End the TCP connection at once."""
        self._shut()
        self.transport.abort()

    def _let_flow(self) -> None:
        self._outbox = None
        self.flows = True

    def _send_slowly(self, frame: bytes, *, droppable: bool) -> None:
        outbox = self._outbox
        if outbox is None:
            return
        had_skipped = outbox.has_skipped
        verdict = outbox.put(frame, self._shared.wheel.now, droppable=droppable)
        if verdict is SendResult.OVERFULL or self._is_stuck():
            self._cut(Refusal.SLOW_READER)
        elif verdict is SendResult.SKIPPED and not had_skipped:
            self._shared.refusals.count(Refusal.SKIPPED_FRAMES, self.remote_address)

    def _is_stuck(self) -> bool:
        """Tell whether the peer has taken nothing for too long."""
        if self._outbox is None:
            return False
        wheel = self._shared.wheel
        return wheel.now - self._outbox.since >= wheel.ticks(self._shared.limits.outbox_seconds)

    def _write(self, data: bytes) -> None:
        if not self.transport.is_closing():  # uvloop raises on a closing transport
            self.transport.write(data)

    def _cut(self, refusal: Refusal) -> None:
        self._shared.refusals.count(refusal, self.remote_address)
        self.abort()

    def _shut(self) -> None:
        """Take no more frames, and forget those that wait."""
        self._is_shut = True
        self.flows = False
        self._outbox = None
        self.waiting = b""

    def _tell_caught_up(self) -> None:
        """Have the latest state sent; what the heir does about it."""
        raise NotImplementedError
