"""How one kind's events, snapshots and effects are written as records, and read again.

Hides: the layout of our records. An event's record holds the command it came from, so
that a rebuilt aggregate still recognises a repeat; a snapshot holds the latest commands
beside the state.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from server.aggregate.decision import Effect
from server.aggregate.kind import AnyKind
from server.host.recent import CommandRef, Recent, RecentRecord
from server.store import records
from server.store.port import RecordError
from server.store.values import AggregateId

EFFECT_FORMAT: Final = 1


class Fact(Struct, frozen=True):
    """An event, and the command it is the last effect of (None for an earlier effect)."""

    event: object
    ref: CommandRef | None


def write_fact(kind: AnyKind, fact: Fact) -> bytes:
    """The record of one event."""
    return records.encode(kind.records.format, (fact.ref, fact.event))


def read_fact(kind: AnyKind, body: bytes) -> Fact:
    """The event of a record.

    Raises:
        RecordError: the record is of a format or a shape this program does not know.
    """
    _, value = _of_format(kind, body)
    ref, event = _parts(value, 2)
    read_ref: CommandRef | None = _convert(ref, CommandRef | None)
    return Fact(_convert(event, kind.events), read_ref)


def write_snapshot(kind: AnyKind, state: object, recent: Recent) -> bytes:
    """The record of a whole aggregate."""
    return records.encode(kind.records.format, (recent.to_record(), kind.records.to_record(state)))


def read_snapshot(kind: AnyKind, id_: str, body: bytes) -> tuple[object, Recent]:
    """The state and the latest commands of a snapshot's record.

    Raises:
        RecordError: as `read_fact`.
    """
    format_, value = _of_format(kind, body)
    by_actor, record = _parts(value, 2)
    recent = Recent.from_record(_convert(by_actor, RecentRecord))
    how = kind.records
    if how.upcast is not None and format_ != how.format:
        record = _upcast(how.upcast, format_, record)
    return how.from_record(id_, _convert(record, how.shape)), recent


def write_effect(effect: Effect) -> bytes:
    """The record of an effect, for the outbox."""
    return records.encode(EFFECT_FORMAT, (effect.kind, effect.id, effect.command))


def effect_id(version: int, number: int) -> str:
    """The id of the `number`-th effect of an append, caused by the event `version`; ids sort."""
    return f"{version:010d}.{number:03d}"


def version_of(effect: str) -> int:
    """The version of the event that caused the effect with this id."""
    return int(effect.partition(".")[0])


def read_effect(commands: Mapping[str, object], body: bytes) -> tuple[AggregateId, object]:
    """The target and the command of an effect's record, by the commands each target takes.

    Raises:
        RecordError: as `read_fact`, or the kind is unknown.
    """
    format_, value = records.decode(body)
    if format_ != EFFECT_FORMAT:
        raise RecordError(f"an effect of format {format_}")
    name, id_, command = _parts(value, 3)
    if not isinstance(name, str) or not isinstance(id_, str) or name not in commands:
        raise RecordError(f"an effect on {name!r} {id_!r}")
    return AggregateId(name, id_), _convert(command, commands[name])


def _of_format(kind: AnyKind, body: bytes) -> tuple[int, object]:
    """The format of a record and its value: today's format, or one that can be raised to it."""
    format_, value = records.decode(body)
    how = kind.records
    is_older = how.upcast is not None and 1 <= format_ < how.format
    if format_ != how.format and not is_older:
        raise RecordError(f"{kind.name}: a record of format {format_}, not {how.format}")
    return format_, value


def _upcast(upcast: Callable[[int, object], object], format_: int, record: object) -> object:
    try:
        return upcast(format_, record)
    except msgspec.ValidationError as error:
        raise RecordError(f"not a record of format {format_}: {error}") from None


def _parts(value: object, count: int) -> list[object]:
    if not isinstance(value, list) or len(value) != count:
        raise RecordError(f"not a record of {count} parts")
    return value


def _convert(value: object, shape: object) -> Any:
    """What `shape` describes: it is data of a kind, so no type of ours can name the result."""
    try:
        return msgspec.convert(value, shape, builtin_types=(bytes,))
    except msgspec.ValidationError as error:
        raise RecordError(f"not the record expected: {error}") from None
