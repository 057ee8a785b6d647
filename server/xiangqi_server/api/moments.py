"""The moments in what is told of a room or a tournament, in the time of the node that tells it.

Either goes by the clock of the primary that has it, a client by the time that `welcome` and `ping`
tell, which is the node's. In a store of one server these are the same.
"""

from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

S = TypeVar("S", bound=Struct)

_NAMES: Final = frozenset(
    {"at_ms", "by_ms", "until_ms", "from_ms", "to_ms"}
    | {"starts_ms", "ends_ms", "closes_ms", "next_round_ms"}
)
"""Fields that hold a moment; any other that ends in `ms` holds a duration."""
_ENDS: Final = ("_at_ms", "_by_ms", "_until_ms")


def earlier(told: S, ahead_ms: int) -> S:
    """A message, or a part of one, with all moments in it earlier by `ms`."""
    changed: dict[str, object] = {}
    for name in told.__struct_fields__ if ahead_ms else ():
        value = getattr(told, name)
        if isinstance(value, Struct):
            changed[name] = earlier(value, ahead_ms)
        elif isinstance(value, list):
            changed[name] = [
                earlier(item, ahead_ms) if _has_names(item) else item for item in value
            ]
        elif is_moment(name) and value is not None:
            changed[name] = value - ahead_ms
    return replace(told, **changed) if changed else told


def ahead_of_dates(ahead_ms: int) -> int:
    """How much earlier what people have set is told, and how much later it is set: whole seconds.

    So it stays as they set it where clocks agree to half a second.
    """
    return 1_000 * round(ahead_ms / 1_000)


def is_moment(name: str) -> bool:
    """Whether a field of a message about a room or a tournament holds a moment, by its name."""
    return name in _NAMES or name.endswith(_ENDS)


def _has_names(item: object) -> bool:
    """Moves and their receipts, of which there are hundreds, hold only durations: left out."""
    return isinstance(item, Struct) and not item.__struct_config__.array_like
