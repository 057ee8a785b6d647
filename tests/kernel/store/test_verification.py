import dataclasses
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from xiangqi_server.kernel.store.values import EMPTY_HEAD, Head, StoredEvent, heads_after
from xiangqi_server.kernel.store.verification import Attested, Fault, FaultCode, Intact, verify

IDS = st.text("abc019 ", max_size=4)
BODIES = st.binary(max_size=6)


def attested(events: Sequence[StoredEvent]) -> list[Attested]:
    """The events with the digests that follow."""
    heads = heads_after(EMPTY_HEAD, events)
    return [Attested(event, head.digest) for event, head in zip(events, heads, strict=True)]


@st.composite
def logs(draw: st.DrawFn) -> list[Attested]:
    """Logs of one to six appends of one to three events."""
    events: list[StoredEvent] = []
    at_ms = 1_000
    for append in range(draw(st.integers(1, 6))):
        at_ms += draw(st.integers(0, 3))
        for body in draw(st.lists(BODIES, min_size=1, max_size=3)):
            events.append(StoredEvent(len(events) + 1, at_ms, f"e{append}", body))
    return attested(events)


OPENED = StoredEvent(1, 1_000, "open", b"opened")
MOVED = StoredEvent(2, 1_500, "move", b"moved")
WARNED = StoredEvent(3, 1_500, "move", b"warned")
MATED = StoredEvent(4, 1_900, "mate", b"moved")
ENDED = StoredEvent(5, 1_900, "mate", b"ended")
LOG = attested([OPENED, MOVED, WARNED, MATED, ENDED])
HEAD = LOG[-1].digest


def instead_of(number: int, event: StoredEvent) -> list[Attested]:
    """The log with one event exchanged and every digest as it was."""
    return [*LOG[: number - 1], dataclasses.replace(LOG[number - 1], event=event), *LOG[number:]]


def test_a_log_as_it_was_written_is_intact() -> None:
    assert verify(LOG, HEAD) == Intact(Head(5, HEAD, 1_900), stamp_open_from=4)


@pytest.mark.parametrize(
    ("log", "code", "version"),
    [
        ([], FaultCode.EMPTY, 0),
        (LOG[1:], FaultCode.GAP, 2),
        ([*LOG[:2], *LOG[3:]], FaultCode.GAP, 4),
        ([*LOG[:2], *LOG[1:]], FaultCode.GAP, 2),
        ([LOG[0], LOG[2], LOG[1], *LOG[3:]], FaultCode.GAP, 3),
        (instead_of(2, replace(MOVED, body=b"Moved")), FaultCode.DIGEST, 2),
        (instead_of(2, replace(MOVED, event_id="m", body=b"ove moved")), FaultCode.DIGEST, 2),
        (instead_of(3, replace(WARNED, event_id="move warned")), FaultCode.EVENT_ID, 3),
        (instead_of(1, replace(OPENED, at_ms=1_001)), FaultCode.DIGEST, 2),
        (instead_of(3, replace(WARNED, at_ms=1_501)), FaultCode.STAMP, 3),
        (instead_of(2, replace(MOVED, at_ms=999)), FaultCode.STAMP, 2),
        ([*LOG[:4], dataclasses.replace(LOG[4], digest=bytes(32))], FaultCode.DIGEST, 5),
    ],
)
def test_the_first_bad_event_is_named(log: list[Attested], code: FaultCode, version: int) -> None:
    found = verify(log)

    assert isinstance(found, Fault)
    assert (found.code, found.version) == (code, version)


def test_a_log_written_anew_with_digests_that_fit_does_not_lead_to_the_head() -> None:
    forged = attested([OPENED, replace(MOVED, body=b"another"), WARNED, MATED, ENDED])

    assert isinstance(verify(forged), Intact)
    found = verify(forged, HEAD)
    assert isinstance(found, Fault)
    assert (found.code, found.version) == (FaultCode.HEAD, 5)


def test_events_cut_off_or_added_at_the_end_are_told_by_the_head() -> None:
    short, long = verify(LOG[:4], HEAD), verify(LOG, LOG[3].digest)

    assert isinstance(short, Fault)
    assert isinstance(long, Fault)
    assert (short.code, short.version) == (FaultCode.HEAD, 4)
    assert (long.code, long.version) == (FaultCode.EXTRA, 5)


@given(logs(), st.data())
def test_whatever_changes_is_found_but_the_stamp_of_the_last_append(
    log: list[Attested], data: st.DataObject
) -> None:
    head = log[-1].digest
    events = [one.event for one in log]
    number = data.draw(st.integers(0, len(log) - 1))
    changed = StoredEvent(
        data.draw(st.sampled_from([events[number].version]) | st.integers(0, 8)),
        data.draw(st.sampled_from([events[number].at_ms]) | st.integers(998, 1_020)),
        data.draw(st.sampled_from([events[number].event_id]) | IDS),
        data.draw(st.sampled_from([events[number].body]) | BODIES),
    )
    forged = [*events[:number], changed, *events[number + 1 :]]
    keeps_digests = [Attested(e, one.digest) for e, one in zip(forged, log, strict=True)]

    for tried in (keeps_digests, attested(forged)):
        found = verify(tried, head)

        if isinstance(found, Intact):
            assert [one.digest for one in tried] == [one.digest for one in log]
            unproven = found.stamp_open_from - 1
            assert forged[:unproven] == events[:unproven]
            assert [replace(e, at_ms=0) for e in forged] == [replace(e, at_ms=0) for e in events]


@given(logs(), st.data())
def test_another_order_a_missing_and_a_double_event_are_found(
    log: list[Attested], data: st.DataObject
) -> None:
    head = log[-1].digest
    tried = data.draw(st.lists(st.sampled_from(log), max_size=len(log) + 2))

    found = verify(tried, head)

    assert isinstance(found, Intact) == (tried == log)
