"""What a client may send, where a log is not held to it."""

from typing import NamedTuple

from msgspec import Meta


class Sent(NamedTuple):
    """Marks the type of a stored field: a client's value has this shape.

    Older logs need not fit it, so a log is read without.
    """

    meta: Meta
