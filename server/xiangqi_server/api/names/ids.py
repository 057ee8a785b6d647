"""How ids of rooms, seeks and tournaments are written: 12 characters of a-z and 2-7, 60 bits."""

from hashlib import sha256
from typing import Final

from xiangqi_server.kernel.aggregate.base32 import base32

ID_BYTES: Final = 10
_CHARS: Final = 12


def id_from(random_bytes: bytes) -> str:
    """An id made from `ID_BYTES` random bytes."""
    return base32(random_bytes)[:_CHARS]


_SEAT_KEY_BYTES: Final = 10


def seat_key_from(secret: bytes, room: str) -> str:
    """What opens the free seat of a room: its owner's secret makes it anew whenever it is asked."""
    digest = sha256(b"seat:%s:%s" % (secret, room.encode())).digest()
    return base32(digest[:_SEAT_KEY_BYTES])


def id_by_command(secret: bytes, command: str, number: int = 0) -> str:
    """The `number`-th id for what a command makes, the same whenever it is sent again.

    It cannot be guessed without the secret.
    """
    return id_from(
        sha256(b"room:%s:%s:%d" % (secret, command.encode(), number)).digest()[:ID_BYTES]
    )
