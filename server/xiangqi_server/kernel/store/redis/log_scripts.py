"""What the scripts that write and read logs are given, and what they answer, as values."""

from collections.abc import Iterator, Sequence
from typing import cast

from xiangqi_server.kernel.store.client.replies import Reply, as_bytes, as_int, as_list
from xiangqi_server.kernel.store.client.requests import Argument
from xiangqi_server.kernel.store.conflicts import MAX_TAIL_EVENTS, outcome_of
from xiangqi_server.kernel.store.keys import write_name
from xiangqi_server.kernel.store.packing import unpack_events
from xiangqi_server.kernel.store.port import StoreError
from xiangqi_server.kernel.store.redis.copies import effect_field
from xiangqi_server.kernel.store.values import (
    EMPTY_HEAD,
    AggregateId,
    Append,
    Appended,
    AppendResult,
    Head,
    Loaded,
    Restore,
    Snapshot,
    StoredEffect,
    StoredEvent,
    TooEarly,
)

# A stream entry as `append.lua` writes it: (b"version-0", [b"e", id, b"t", stamp, b"b", record]).
_Entry = tuple[bytes, tuple[bytes, bytes, bytes, bytes, bytes, bytes]]


def append_result(
    request: Append, digest: bytes, reply: Reply | StoreError
) -> AppendResult | StoreError:
    """What became of an append that leads to `digest`, by what `append.lua` answers."""
    match reply:
        case int(stamp_ms):
            return Appended(Head(request.head.version + len(request.events), digest, stamp_ms))
        case [int(now_ms)]:
            return TooEarly(now_ms)
        case [bytes(log_digest), list(entries)]:
            return outcome_of(request, read_events(entries), log_digest)
        case StoreError():
            return reply
    return StoreError(f"append.lua answered {reply!r}")


def append_arguments(request: Append, digest: bytes) -> tuple[Argument, ...]:
    """The ARGV of `append.lua`."""
    return (
        request.head.version,
        request.head.digest,
        request.event_id,
        digest,
        write_name(request.aggregate),
        "" if request.due_in_ms is None else request.due_in_ms,
        max(request.not_before_ms, request.arrived_ms),
        request.snapshot or b"",
        MAX_TAIL_EVENTS,
        int(request.trim),
        len(request.events),
        *request.events,
        *_effect_arguments(request.aggregate, request.effects),
    )


def restore_arguments(request: Restore) -> tuple[Argument, ...]:
    """The ARGV of `restore.lua`."""
    events = (
        part for event in request.events for part in (event.event_id, event.at_ms, event.body)
    )
    return (
        request.head.version,
        request.head.digest,
        request.head.at_ms,
        request.digest,
        write_name(request.aggregate),
        "" if request.due_at_ms is None else request.due_at_ms,
        len(request.events),
        *events,
        *_effect_arguments(request.aggregate, request.effects),
    )


def _effect_arguments(
    source: AggregateId, effects: Sequence[StoredEffect]
) -> Iterator[str | bytes]:
    """Field and body of each effect, for the outbox."""
    for effect in effects:
        yield effect_field(source, effect.id)
        yield effect.body


def read_events(entries: Sequence[Reply]) -> tuple[StoredEvent, ...]:
    """Events from stream entries; thousands of them after a restart, so nothing is checked."""
    found = cast("Sequence[_Entry]", entries)
    return tuple(
        StoredEvent(int(entry_id[:-2]), int(at_ms), event_id.decode(), body)
        for entry_id, (_, event_id, _, at_ms, _, body) in found
    )


def read_loaded(reply: Reply) -> tuple[Loaded, str | None]:
    """What `load.lua` gives, and the name under which the cold tier has what is before that.

    Raises:
        StoreError: it is not readable.
    """
    *parts, packed = as_list(reply)
    head, snapshot, tail = (as_list(part) for part in parts)
    found, events, cold = _read_snapshot(snapshot), read_events(tail), None
    if found is None and packed:
        events = unpack_events(as_bytes(packed)) + events
    elif found is None and head[3] is not None:
        cold = as_bytes(head[3]).decode()
    return Loaded(found, events, read_head(head)), cold


def read_head(fields: Sequence[Reply]) -> Head:
    """The head that a script answers as version, digest and stamp; without a version, the first."""
    version, digest, at_ms = fields[:3]
    return EMPTY_HEAD if version is None else Head(as_int(version), as_bytes(digest), as_int(at_ms))


def _read_snapshot(fields: Sequence[Reply]) -> Snapshot | None:
    return None if fields[0] is None else Snapshot(read_head(fields), as_bytes(fields[3]))
