"""Publications as bytes: what scripts tell of an append, or of something beside the log.

A publication is a msgpack array: its format, then ``e``, stamp, event id, first version, digest and
records, or ``a``, topic and body. One that cannot be read says at least that there is something
to read.
"""

import logging
from collections.abc import Sequence
from typing import Final

import msgpack

from xiangqi_server.kernel.store.feed import Ephemeral, Publication
from xiangqi_server.kernel.store.values import StoredEvent

_APPEND_HEAD: Final = b"\x97\x01\xa1e\xcf"
_ID_AT: Final = len(_APPEND_HEAD) + 9
_SHORT_STRING: Final = 0xA0
_SHORT_STRING_SIZES: Final = 32
_NOTHING_KNOWN: Final = Publication((), b"")

log = logging.getLogger(__name__)


def event_id_of(payload: bytes) -> str | None:
    """The id of the append that a publication is of, read without the rest; None for another.

    As the script packs it, a stamp of eight bytes stands before an id of at most 31.
    """
    if not payload.startswith(_APPEND_HEAD) or len(payload) < _ID_AT:
        return None
    size = payload[_ID_AT - 1] - _SHORT_STRING
    return payload[_ID_AT : _ID_AT + size].decode() if 0 <= size < _SHORT_STRING_SIZES else None


def read_publication(payload: bytes) -> Publication | Ephemeral:
    """What a script has published; one of another program's version says nothing itself."""
    try:
        match msgpack.unpackb(payload, raw=True, max_ext_len=0):
            case [1, b"e", int(at_ms), bytes(id_), int(first), bytes(digest), [*bodies]]:
                return Publication(_events(at_ms, id_.decode(), first, bodies), digest)
            case [1, b"a", bytes(topic), bytes(body)]:
                return Ephemeral(topic.decode(), body)
    except (ValueError, TypeError):
        log.warning("a publication cannot be read")
    return _NOTHING_KNOWN


def write_publication(
    at_ms: int, id_: str, first: int, digest: bytes, bodies: Sequence[bytes]
) -> bytes:
    """What `append.lua` would publish of an append."""
    payload: bytes = msgpack.packb((1, "e", at_ms, id_, first, digest, bodies), use_bin_type=False)
    return payload


def write_ephemeral(topic: str, body: bytes) -> bytes:
    """What a script would publish of something beside the log."""
    payload: bytes = msgpack.packb((1, "a", topic, body), use_bin_type=False)
    return payload


def _events(at_ms: int, id_: str, first: int, bodies: list[bytes]) -> tuple[StoredEvent, ...]:
    numbered = enumerate(bodies, start=first)
    return tuple(StoredEvent(version, at_ms, id_, body) for version, body in numbered)
