"""A log as text: one JSON object a line, one line an event.

The command `log` and the links to logs write it, `verify` reads it::

    {"version": 1, "at_ms": 1700000000000, "event_id": "4k2m", "body": "kg==", "digest": "9f…"}

`body` is the record in base64, `digest` the chain's digest after the event in hex. Each value
has exactly one way to be written, so that no byte of a line can change unseen.
"""

import json
import re
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from xiangqi_server.kernel.store.values import EMPTY_HEAD, Head, StoredEvent, heads_after
from xiangqi_server.kernel.store.verification import Attested

_FIELDS: Final = frozenset({"version", "at_ms", "event_id", "body", "digest"})
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


class LogLineError(ValueError):
    """An object is no line of a log; the text says why."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One event of a log as others may hold it against the chain; see the module."""

    version: int
    at_ms: int
    event_id: str
    body: str
    digest: str

    def text(self) -> str:
        """The line, with its end."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        return json.dumps(fields, ensure_ascii=False) + "\n"


def log_lines(events: Sequence[StoredEvent], after: Head = EMPTY_HEAD) -> list[LogLine]:
    """The lines of a log from its first event on, or of a part of it that follows `after`."""
    return [
        LogLine(
            version=event.version,
            at_ms=event.at_ms,
            event_id=event.event_id,
            body=b64encode(event.body).decode(),
            digest=head.digest.hex(),
        )
        for event, head in zip(events, heads_after(after, events), strict=True)
    ]


def read_event(content: dict[str, object]) -> Attested:
    """The event of a line.

    Raises:
        LogLineError: it is no line of a log.
    """
    strangers = content.keys() - _FIELDS
    if strangers:
        raise LogLineError(f"a log has no field {min(strangers)!r}")
    event = StoredEvent(
        _number(content, "version"),
        _number(content, "at_ms"),
        _text(content, "event_id"),
        _bytes(_text(content, "body")),
    )
    return Attested(event, read_digest(_text(content, "digest")))


def read_digest(text: str) -> bytes:
    """A digest from its 64 hexadecimal digits.

    Raises:
        LogLineError: it is not such a line.
    """
    if not _DIGEST.fullmatch(text):
        raise LogLineError("a digest is 64 of 0-9 and a-f")
    return bytes.fromhex(text)


def _number(content: dict[str, object], name: str) -> int:
    value = content.get(name)
    if type(value) is not int or value < 0:
        raise LogLineError(f"the line needs {name!r} as a whole number from 0 on")
    return value


def _text(content: dict[str, object], name: str) -> str:
    value = content.get(name)
    if not isinstance(value, str):
        raise LogLineError(f"the line needs {name!r} as text")
    return value


def _bytes(text: str) -> bytes:
    try:
        body = b64decode(text, validate=True)
    except (Base64Error, ValueError):
        body = None
    if body is None or b64encode(body).decode() != text:
        raise LogLineError("the line needs 'body' in base64")
    return body
