"""A kind of aggregate small enough to follow by eye: a counter, with alarms and effects.

An outage concerns a counter that waits for its alarm: it rings so much later.

`tally` is the same kind with a log that is trimmed to its snapshots, `patient` one that gathers.
"""

from dataclasses import dataclass, replace
from typing import Final, assert_never

from msgspec import Struct

from xiangqi_server.kernel.aggregate.decision import Decision, Effect, Stamped
from xiangqi_server.kernel.aggregate.kind import Kind, Limits, Records, Schedule
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused

TRAIL: Final = 64


@dataclass(frozen=True, slots=True)
class Counter:
    """A sum, when it wants to be woken, how often it rang, and what it got from others.

    Fields:
        served_ms: store time up to which every outage is taken into account.
    """

    id: str
    total: int = 0
    due_at_ms: int | None = None
    rings: int = 0
    gifts: tuple[str, ...] = ()
    served_ms: int = 0


class Add(Struct, frozen=True, tag="add"):
    """Add so much, in as many events of one; `note` makes the records heavier."""

    amount: int
    note: str = ""


class Give(Struct, frozen=True, tag="give"):
    """Take so much from here, and order another counter to receive it."""

    to: str
    amount: int
    gift: str


class Receive(Struct, frozen=True, tag="receive"):
    """Receive a gift, once."""

    amount: int
    gift: str


class Wake(Struct, frozen=True, tag="wake"):
    """Ask to be woken after so long."""

    in_ms: int


class Look(Struct, frozen=True, tag="look"):
    """Be right and change nothing."""


class Break(Struct, frozen=True, tag="break"):
    """Find a bug of ours."""


class Ring(Struct, frozen=True, tag="ring"):
    """The alarm."""


class Lapse(Struct, frozen=True, tag="lapse"):
    """Nobody served from here to there."""

    from_ms: int
    to_ms: int


Command = Add | Give | Receive | Wake | Look | Break | Ring | Lapse


class Added(Struct, frozen=True, tag="added"):
    """The sum has changed."""

    amount: int
    note: str = ""


class Received(Struct, frozen=True, tag="received"):
    """A gift came."""

    amount: int
    gift: str


class Armed(Struct, frozen=True, tag="armed"):
    """The alarm is set."""

    in_ms: int


class Rang(Struct, frozen=True, tag="rang"):
    """The alarm rang."""


class Lapsed(Struct, frozen=True, tag="lapsed"):
    """The alarm is so much later, for what happened up to there."""

    by_ms: int
    to_ms: int


Event = Added | Received | Armed | Rang | Lapsed


class Record(Struct, frozen=True):
    """A counter in a snapshot."""

    total: int
    due_at_ms: int | None
    rings: int
    gifts: tuple[str, ...]
    served_ms: int


def decide(counter: Counter, command: Command, now_ms: int) -> Decision[Event]:
    """What a command does to a counter."""
    match command:
        case Add(amount, note):
            if amount < 0:
                raise Refused(CommonRefusal.NOT_ALLOWED, "a counter only grows")
            return Decision(tuple(Added(1, note) for _ in range(amount)))
        case Give(to, amount, gift):
            effect = Effect("counter", to, Receive(amount, gift))
            return Decision((Added(-amount),), (effect,))
        case Receive(amount, gift):
            return Decision() if gift in counter.gifts else Decision((Received(amount, gift),))
        case Wake(in_ms):
            return Decision((Armed(in_ms),))
        case Look():
            return Decision()
        case Break():
            raise AssertionError("a bug")
        case Ring():
            if counter.due_at_ms is None or now_ms < counter.due_at_ms:
                return Decision()
            return Decision((Rang(),), not_before_ms=counter.due_at_ms)
        case Lapse(from_ms, to_ms):
            return Decision((Lapsed(to_ms - from_ms, to_ms),))
        case _:
            assert_never(command)


def apply(counter: Counter, stamped: Stamped[Event]) -> Counter:
    """What an event does."""
    match stamped.event:
        case Added(amount):
            return replace(counter, total=counter.total + amount)
        case Received(amount, gift):
            return replace(counter, total=counter.total + amount, gifts=(*counter.gifts, gift))
        case Armed(in_ms):
            due_at_ms = stamped.at_ms + in_ms
            return replace(counter, due_at_ms=due_at_ms, served_ms=stamped.at_ms)
        case Rang():
            return replace(counter, due_at_ms=None, rings=counter.rings + 1)
        case Lapsed(by_ms, to_ms):
            due_at_ms = (counter.due_at_ms or 0) + by_ms
            return replace(counter, due_at_ms=due_at_ms, served_ms=to_ms)
        case _:
            assert_never(stamped.event)


def _lapse(counter: Counter, from_ms: int, to_ms: int) -> Command | None:
    concerns = counter.due_at_ms is not None and to_ms > counter.served_ms
    return Lapse(from_ms, to_ms) if concerns else None


def _to_record(counter: Counter) -> Record:
    return Record(counter.total, counter.due_at_ms, counter.rings, counter.gifts, counter.served_ms)


def _from_record(id_: str, record: Record) -> Counter:
    return Counter(
        id_, record.total, record.due_at_ms, record.rings, record.gifts, record.served_ms
    )


COUNTER: Kind[Counter, Command, Event] = Kind(
    name="counter",
    empty=Counter,
    decide=decide,
    apply=apply,
    outage=_lapse,
    commands=Command,
    events=Event,
    records=Records(Record, _to_record, _from_record, is_trimmed=False),
    schedule=Schedule(lambda counter: counter.due_at_ms, Ring()),
    limits=Limits(actors=4, trail=TRAIL),
)
TALLY: Kind[Counter, Command, Event] = replace(
    COUNTER, name="tally", records=Records(Record, _to_record, _from_record)
)
PATIENT = replace(
    COUNTER,
    name="patient",
    schedule=replace(COUNTER.schedule, turn_ms=100),
    limits=Limits(actors=4, trail=TRAIL, min_append_interval_ms=200),
)
