"""All message types of a direction, found in the modules that define them."""

from functools import reduce
from operator import or_
from types import ModuleType
from typing import Any, TypeVar

from msgspec import Struct

B = TypeVar("B", bound=Struct)


def types_in(topics: tuple[ModuleType, ...], base: type[B]) -> tuple[type[B], ...]:
    """The messages that these modules define, in their order; a base of messages has no tag."""
    return tuple(
        found
        for topic in topics
        for found in vars(topic).values()
        if isinstance(found, type)
        and issubclass(found, base)
        and found.__module__ == topic.__name__
        and found.__struct_config__.tag is not None
    )


def any_of(types: tuple[type[B], ...]) -> Any:
    """The type of any of these."""
    return reduce(or_, types)
