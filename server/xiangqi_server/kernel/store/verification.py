"""Whether a log is whole and unchanged, told from its events and the digests said to follow them.

Theory of operation. Each event's digest covers the digest before it, its number, the id of
its append, its record, and the stamp of the append *before* (see `values.chain`). So a change
anywhere shows at the first event whose digest does not follow. A forger that makes all later
digests anew arrives at another head than the one a player, a page or a PGN has kept.

Two things no chain can show. One is events cut off the end of a log for which no head is known.
The other is another stamp on the events of the last append (it enters the chain with the append
after it); `Intact.stamp_open_from` names these. Ids of appends are `[a-z0-9]`: with a space in
one, a piece of the record could pass for a piece of the id.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from xiangqi_server.kernel.store.values import EMPTY_HEAD, Head, StoredEvent, chain

_EVENT_ID: Final = re.compile(r"[a-z0-9]+")


class FaultCode(StrEnum):
    """What is wrong with a log."""

    EMPTY = "empty"
    """There is no event at all."""
    GAP = "gap"
    """An event is missing, double, or not in its place."""
    EVENT_ID = "event_id"
    """The id of an append is not one that a server writes."""
    STAMP = "stamp"
    """A stamp goes back, or differs from another one of the same append."""
    DIGEST = "digest"
    """The digest does not follow from the event and the ones before it."""
    EXTRA = "extra"
    """The event comes after the head that was asked for."""
    HEAD = "head"
    """The log leads elsewhere: it was cut off, or written anew with digests that fit."""


@dataclass(frozen=True, slots=True)
class Attested:
    """An event, and the digest said to stand after it."""

    event: StoredEvent
    digest: bytes


@dataclass(frozen=True, slots=True)
class Intact:
    """Nothing is wrong.

    Fields:
        head: where the log leads.
        stamp_open_from: the first event of the last append: from it on stamps are unproven.
    """

    head: Head
    stamp_open_from: int


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing that is wrong, and the version of the event at which it shows."""

    code: FaultCode
    version: int
    text: str


def verify(log: Iterable[Attested], head: bytes | None = None) -> Intact | Fault:
    """Hold a whole log, oldest event first, against its digests and a known `head`."""
    last: StoredEvent | None = None
    reached, stamp_ms, open_from, passed_head = EMPTY_HEAD, 0, 0, False
    for attested in log:
        event = attested.event
        if passed_head:
            return Fault(
                FaultCode.EXTRA,
                event.version,
                "it comes after the head asked for: has the log grown?",
            )
        if last is None or event.event_id != last.event_id:
            stamp_ms, open_from = reached.at_ms, event.version
        digest = chain(reached.digest, event.version, stamp_ms, event.event_id, event.body)
        fault = _fault_of(attested, last, digest)
        if fault is not None:
            return fault
        last, reached = event, Head(event.version, digest, event.at_ms)
        passed_head = digest == head
    if last is None:
        return Fault(FaultCode.EMPTY, 0, "there is no event")
    if head is not None and not passed_head:
        text = f"the log leads to {reached.digest.hex()}: it was cut off or written anew"
        return Fault(FaultCode.HEAD, reached.version, text)
    return Intact(reached, open_from)


def _fault_of(attested: Attested, last: StoredEvent | None, digest: bytes) -> Fault | None:
    """What is wrong with one event, after a log that was right up to `last`."""
    event = attested.event
    expected = 1 if last is None else last.version + 1
    if event.version != expected:
        text = f"event {expected} was expected"
        return Fault(FaultCode.GAP, event.version, text)
    if not _EVENT_ID.fullmatch(event.event_id):
        return Fault(FaultCode.EVENT_ID, event.version, "an id is of a-z and 0-9")
    if last is not None and not _may_follow(last, event):
        return Fault(FaultCode.STAMP, event.version, f"it does not go with that of {last.version}")
    if attested.digest != digest:
        text = "it does not follow from this event and the stamp of the append before"
        return Fault(FaultCode.DIGEST, event.version, text)
    return None


def _may_follow(last: StoredEvent, event: StoredEvent) -> bool:
    """Whether the stamps of two neighbours go together."""
    if event.event_id == last.event_id:
        return event.at_ms == last.at_ms
    return event.at_ms >= last.at_ms
