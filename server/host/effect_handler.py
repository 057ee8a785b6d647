"""What takes effects without being an aggregate: it is done, or it is tried again.

An aggregate decides about an effect and may refuse it; a handler only does it. Effects are
handled at least once, in no order, by any node, so what it does must bear being repeated
and must not undo what a later event has caused: it is told which event each effect is of.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class EffectHandler(Generic[C]):
    """One of them.

    Fields:
        name: the `Effect.kind` of the effects it takes; no kind of aggregate has it.
        commands: the union of its commands, for reading records.
        handle: does a command for an `Effect.id`, caused by the event of the version given.
            Raises `StoreUnavailable` if that must be tried again.
    """

    name: str
    commands: object
    handle: Callable[[str, C, int], Awaitable[None]]


AnyEffectHandler = EffectHandler[Any]
"""One in a table of many; the host never mixes their commands."""
