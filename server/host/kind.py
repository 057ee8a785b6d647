"""What the host must know of a kind of aggregate, as one value of functions.

The host runs rooms, the lobby and players alike; whatever tells them apart is in here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from server.aggregate.decision import Decision, Stamped

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")
F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Advice(Generic[S, C]):
    """How a kind has the hard part of a decision thought about off the loop.

    Fields:
        may_ask: whether commands on a state may need it; they are then decided one by one.
        question: what a command asks, None if it can be decided as it is. Pure.
        advised: the command with the answer to its question.
        in_haste: the answer when nobody had the time to think.
    """

    may_ask: Callable[[S], bool]
    question: Callable[[S, C], object | None]
    advised: Callable[[C, object], C]
    in_haste: Callable[[object], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind(Generic[S, C, E, F]):
    """One kind of aggregate.

    Fields:
        name: first half of an aggregate's id, as in ``room:4k2m9x7q``.
        empty: the state of an aggregate nothing was ever written to, by its id.
        decide, apply: the one door.
        due_at_ms: store time at which the aggregate wants `alarm` submitted, or None.
        alarm: the command of an alarm, None for a kind that has none.
        outage: the command by which a state takes a time when no node served, by its
            beginning and end; None if it does not concern the state, or was taken before.
        commands, events: the unions of its commands and events, for reading records.
        freeze, thaw: the state as a record of type `frozen`, and back by id.
        format: number of the format events and snapshots are written in.
        upcast: what was frozen in an earlier format as it is frozen today; None for a kind
            that has had one format only. Events of an earlier format are read as they are.
        actors: of how many of the latest actors the command ids are remembered.
        sheds: the next append takes a snapshot, whatever the log weighs: with a trimmed log
            this is how what must be forgotten is.
        advice: for a kind with decisions too long for the loop.
        gather_ms: the least time between two appends of this node: what comes meanwhile is
            gathered into one, so that a crowd costs few.
        fold: how many commands one append may hold.
        is_trimmed: events older than a snapshot are forgotten (never those of a game).
    """

    name: str
    empty: Callable[[str], S]
    decide: Callable[[S, C, int], Decision[E]]
    apply: Callable[[S, Stamped[E]], S]
    commands: object
    events: object
    freeze: Callable[[S], F]
    thaw: Callable[[str, F], S]
    frozen: type[F]
    format: int
    actors: int
    is_trimmed: bool
    due_at_ms: Callable[[S], int | None] = lambda _: None
    alarm: C | None = None
    outage: Callable[[S, int, int], C | None] = lambda state, from_ms, to_ms: None
    gather_ms: int = 0
    fold: int = 32
    upcast: Callable[[int, object], object] | None = None
    sheds: Callable[[S], bool] = lambda _: False
    advice: Advice[S, C] | None = None

    def erased(self) -> "AnyKind":
        """This kind for a table of many kinds; the host never mixes their values."""
        return cast("AnyKind", self)


AnyKind = Kind[object, object, object, object]
