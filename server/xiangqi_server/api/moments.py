"""The moments in messages about a room or a tournament, in the time of the node that sends them.

Either goes by the clock of the primary that has it, a client by the time that `welcome` and `ping`
bring, which is the node's. In a store of one server these are the same.
"""

from functools import cache
from typing import TypeVar, get_args

from msgspec import Struct
from msgspec.structs import fields, replace

from xiangqi_server.kernel.aggregate.marks import MOMENT

S = TypeVar("S", bound=Struct)


def earlier(told: S, ahead_ms: int) -> S:
    """A message, or a part of one, with all moments in it earlier by `ahead_ms`."""
    changed: dict[str, object] = {}
    for name, is_time in _told_by_a_clock(type(told)) if ahead_ms else ():
        value = getattr(told, name)
        if isinstance(value, Struct):
            changed[name] = earlier(value, ahead_ms)
        elif isinstance(value, list | tuple) and is_time:
            changed[name] = type(value)(at_ms - ahead_ms for at_ms in value)
        elif isinstance(value, list):
            changed[name] = [earlier(item, ahead_ms) for item in value]
        elif is_time and value is not None:
            changed[name] = value - ahead_ms
    return replace(told, **changed) if changed else told


def ahead_of_dates(ahead_ms: int) -> int:
    """How much earlier a date that people have set is sent, and how much later it is set.

    These are whole seconds, so it stays as they set it where clocks agree to half a second.
    """
    return 1_000 * round(ahead_ms / 1_000)


def is_moment(hint: object) -> bool:
    """Whether the type of a field is a moment, or one that may be absent."""
    return any(part is MOMENT or is_moment(part) for part in get_args(hint))


@cache
def _told_by_a_clock(message: type[Struct]) -> tuple[tuple[str, bool], ...]:
    """The fields that hold moments: whether it is a moment itself, else its parts have some."""
    return tuple(
        (field.name, is_moment(field.type))
        for field in fields(message)
        if is_moment(field.type) or any(map(_told_by_a_clock, _parts_in(field.type)))
    )


def _parts_in(hint: object) -> list[type[Struct]]:
    """The parts of a message that a field may hold, one or many."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        return [hint]
    return [part for inner in get_args(hint) for part in _parts_in(inner)]
