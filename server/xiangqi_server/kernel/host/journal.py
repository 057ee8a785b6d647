"""How the events, snapshots and effects of a kind are written as records, and read again.

The record of an event holds the command it came from, so that a rebuilt aggregate still recognises
a repeat; a snapshot holds the latest commands beside the state.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from xiangqi_server.kernel.aggregate.decision import Effect
from xiangqi_server.kernel.aggregate.kind import AnyKind
from xiangqi_server.kernel.host.recent import CommandRef, Recent, RecentRecord
from xiangqi_server.kernel.store import records
from xiangqi_server.kernel.store.port import RecordError
from xiangqi_server.kernel.store.values import AggregateId

EFFECT_FORMAT: Final = 1
_REF: Final = CommandRef | None


class _Decoder(NamedTuple):
    """The decoder of a shape, and the shape, kept so that its address stays its own."""

    shape: object
    decoder: msgspec.msgpack.Decoder[Any]


_DECODERS: Final[dict[int, _Decoder]] = {}
"""Decoders by shape: making one takes fifty times as long as reading an event with it."""


class Fact(Struct, frozen=True, gc=False):
    """An event, and the command whose last event it is (None if it is not the last)."""

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
    _, (ref, event) = _of_format(kind, body)
    read_ref: CommandRef | None = _read(ref, _REF)
    return Fact(_read(event, kind.events), read_ref)


def write_snapshot(kind: AnyKind, state: object, recent: Recent) -> bytes:
    """The record of a whole aggregate."""
    return records.encode(kind.records.format, (recent.to_record(), kind.records.to_record(state)))


def read_snapshot(kind: AnyKind, id_: str, body: bytes) -> tuple[object, Recent]:
    """The state and the latest commands of a snapshot's record.

    Raises:
        RecordError: as `read_fact`.
    """
    format_, (by_actor, record) = _of_format(kind, body)
    recent = Recent.from_record(_read(by_actor, RecentRecord))
    how = kind.records
    if how.upcast is not None and format_ != how.format:
        shaped = _convert(_upcast(how.upcast, format_, records.read(record)), how.shape)
    else:
        shaped = _read(record, how.shape)
    return how.from_record(id_, shaped), recent


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
    format_, parts = records.parts(body, 3)
    if format_ != EFFECT_FORMAT:
        raise RecordError(f"an effect of format {format_}")
    name, id_ = (_read(part, str) for part in parts[:2])
    if name not in commands:
        raise RecordError(f"an effect on {name!r} {id_!r}")
    return AggregateId(name, id_), _read(parts[2], commands[name])


def _of_format(kind: AnyKind, body: bytes) -> tuple[int, list[msgspec.Raw]]:
    """The format of a record and its two parts; it is today's, or can be turned into it."""
    format_, parts = records.parts(body, 2)
    how = kind.records
    is_older = how.upcast is not None and 1 <= format_ < how.format
    if format_ != how.format and not is_older:
        raise RecordError(f"{kind.name}: a record of format {format_}, not {how.format}")
    return format_, parts


def _upcast(upcast: Callable[[int, object], object], format_: int, record: object) -> object:
    try:
        return upcast(format_, record)
    except msgspec.ValidationError as error:
        raise RecordError(f"not a record of format {format_}: {error}") from None


def _read(part: msgspec.Raw, shape: object) -> Any:
    """What `shape` describes; it is data of a kind, so the host has no type for it."""
    known = _DECODERS.get(id(shape))
    if known is None:
        known = _DECODERS[id(shape)] = _Decoder(shape, msgspec.msgpack.Decoder(shape))
    try:
        return known.decoder.decode(part)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise RecordError(f"not the record expected: {error}") from None


def _convert(value: object, shape: object) -> Any:
    """What `shape` describes, of a value read before."""
    try:
        return msgspec.convert(value, shape, builtin_types=(bytes,))
    except msgspec.ValidationError as error:
        raise RecordError(f"not the record expected: {error}") from None
