"""Questions and answers as bytes on a pipe: a length of four bytes, then the record.

Before its first answer the process says that it is ready.
"""

from typing import Final

import msgspec

from server.room.messages import WithRuling
from server.room.ruling_request import RulingRequest

READY: Final = b"r"
LENGTH_BYTES: Final = 4
_TO_QUESTION: Final = msgspec.msgpack.Decoder(RulingRequest)
_TO_RULING: Final = msgspec.msgpack.Decoder(WithRuling)
_ENCODER: Final = msgspec.msgpack.Encoder()


def framed(record: RulingRequest | WithRuling) -> bytes:
    """A record with its length before it."""
    body = _ENCODER.encode(record)
    return len(body).to_bytes(LENGTH_BYTES) + body


def body_length(head: bytes) -> int:
    """The length that stands before a record."""
    return int.from_bytes(head)


def question_in(body: bytes) -> RulingRequest:
    """The question of a frame's body."""
    return _TO_QUESTION.decode(body)


def ruling_in(body: bytes) -> WithRuling:
    """The answer of a frame's body."""
    return _TO_RULING.decode(body)
