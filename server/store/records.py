"""The envelope of everything stored: a format number and a value, packed.

Hides: that records are msgpack, and how much a record may hold. What the value means
belongs to whoever wrote it; the format number tells them which of their readers to use.
Reading is strict, so that a foreign or damaged record is an error and never a surprise.
"""

from typing import Final

import msgpack
import msgspec

from server.store.port import RecordError

MAX_RECORD_BYTES: Final = 4 * 1024 * 1024

_ENCODER: Final = msgspec.msgpack.Encoder()
_IN_PARTS: Final = msgspec.msgpack.Decoder(tuple[int, list[msgspec.Raw]])


def encode(format_number: int, value: object) -> bytes:
    """Pack `value`: None, bool, int, float, str, bytes, enums of them, structs, lists, dicts.

    Structs are written as dicts or lists, tuples as lists, and come back as such.

    Raises:
        RecordError: the value is of another type, too large, or nested too deep.
    """
    try:
        body = _ENCODER.encode((format_number, value))
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise RecordError(f"this value cannot be a record: {error}") from error
    if len(body) > MAX_RECORD_BYTES:
        raise RecordError(f"a record of {len(body)} bytes is over {MAX_RECORD_BYTES}")
    return body


def parts(body: bytes, count: int) -> tuple[int, list[msgspec.Raw]]:
    """The format number, and the `count` parts of a list that `encode` packed, not read yet.

    Raises:
        RecordError: these bytes are no such record.
    """
    _require_small(body)
    try:
        format_number, found = _IN_PARTS.decode(body)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise RecordError(f"not a record: {error}") from error
    if len(found) != count:
        raise RecordError(f"not a record of {count} parts")
    return format_number, found


def decode(body: bytes) -> tuple[int, object]:
    """The format number and the value that `encode` packed.

    Raises:
        RecordError: these bytes are no record.
    """
    _require_small(body)
    envelope = read(body)
    if not isinstance(envelope, list) or len(envelope) != 2 or type(envelope[0]) is not int:
        raise RecordError("not a record: no format number")
    return envelope[0], envelope[1]


def read(part: bytes | msgspec.Raw) -> object:
    """The value of a record's part, or of a whole one.

    Raises:
        RecordError: these bytes are no value.
    """
    try:
        # Arrays, maps and strings are bounded by the length of the body, and depth by msgpack.
        return msgpack.unpackb(part, raw=False, strict_map_key=False, max_ext_len=0)
    except (ValueError, TypeError) as error:  # a list may stand where a key must
        raise RecordError(f"not a record: {error or type(error).__name__}") from error


def _require_small(body: bytes) -> None:
    if len(body) > MAX_RECORD_BYTES:
        raise RecordError(f"a record of {len(body)} bytes is over {MAX_RECORD_BYTES}")
