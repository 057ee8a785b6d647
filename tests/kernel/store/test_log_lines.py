import json

import pytest

from xiangqi_server.kernel.store.log_lines import (
    LogLine,
    LogLineError,
    log_lines,
    read_digest,
    read_event,
)
from xiangqi_server.kernel.store.values import EMPTY_HEAD, StoredEvent, advance, heads_after, slices
from xiangqi_server.kernel.store.verification import Attested

EVENT = StoredEvent(1, 1_700_000_000_000, "4k2m", b"\x92\x01")
LINE: dict[str, object] = {
    "version": 1,
    "at_ms": 1_700_000_000_000,
    "event_id": "4k2m",
    "body": "kgE=",
    "digest": "0f" * 32,
}


def test_an_event_is_read_as_it_was_written() -> None:
    heads = heads_after(EMPTY_HEAD, [EVENT])

    (line,) = log_lines([EVENT])

    assert line == LogLine(1, EVENT.at_ms, "4k2m", "kgE=", heads[0].digest.hex())
    assert json.loads(line.text()) == {**LINE, "digest": heads[0].digest.hex()}
    assert read_event(json.loads(line.text())) == Attested(EVENT, heads[0].digest)


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("version", True, "the line needs 'version' as a whole number from 0 on"),
        ("version", 1.0, "the line needs 'version' as a whole number from 0 on"),
        ("at_ms", -1, "the line needs 'at_ms' as a whole number from 0 on"),
        ("event_id", None, "the line needs 'event_id' as text"),
        ("body", "kg E=", "the line needs 'body' in base64"),
        ("body", "kgF=", "the line needs 'body' in base64"),
        ("body", "ä", "the line needs 'body' in base64"),
        ("digest", "AB" * 32, "a digest is 64 of 0-9 and a-f"),
        ("note", "", "a log has no field 'note'"),
    ],
)
def test_what_is_written_otherwise_is_refused(field: str, value: object, text: str) -> None:
    with pytest.raises(LogLineError) as refused:
        read_event({**LINE, field: value})

    assert str(refused.value) == text


def test_a_digest_is_read_from_its_digits() -> None:
    assert read_digest("0f" * 32) == b"\x0f" * 32


def test_a_log_in_slices_has_the_same_lines_for_no_append_is_cut() -> None:
    appends = "aabcccccddde"
    log = tuple(
        StoredEvent(version, 1_000 + ord(event_id), event_id, bytes([version]))
        for version, event_id in enumerate(appends, start=1)
    )

    lines, head, parts = [], EMPTY_HEAD, []
    for part in slices(log, 2):
        lines += log_lines(part, head)
        head = advance(head, part)
        parts.append("".join(event.event_id for event in part))

    assert parts == ["aa", "bccccc", "ddd", "e"]
    assert lines == log_lines(log)
    assert list(slices((), 2)) == []
