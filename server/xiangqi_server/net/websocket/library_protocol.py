"""The rare part of RFC 6455, left to `websockets`: fragments, closing, and all that is wrong.

A connection reads plain frames itself and hires this for good when a peer sends anything else, or
when we close. It hands every later byte to the library and gets back whole messages and bytes to
write.
"""

from typing import Final

from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN, SEND_EOF, Protocol, Side

from xiangqi_server.net.websocket.frames import BINARY, TEXT

_FIN: Final = 0x80
_MAX_REASON_BYTES: Final = 123


class LibraryProtocol:
    """The library's view of one open connection, from some frame boundary on."""

    __slots__ = ("_controls", "_head", "_library", "_partial", "_pongs")

    def __init__(self, max_payload: int) -> None:
        self._library = Protocol(Side.SERVER, state=OPEN, max_size=max_payload)
        self._partial = bytearray()
        self._head = BINARY
        self._controls = 0
        self._pongs = 0

    @property
    def is_open(self) -> bool:
        """False once a close frame was sent, by us or by the library's judgement."""
        return self._library.state is OPEN

    def receive(self, data: bytes) -> list[tuple[int, bytes]]:
        """Read `data`; give first byte and payload of each message it completes."""
        self._library.receive_data(data)
        messages: list[tuple[int, bytes]] = []
        for frame in self._library.events_received():
            if isinstance(frame, Frame) and frame.opcode in (
                Opcode.TEXT,
                Opcode.BINARY,
                Opcode.CONT,
            ):
                joined = self._join(frame)
                self._controls += not joined
                messages += joined
            else:
                self._count(frame)
        return messages

    def take_controls(self) -> tuple[int, int]:
        """Give how many pongs, and how many other frames without a message, have come since."""
        pongs, others = self._pongs, self._controls
        self._pongs = self._controls = 0
        return pongs, others

    @property
    def has_failed(self) -> bool:
        """True if the peer broke a rule of the protocol."""
        return self._library.parser_exc is not None

    def close(self, code: int, reason: str) -> None:
        """Start the close handshake; of `reason` only what fits a close frame is sent."""
        if self.is_open:
            fitting = reason.encode()[:_MAX_REASON_BYTES].decode(errors="ignore")
            self._library.send_close(code, fitting)

    def fail(self, code: int, reason: str) -> None:
        """Say why we end the connection, without waiting for the peer's agreement."""
        if self.is_open:
            self._library.fail(code, reason)

    def take_output(self) -> tuple[bytes, bool]:
        """Give what to write now, and whether to end the stream after it."""
        writes = self._library.data_to_send()
        return b"".join(writes), SEND_EOF in writes

    def end(self) -> None:
        """Let the library's parser go, and the error that may have ended it.

        Both name the library's state, which names them: circles.
        """
        self._library.parser.close()
        self._library.parser_exc = None

    def _count(self, event: object) -> None:
        if isinstance(event, Frame) and event.opcode is Opcode.PONG:
            self._pongs += 1
        elif isinstance(event, Frame) and event.opcode is Opcode.PING:
            self._controls += 1

    def _join(self, frame: Frame) -> list[tuple[int, bytes]]:
        if frame.opcode is not Opcode.CONT:
            self._head = _FIN | frame.opcode
        self._partial += frame.data
        if not frame.fin:
            return []
        payload = bytes(self._partial)
        self._partial.clear()
        return [(TEXT if self._head == TEXT else BINARY, payload)]
