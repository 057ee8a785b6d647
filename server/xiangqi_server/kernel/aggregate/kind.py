"""What defines a kind of aggregate, as one value of pure functions.

The host runs all kinds in the same way; whatever tells them apart is in here, and each package
defines its own kind in `kind.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from xiangqi_server.kernel.aggregate.decision import Decision, Stamped
from xiangqi_server.kernel.aggregate.steps import Steps

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Records(Generic[S]):
    """How the states of a kind are stored; a plain state is its own record.

    Fields:
        shape: the type of a state's record.
        to_record, from_record: the state as a record, and back by id.
        format: number of the format events and snapshots are written in.
        upcast: turns a record of an earlier format into one of today's; None for a kind that
            has had only one format. Events of an earlier format are read as they are.
        is_trimmed: events older than a snapshot are forgotten (never those of a game).
        forces_snapshot: the next append takes a snapshot, whatever the log weighs. With a
            trimmed log, this is how something is made to be forgotten. None: never.
    """

    shape: type
    to_record: Callable[[S], object] = lambda state: state
    from_record: Callable[[str, Any], S] = lambda _, record: record
    format: int = 1
    upcast: Callable[[int, object], object] | None = None
    is_trimmed: bool = True
    forces_snapshot: Callable[[S], bool] | None = None


@dataclass(frozen=True, slots=True)
class Schedule(Generic[S, C]):
    """When an aggregate wants to be woken, and by what; never, by default.

    Fields:
        due_at_ms: store time at which a state wants `alarm` submitted, or None.
        alarm: the command of an alarm.
        turn_ms: if many nodes hold it, how much later each node rings than the one before, in an
            order drawn from their names; 0 if all ring at once, and one append wins.
    """

    due_at_ms: Callable[[S], int | None] = lambda _: None
    alarm: C | None = None
    turn_ms: int = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is remembered, and how much goes into one append.

    Fields:
        actors: how many of the latest actors have their command ids remembered.
        max_batch: how many commands one append may hold.
        min_append_interval_ms: the least time between two appends of a node. All that comes
            meanwhile becomes one append, so that a crowd costs few of them.
        trail: how many of the latest changes are kept, for clients that missed a few.
        most_tail_bytes: the most that the log may weigh when the next snapshot is taken; None for
            as much as the last one. All of it is replayed at once when the aggregate is loaded.
    """

    actors: int = 1
    max_batch: int = 32
    min_append_interval_ms: int = 0
    trail: int = 0
    most_tail_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Offload(Generic[S, C]):
    """How a kind has the hard part of a decision worked out off the loop.

    Where `decide` lacks an answer that it needs it raises `Unanswered`.

    Fields:
        may_ask: whether commands on a state may need that; each of them is then decided alone, once
            one has needed it.
        question: what has to be worked out for a command; None if it can be decided as it is. The
            question of a crowd is put together in steps, between which others are served.
        with_answer: the command with the answer to its question.
        timed_out: the answer if there was no time to work it out; None if no quick answer will do,
            so that the question is asked again.
        asks: whether a command is of a sort that may need it; others are decided many at a time.
    """

    may_ask: Callable[[S], bool]
    question: Callable[[S, C], Steps[object | None]]
    with_answer: Callable[[C, Any], C]
    timed_out: Callable[[Any], object | None]
    asks: Callable[[C], bool] = lambda _: True


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind(Generic[S, C, E]):
    """One kind of aggregate: its state S, its commands C, its events E.

    Fields:
        name: first half of an aggregate's id, as in ``room:4k2m9x7q``.
        empty: the state of an aggregate nothing was ever written to, by its id.
        decide, apply: the one way a state changes.
        commands, events: the unions C and E, for reading records.
        outage: the command that tells a state of a time when no node served, given its
            beginning and end; None if that does not concern the state, or was taken before.
        offload: for a kind some of whose decisions take too long for the loop.
        restamp: the state that an event has led to, as if the event had been stamped at another
            time, if this is simple; None if the event has to be applied again.
        is_over: nothing that people wait for will happen to a state any more. So the changes that
            led to it need not be at hand when it is read later.
    """

    name: str
    empty: Callable[[str], S]
    decide: Callable[[S, C, int], Decision[E]]
    apply: Callable[[S, Stamped[E]], S]
    commands: object
    events: object
    records: Records[S]
    schedule: Schedule[S, C] = Schedule()
    limits: Limits = Limits()
    outage: Callable[[S, int, int], C | None] = lambda state, from_ms, to_ms: None
    offload: Offload[S, C] | None = None
    restamp: Callable[[S, E, int], S | None] | None = None
    is_over: Callable[[S], bool] = lambda _: False


AnyKind = Kind[Any, Any, Any]
"""A kind in a table of many; the host never mixes their values."""
