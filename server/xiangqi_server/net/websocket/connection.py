"""One open websocket on a transport, from its handshake to the loss of the connection.

A connection owns no task, queue or timer. What arrives is read in `data_received` and handed
to the handler at once. A flood in one piece is read in several turns of the loop, so that others
are served in between. When very many peers send at once, only some are read in each turn.
"""

import asyncio
from typing import Final

from xiangqi_server.net.peer import PeerConnection
from xiangqi_server.net.ports import Format
from xiangqi_server.net.refusals import Refusal
from xiangqi_server.net.shared import Shared
from xiangqi_server.net.websocket.control_frames import ControlBudget
from xiangqi_server.net.websocket.frames import (
    MESSAGE_HEADS,
    PING,
    PONG,
    TEXT,
    apply_mask,
    frame_ping,
    frame_pong,
    take_frames,
)
from xiangqi_server.net.websocket.library_protocol import LibraryProtocol

TURN_BYTES: Final = 2048
"""How much of one peer's data is read in one turn: 300 pings, or 20 to 80 messages."""

_NORMAL: Final = 1000
_GOING_AWAY: Final = 1001
_POLICY_VIOLATION: Final = 1008
_UNSUPPORTED_DATA: Final = 1003
_INVALID_DATA: Final = 1007
_PING_FRAME: Final = frame_ping()


class WebSocketConnection(PeerConnection):
    """See `net.ports.Connection` for what the application may do with it.

    Made by the handshake, which gives it the transport. When the connection is lost it frees its
    place in the limits, its entry in the keepalive and its memberships.
    """

    __slots__ = (
        "_controls",
        "_heard",
        "_is_new",
        "_late",
        "_library",
        "_pings_out",
        "_rest",
    )

    def __init__(self, shared: Shared, format: Format, remote_address: str) -> None:  # noqa: A002
        super().__init__(shared, format, remote_address)
        self._heard = shared.wheel.now
        self._is_new = True  # nothing was read of it
        self._rest = b""  # the beginning of a frame
        self._late = b""  # what waits for a later turn of the loop
        self._library: LibraryProtocol | None = None
        self._controls: ControlBudget | None = None
        self._pings_out = 0  # of ours, without a pong so far

    def begin(self, transport: asyncio.Transport, answer: bytes, data: bytes) -> None:
        """Take over `transport`, answer the handshake, and read what came with it."""
        self.take_over(transport)
        self._shared.keepalive.add(self)
        self.send(answer)
        self._supervise(self._shared.handler.opened)
        if data:
            self.data_received(data)

    # Receiving.

    def data_received(self, data: bytes) -> None:
        """Read plain frames, or have the library read. Called by the transport."""
        self._heard = self._shared.wheel.now
        shared = self._shared
        budget = shared.connection_budget if self._is_new else shared.message_budget
        self._is_new = False
        if not self._late and budget.take():
            size = len(data) - 6  # of the payload, if this is one short frame, as nearly always
            if (
                0 <= size < 126
                and data[1] == size + 0x80
                and data[0] == MESSAGE_HEADS[self.format]
                and size <= shared.limits.message_bytes
                and not self._rest
                and self._library is None
            ):
                self._take(data[0], apply_mask(data[6:], data[2:6]))
            else:
                self._read(data)
        elif not self.transport.is_closing():
            if self._late:  # it sends faster than it is read
                self.transport.pause_reading()
            else:
                budget.wait(self._read_late)
            self._late += data

    def _read_late(self) -> None:
        data, self._late = self._late, b""
        self._go_on(data)

    def _read(self, data: bytes) -> None:
        if len(data) > TURN_BYTES:
            self._postpone(data[TURN_BYTES:])
            data = data[:TURN_BYTES]
        if self._library is not None:
            self._receive_by_library(self._library, data)
            return
        frames, self._rest, is_plain = take_frames(
            self._rest + data if self._rest else data, self._shared.limits.message_bytes
        )
        for head, payload in frames:
            self._take(head, payload)
        if not is_plain and self._library is None:
            self._receive_by_library(self._begin_library(), b"")

    def _postpone(self, data: bytes) -> None:
        """Let the loop serve others before the rest of what one peer has sent."""
        if not self.transport.is_closing():
            self.transport.pause_reading()
            asyncio.get_running_loop().call_soon(self._go_on, data)

    def _go_on(self, data: bytes) -> None:
        if not self.transport.is_closing():
            if not self.transport.is_reading():
                self.transport.resume_reading()
            self._read(data)

    def _take(self, head: int, payload: bytes) -> None:
        if self._is_shut:
            return
        if head == MESSAGE_HEADS[self.format]:
            if head == TEXT and not is_utf8(payload):
                self._reject(Refusal.BAD_TEXT, _INVALID_DATA, "text is not UTF-8")
            else:
                self._supervise(self._shared.handler.received, payload)
        elif head == PING:
            self._charge(1)
            if self.flows:  # a peer that does not read gets no answers to pile up
                self.send(frame_pong(payload))
        elif head == PONG:
            self._take_pongs(1)  # being heard of is all a pong is for
        else:
            self._reject(Refusal.WRONG_KIND, _UNSUPPORTED_DATA, "the subprotocol has other frames")

    def _take_pongs(self, count: int) -> None:
        """Charge the pongs that answer no ping of ours."""
        answers = min(count, self._pings_out)
        self._pings_out -= answers
        self._charge(count - answers)

    def _charge(self, count: int) -> None:
        """Count frames that carry no message, and end the connection for too many."""
        if not count or self._is_shut:
            return
        if self._controls is None:
            self._controls = ControlBudget()
        if not self._controls.take(count, self._shared.wheel, self._shared.limits):
            self._reject(
                Refusal.TOO_MANY_CONTROLS, _POLICY_VIOLATION, "too many pings, pongs or fragments"
            )

    def _begin_library(self) -> LibraryProtocol:
        if self._library is None:
            self._library = LibraryProtocol(self._shared.limits.message_bytes)
        return self._library

    def _receive_by_library(self, library: LibraryProtocol, data: bytes) -> None:
        rest, self._rest = self._rest, b""
        for head, payload in library.receive(rest + data):
            self._take(head, payload)
        output, ends = library.take_output()
        if library.is_open:
            if output and self.flows:
                self.send(output)  # pongs
            pongs, others = library.take_controls()
            self._take_pongs(pongs)
            self._charge(others)
            return
        if not self._is_shut and library.has_failed:
            self._shared.refusals.count(Refusal.BAD_FRAME, self.remote_address)
        self._finish(output, ends=ends)

    # Ending.

    def close(self, code: int = _NORMAL, reason: str = "") -> None:
        """Start the close handshake; nothing is received or sent after it."""
        if self._is_shut:
            return
        library = self._begin_library()
        library.close(code, reason)
        self._receive_by_library(library, b"")

    def go_away(self) -> None:
        """Close, because the server stops."""
        self.close(_GOING_AWAY, "server stops")

    def beat(self) -> None:
        """Ping a peer that has been silent, drop one that is gone. Called by the keepalive."""
        wheel, limits = self._shared.wheel, self._shared.limits
        silence = wheel.now - self._heard
        if self._is_shut:
            return
        if silence >= wheel.ticks(limits.silence_seconds):
            self._cut(Refusal.SILENT)
        elif self._is_stuck():
            self._cut(Refusal.SLOW_READER)
        elif self.flows and silence >= wheel.ticks(limits.beat_seconds):
            self.send(_PING_FRAME)
            self._pings_out += 1

    def _leave_all(self) -> None:
        if self._library is not None:
            self._library.end()
        self._library = None
        self._rest = b""
        super()._leave_all()

    def _fail(self, code: int, reason: str) -> None:
        """End the connection because of an error; the peer is not asked to agree."""
        if not self._is_shut:
            library = self._begin_library()
            library.fail(code, reason)
            self._receive_by_library(library, b"")

    def _finish(self, last_words: bytes, *, ends: bool) -> None:
        """Write the last words, which end in a close frame, once; then end the stream if `ends`."""
        if not self._is_shut:
            last_words = self.waiting + last_words
            self._shut()
            self._write(last_words)
            seconds = self._shared.limits.close_seconds
            self._deadline = self._shared.wheel.after(seconds, self._stop_waiting)
        if ends and not self.transport.is_closing():
            self.transport.write_eof()  # not `close`: unread bytes would destroy our last words

    def _stop_waiting(self) -> None:
        self._shared.refusals.count(Refusal.NOT_CLOSED_IN_TIME, self.remote_address)
        self.transport.abort()

    def _reject(self, refusal: Refusal, code: int, reason: str) -> None:
        self._shared.refusals.count(refusal, self.remote_address)
        self._fail(code, reason)

    def _tell_caught_up(self) -> None:
        self._supervise(self._shared.handler.caught_up)

    def _tell_closed(self) -> None:
        self._supervise(self._shared.handler.closed)


def is_utf8(data: bytes) -> bool:
    """Whether `data` is text in UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
