"""Targets of effects that are not aggregates: an effect is done, or it is tried again.

An aggregate decides about an effect and may refuse it; a handler only does it. Effects are
handled at least once, in no order, by any node. So what a handler does must bear repetition,
and must not undo what a later event has caused: it gets the version of the event that an effect
belongs to.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class EffectHandler(Generic[C]):
    """One such target.

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
