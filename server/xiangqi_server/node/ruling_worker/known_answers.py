"""The latest answers, by their questions: a takeback and the same move again ask nothing new."""

from collections import OrderedDict
from hashlib import blake2b
from typing import Final

MOST: Final = 1_000
MOST_BYTES: Final = 8_000_000
MOST_QUESTION_BYTES: Final = 65_536
"""A longer question, a file, is not remembered: nobody asks it twice, and to hash it takes long."""


class KnownAnswers:
    """Answers as bytes. What was asked for last goes last."""

    def __init__(self, most: int = MOST, most_bytes: int = MOST_BYTES) -> None:
        self._most = most
        self._most_bytes = most_bytes
        self._answers: OrderedDict[bytes, bytes] = OrderedDict()
        self._bytes = 0

    def of(self, question: bytes) -> bytes | None:
        """The answer to a question; None if it is not known."""
        if len(question) > MOST_QUESTION_BYTES:
            return None
        key = _key(question)
        found = self._answers.get(key)
        if found is not None:
            self._answers.move_to_end(key)
        return found

    def keep(self, question: bytes, answer: bytes) -> None:
        """Remember an answer."""
        if len(question) > MOST_QUESTION_BYTES:
            return
        key = _key(question)
        self._bytes += len(answer) - len(self._answers.pop(key, b""))
        self._answers[key] = answer
        while len(self._answers) > self._most or self._bytes > self._most_bytes:
            _, dropped = self._answers.popitem(last=False)
            self._bytes -= len(dropped)


def _key(question: bytes) -> bytes:
    return blake2b(question, digest_size=16).digest()
