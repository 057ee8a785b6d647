"""The two values that every aggregate deals in: a decision, and an accepted event.

An aggregate is a frozen state and two pure functions::

    decide(state, command, now_ms) -> Decision      raises Refused: nothing happened
                                                    raises Unanswered: see `Kind.offload`
    apply(state, stamped) -> state                  live play, rebuild and replay share it

`now_ms` is the store's time at which the command arrived. An event gets its own time
only when the store accepts it, so `apply` receives it stamped.
"""

from typing import Generic, TypeVar

from msgspec import Struct

EventT = TypeVar("EventT", covariant=True)


class Unanswered(Exception):
    """A decision needs an answer that is too hard for an event loop and did not come with it."""


class Effect(Struct, frozen=True, gc=False):
    """A command for another aggregate, kept in the outbox until its target has answered.

    Fields:
        kind, id: the target, as in ``room``, ``4k2m9x7q``.
        command: a command of the target; its state recognises a repeat.
    """

    kind: str
    id: str
    command: object


class Decision(Struct, Generic[EventT], frozen=True, gc=False):
    """What a command leads to: events for the log and effects for other aggregates.

    No events means that the command was in order and changes nothing (an alarm that rang
    early). Effects without events are not allowed, because only an append carries them.

    Fields:
        not_before_ms: store time before which the append must be refused (a flag's fall).
    """

    events: tuple[EventT, ...] = ()
    effects: tuple[Effect, ...] = ()
    not_before_ms: int = 0


class Stamped(Struct, Generic[EventT], frozen=True, gc=False):
    """An event with its number in the log and the store's time, in ms since the Unix epoch."""

    version: int
    at_ms: int
    event: EventT
