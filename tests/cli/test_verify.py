import json
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.command_line import Ran, run_command
from tests.support.log_text import text_of
from tests.tools.protocol_doc import PAGES
from xiangqi_server.cli.json_lines import LineError, read_lines
from xiangqi_server.kernel.store.log_lines import LogLineError, read_event
from xiangqi_server.kernel.store.values import EMPTY_HEAD, StoredEvent, heads_after
from xiangqi_server.kernel.store.verification import Attested, Intact, verify

EVENTS = [
    StoredEvent(1, 1_000, "open", b"opened"),
    StoredEvent(2, 1_500, "move", b"moved"),
    StoredEvent(3, 1_500, "move", b"warned"),
    StoredEvent(4, 1_900, "mate", b"ended"),
]
TEXT = text_of(EVENTS)
HEAD = heads_after(EMPTY_HEAD, EVENTS)[-1].digest.hex()


def verified(text: bytes, *words: str) -> tuple[int, dict[str, object]]:
    """Exit code and answer to a log on standard input."""
    ran = run_command("verify", "-", *words, stdin=text)
    assert ran.err == ""
    answer: dict[str, object] = json.loads(ran.out)
    return ran.code, answer


def test_an_intact_log_is_said_to_be_so(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_bytes(TEXT)

    ran = run_command("verify", str(tmp_path / "log.jsonl"), "--head", HEAD)

    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out) == {
        "intact": True,
        "events": 4,
        "digest": HEAD,
        "is_head_known": True,
        "stamp_open_from": 4,
    }


def test_the_program_of_the_protocol_finds_what_verify_finds() -> None:
    page = next(path.read_text() for path in PAGES if path.stem == "play")
    chapter = page.partition("### Checking a log")[2]
    program = chapter.partition("```python\n")[2].partition("```")[0]
    changed = TEXT.replace(b64encode(b"warned"), b64encode(b"Warned"))

    whole, bad = (
        subprocess.run(
            [sys.executable, "-c", program], input=text, capture_output=True, check=False
        )
        for text in (TEXT, changed)
    )

    assert (whole.returncode, whole.stdout.decode()) == (0, f"{HEAD}\n")
    assert (bad.returncode, bad.stderr.decode().splitlines()[-1]) == (1, "AssertionError: 3")


def test_a_changed_log_names_the_first_bad_event() -> None:
    code, answer = verified(TEXT.replace(b64encode(b"moved"), b64encode(b"Moved")))

    assert (code, answer["intact"], answer["event"]) == (1, False, 2)
    assert answer["error"] == {
        "code": "digest",
        "text": "it does not follow from this event and the stamp of the append before",
    }


def test_a_log_written_anew_does_not_lead_to_the_head_one_has_kept() -> None:
    forged = text_of([EVENTS[0], replace(EVENTS[1], body=b"Moved"), *EVENTS[2:]])

    assert verified(forged)[0] == 0
    code, answer = verified(forged, "--head", HEAD)

    assert (code, answer["event"]) == (1, 4)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (
            lambda text: text.replace(b'"at_ms": 1500', b'"at_ms": "1500"', 1),
            {
                "code": "bad_field",
                "text": "the line needs 'at_ms' as a whole number from 0 on",
            },
        ),
        (
            lambda text: text.replace(b'{"version": 2', b'"version": 2'),
            {"code": "not_json", "text": "the line is not JSON"},
        ),
        (
            lambda text: text.replace(b'{"version": 2', b"\xff"),
            {"code": "not_utf8", "text": "the line is not UTF-8"},
        ),
    ],
)
def test_a_broken_line_is_told_by_number_and_code(
    change: Callable[[bytes], bytes], error: dict[str, str]
) -> None:
    code, answer = verified(change(TEXT))

    assert (code, answer) == (2, {"line": 2, "error": error})


def test_a_file_that_cannot_be_read_and_a_head_that_is_none_are_one_line_each() -> None:
    missing = run_command("verify", "none.jsonl")
    bad_head = run_command("verify", "-", "--head", "abc")

    assert missing == Ran(2, "", "xiangqi-server verify: none.jsonl: No such file or directory\n")
    assert (bad_head.code, bad_head.out, bad_head.err.count("\n")) == (2, "", 1)
    assert "a digest is 64 of 0-9 and a-f" in bad_head.err


@given(place=st.integers(0, len(TEXT) - 1), byte=st.integers(0, 255))
def test_a_changed_byte_is_found_unless_it_says_the_same_but_for_the_last_stamp(
    place: int, byte: int
) -> None:
    changed = TEXT[:place] + bytes([byte]) + TEXT[place + 1 :]
    log = read_log(changed)

    if log is not None and isinstance(verify(log, bytes.fromhex(HEAD)), Intact):
        events = [one.event for one in log]
        assert events[:3] == EVENTS[:3]
        assert replace(events[3], at_ms=EVENTS[3].at_ms) == EVENTS[3]


def read_log(text: bytes) -> list[Attested] | None:
    """The log in a text, None if a line is none of a log."""
    log = []
    for line in read_lines(BytesIO(text)):
        try:
            if isinstance(line.content, LineError):
                return None
            log.append(read_event(line.content))
        except LogLineError:
            return None
    return log
