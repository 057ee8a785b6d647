"""The bytes of messages: plain websocket frames (RFC 6455, section 5.2), and lines of a stream.

Plain is a whole message, ping or pong in one masked frame that keeps within the size limit. Only
these are read here; whatever else a peer sends is read, and if need be refused, by the library
(`library_protocol.py`). A line is one chunk of an answer in chunks (RFC 9112, section 7.1).
"""

from typing import Final

from xiangqi_server.net.ports import Format

try:
    from websockets.speedups import apply_mask as apply_mask
except ImportError:  # there is no compiler's work for this machine
    from websockets.utils import apply_mask as apply_mask

TEXT: Final = 0x81
BINARY: Final = 0x82
PING: Final = 0x89
PONG: Final = 0x8A
"""First bytes of a plain frame: the opcode, with the bit of the last fragment set."""

MESSAGE_HEADS: Final = {Format.MSGPACK: BINARY, Format.JSON: TEXT}
"""The first byte of a message in each format of websockets."""

END_OF_LINES: Final = b"0\r\n\r\n"
"""What follows on the last line of a stream that is whole."""

_PLAIN: Final = frozenset({TEXT, BINARY, PING, PONG})
_MASKED: Final = 0x80
_TWO_BYTES: Final = 126
_EIGHT_BYTES: Final = 127
_MAX_CONTROL: Final = 125


Frames = list[tuple[int, bytes]]
"""The first byte and the unmasked payload of each frame, in order."""


def frame_message(payload: bytes, format: Format) -> bytes:  # noqa: A002  the word of the port
    """Give the server's frame of a whole message; made once, it fits every peer of the format."""
    head = MESSAGE_HEADS.get(format)
    if head is None:
        return frame_line(payload)
    size = len(payload)
    if size < _TWO_BYTES:
        return bytes((head, size)) + payload
    if size < 1 << 16:
        return bytes((head, _TWO_BYTES)) + size.to_bytes(2, "big") + payload
    return bytes((head, _EIGHT_BYTES)) + size.to_bytes(8, "big") + payload


def frame_line(payload: bytes = b"") -> bytes:
    """Give a line of a stream; an empty one says nothing but that the server is there."""
    return b"%x\r\n%b\n\r\n" % (len(payload) + 1, payload)


def frame_ping(payload: bytes = b"") -> bytes:
    """Give the server's ping; `payload` has at most 125 bytes."""
    return bytes((PING, len(payload))) + payload


def frame_pong(payload: bytes) -> bytes:
    """Give the answer to a ping with this payload of at most 125 bytes."""
    return bytes((PONG, len(payload))) + payload


def take_frames(data: bytes, max_payload: int) -> tuple[Frames, bytes, bool]:
    """Split what a client sent, which may end anywhere, into complete plain frames and the rest.

    Last is whether that is plain as far as it goes; if not, only the library can judge the frame
    with which it begins.
    """
    frames: Frames = []
    at, end = 0, len(data)
    while at < end:
        head = data[at]
        if head not in _PLAIN:
            return frames, data[at:], False
        if end - at < 2:
            break
        size, start = data[at + 1] - _MASKED, at + 6
        if size < 0 or size == _EIGHT_BYTES or (size > _MAX_CONTROL and head >= PING):
            return frames, data[at:], False
        if size == _TWO_BYTES:
            if end - at < 4:
                break
            size, start = data[at + 2] << 8 | data[at + 3], at + 8
        if size > max_payload:
            return frames, data[at:], False
        if end - start < size:
            break
        at = start + size
        frames.append((head, apply_mask(data[start:at], data[start - 4 : start])))
    return frames, data[at:], True
