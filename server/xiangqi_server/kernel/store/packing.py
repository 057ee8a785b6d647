"""A whole log in one string: what a game weighs once it is over for long.

Events are a msgpack list of version, stamp, event id and record, deflated; the chain of digests
is not in it, for it follows from the events.
"""

import zlib
from collections.abc import Sequence
from typing import Final

import msgpack

from xiangqi_server.kernel.store.port import RecordError
from xiangqi_server.kernel.store.values import StoredEvent

_LEVEL: Final = 9


def pack_events(events: Sequence[StoredEvent]) -> bytes:
    """All events of a log, oldest first, as one string."""
    fields = [(event.version, event.at_ms, event.event_id, event.body) for event in events]
    return zlib.compress(msgpack.packb(fields), _LEVEL)


def unpack_events(packed: bytes) -> tuple[StoredEvent, ...]:
    """The events that `pack_events` packed.

    Raises:
        RecordError: it did not.
    """
    try:
        fields = msgpack.unpackb(zlib.decompress(packed))
        return tuple(StoredEvent(*field) for field in fields)
    except (zlib.error, ValueError, TypeError) as error:
        raise RecordError(f"not a packed log: {error}") from error
