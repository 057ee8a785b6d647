"""A log as text: one JSON object a line, one line an event.

This module hides the form, which `log` writes and `verify` reads::

    {"version": 1, "at_ms": 1700000000000, "event_id": "4k2m", "body": "kg==", "digest": "9f…"}

`body` is the record in base64, `digest` the chain's digest after the event in hex. Each value
has exactly one way to be written, so that no byte of a line can change unseen.
"""

import re
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Sequence
from typing import Final

from server.cli.json_lines import LineCode, LineError, text_field
from server.store.base import Head, StoredEvent
from server.store.verification import Attested

_FIELDS: Final = frozenset({"version", "at_ms", "event_id", "body", "digest"})
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


def write_events(
    events: Sequence[StoredEvent], standings: Sequence[Head]
) -> list[dict[str, object]]:
    """The lines of a log; `standings` are its heads after each event."""
    return [
        {
            "version": event.version,
            "at_ms": event.at_ms,
            "event_id": event.event_id,
            "body": b64encode(event.body).decode(),
            "digest": head.digest.hex(),
        }
        for event, head in zip(events, standings, strict=True)
    ]


def read_event(content: dict[str, object]) -> Attested:
    """The event of a line.

    Raises:
        LineError: it is no line of a log.
    """
    strangers = content.keys() - _FIELDS
    if strangers:
        raise LineError(LineCode.FIELD, f"a log has no field {min(strangers)!r}")
    event = StoredEvent(
        _number(content, "version"),
        _number(content, "at_ms"),
        text_field(content, "event_id"),
        _bytes(text_field(content, "body")),
    )
    return Attested(event, read_digest(text_field(content, "digest")))


def read_digest(text: str) -> bytes:
    """A digest from its 64 hexadecimal digits.

    Raises:
        LineError: it is none.
    """
    if not _DIGEST.fullmatch(text):
        raise LineError(LineCode.FIELD, "a digest is 64 of 0-9 and a-f")
    return bytes.fromhex(text)


def _number(content: dict[str, object], name: str) -> int:
    value = content.get(name)
    if type(value) is not int or value < 0:
        raise LineError(LineCode.FIELD, f"the line needs {name!r} as a whole number from 0 on")
    return value


def _bytes(text: str) -> bytes:
    try:
        body = b64decode(text, validate=True)
    except (Base64Error, ValueError):
        body = None
    if body is None or b64encode(body).decode() != text:
        raise LineError(LineCode.FIELD, "the line needs 'body' in base64")
    return body
