"""Questions and answers as bytes on a pipe: a length of four bytes, then the record."""

from typing import Final

import msgspec

from server.room.counsel import Question
from server.room.messages import Counsel

LENGTH_BYTES: Final = 4
_TO_QUESTION: Final = msgspec.msgpack.Decoder(Question)
_TO_COUNSEL: Final = msgspec.msgpack.Decoder(Counsel)
_ENCODER: Final = msgspec.msgpack.Encoder()


def framed(record: Question | Counsel) -> bytes:
    """A record with its length before it."""
    body = _ENCODER.encode(record)
    return len(body).to_bytes(LENGTH_BYTES) + body


def body_length(head: bytes) -> int:
    """The length that stands before a record."""
    return int.from_bytes(head)


def question_in(body: bytes) -> Question:
    """The question of a frame's body."""
    return _TO_QUESTION.decode(body)


def counsel_in(body: bytes) -> Counsel:
    """The answer of a frame's body."""
    return _TO_COUNSEL.decode(body)
