"""Marks of the types of fields: of a moment, and of what a client may send."""

from typing import Final, NamedTuple

from msgspec import Meta

MOMENT: Final = object()
"""Marks the type of a moment: unlike a duration, it goes by the clock of a machine."""


class SentShape(NamedTuple):
    """Marks the type of a stored field: a client's value has this shape.

    Older logs need not fit it, so a log is read without.
    """

    meta: Meta
