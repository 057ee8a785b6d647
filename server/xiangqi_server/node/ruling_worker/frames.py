"""Questions and answers as bytes on a pipe: a length of four bytes, one for the topic, the record.

Before its first answer the process says that it is ready.
"""

from typing import Final

import msgspec

from xiangqi_server.aggregates.room.messages import WithRuling
from xiangqi_server.aggregates.room.ruling_request import RulingRequest
from xiangqi_server.aggregates.tournaments.messages import FoundPairing
from xiangqi_server.aggregates.tournaments.pairing_request import PairingRequest

READY: Final = b"r"
LENGTH_BYTES: Final = 4
Question = RulingRequest | PairingRequest
Answer = WithRuling | FoundPairing
_RULING, _PAIRING = b"r", b"p"
_TO_RULING_REQUEST: Final = msgspec.msgpack.Decoder(RulingRequest)
_TO_PAIRING_REQUEST: Final = msgspec.msgpack.Decoder(PairingRequest)
_TO_RULING: Final = msgspec.msgpack.Decoder(WithRuling)
_TO_PAIRING: Final = msgspec.msgpack.Decoder(FoundPairing)
_ENCODER: Final = msgspec.msgpack.Encoder()


def framed(record: Question | Answer) -> bytes:
    """A record with its length and its topic before it."""
    topic = _RULING if isinstance(record, RulingRequest | WithRuling) else _PAIRING
    body = topic + _ENCODER.encode(record)
    return len(body).to_bytes(LENGTH_BYTES) + body


def body_length(head: bytes) -> int:
    """The length that stands before a record."""
    return int.from_bytes(head)


def question_in(body: bytes) -> Question:
    """The question of a frame's body."""
    is_ruling = body[:1] == _RULING
    return (_TO_RULING_REQUEST if is_ruling else _TO_PAIRING_REQUEST).decode(body[1:])


def answer_in(body: bytes) -> Answer:
    """The answer of a frame's body."""
    return (_TO_RULING if body[:1] == _RULING else _TO_PAIRING).decode(body[1:])
