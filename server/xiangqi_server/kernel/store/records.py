"""The envelope of everything stored: a format number and some parts, packed by msgpack.

What the parts mean belongs to the module that wrote them; the format number tells it which of its
readers to use.
Reading is strict, so that a foreign or damaged record is an error and never a surprise.
"""

from collections.abc import Sequence
from typing import Final

import msgpack
import msgspec

from xiangqi_server.kernel.store.port import RecordError

MAX_RECORD_BYTES: Final = 4 * 1024 * 1024

_ENCODER: Final = msgspec.msgpack.Encoder()
_IN_PARTS: Final = msgspec.msgpack.Decoder(tuple[int, list[msgspec.Raw]])


def encode(format_number: int, values: Sequence[object]) -> bytes:
    """Pack parts of None, bool, int, float, str, bytes, enums of them, structs, lists, dicts.

    Structs are written as dicts or lists, tuples as lists, and come back as such.

    Raises:
        RecordError: a part is of another type, too large, or nested too deep.
    """
    try:
        body = _ENCODER.encode((format_number, values))
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
    if len(body) > MAX_RECORD_BYTES:
        raise RecordError(f"a record of {len(body)} bytes is over {MAX_RECORD_BYTES}")
    try:
        format_number, found = _IN_PARTS.decode(body)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise RecordError(f"not a record: {error}") from error
    if len(found) != count:
        raise RecordError(f"not a record of {count} parts")
    return format_number, found


def read(part: msgspec.Raw) -> object:
    """The value of one part of a record.

    Raises:
        RecordError: these bytes are no value.
    """
    try:
        # Arrays, maps and strings are bounded by the length of the body, and depth by msgpack.
        return msgpack.unpackb(part, raw=False, strict_map_key=False, max_ext_len=0)
    except (ValueError, TypeError) as error:  # a list may stand where a key must
        raise RecordError(f"not a record: {error or type(error).__name__}") from error
