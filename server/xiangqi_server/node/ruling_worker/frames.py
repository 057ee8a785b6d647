"""Questions and answers as bytes on a pipe: a length of four bytes, one for the topic, the record.

Before its first answer the process says that it is ready.
"""

from typing import Final

import msgspec

from xiangqi_server.aggregates.room.messages import WithRuling
from xiangqi_server.aggregates.room.ruling_request import RulingRequest
from xiangqi_server.aggregates.tournaments.messages import FoundPairing
from xiangqi_server.aggregates.tournaments.pairing_request import PairingRequest
from xiangqi_server.api.lines import JudgeAnswer, JudgeQuestion, LineAnswer, LineQuestion
from xiangqi_server.api.reading import ReadAnswer, ReadQuestion

READY: Final = b"r"
LENGTH_BYTES: Final = 4
Question = RulingRequest | PairingRequest | LineQuestion | JudgeQuestion | ReadQuestion
Answer = WithRuling | FoundPairing | LineAnswer | JudgeAnswer | ReadAnswer
_TOPICS: Final[dict[bytes, tuple[type[Question], type[Answer]]]] = {
    b"r": (RulingRequest, WithRuling),
    b"p": (PairingRequest, FoundPairing),
    b"l": (LineQuestion, LineAnswer),
    b"j": (JudgeQuestion, JudgeAnswer),
    b"f": (ReadQuestion, ReadAnswer),
}
_TOPIC_OF: Final = {type_: topic for topic, types in _TOPICS.items() for type_ in types}
_TO_QUESTION: Final = {
    topic: msgspec.msgpack.Decoder(asked) for topic, (asked, _) in _TOPICS.items()
}
_TO_ANSWER: Final = {topic: msgspec.msgpack.Decoder(said) for topic, (_, said) in _TOPICS.items()}
_ENCODER: Final = msgspec.msgpack.Encoder()


def framed(record: Question | Answer) -> bytes:
    """A record with its length and its topic before it."""
    body = _TOPIC_OF[type(record)] + _ENCODER.encode(record)
    return len(body).to_bytes(LENGTH_BYTES) + body


def body_length(head: bytes) -> int:
    """The length that stands before a record."""
    return int.from_bytes(head)


def question_in(body: bytes) -> Question:
    """The question of a frame's body."""
    return _TO_QUESTION[body[:1]].decode(body[1:])


def answer_in(body: bytes) -> Answer:
    """The answer of a frame's body."""
    return _TO_ANSWER[body[:1]].decode(body[1:])
