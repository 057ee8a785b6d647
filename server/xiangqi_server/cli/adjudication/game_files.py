"""What `adjudicate` and `convert` tell of a game file: its notes, and lines of JSON beside it."""

import argparse
import re
from typing import Final

from xiangqi_server.game.records.any_format import ENCODINGS
from xiangqi_server.game.records.record import Note, Record
from xiangqi_server.texts.records import tell_note
from xiangqi_server.wire.terms import Language

_BOM: Final = b"\xef\xbb\xbf"
_JSON: Final = re.compile(rb'\s*(?:\{\s*["}]|$)')
_JSON_LINE: Final = re.compile(rb'^\s*\{\s*["}]', re.MULTILINE)


def is_json(head: bytes) -> bool:
    """Whether a file that begins so has a JSON object in each line, or nothing at all."""
    return _JSON.match(head.removeprefix(_BOM)) is not None


def has_json_line(head: bytes) -> bool:
    """Whether any of its first lines is such an object, though the first is not."""
    return _JSON_LINE.search(head) is not None


def encoding_named(text: str) -> str:
    """The encoding that an argument names.

    Raises:
        argparse.ArgumentTypeError: it names none of those that are read.
    """
    if text.lower() not in ENCODINGS:
        raise argparse.ArgumentTypeError(f"an encoding is one of {', '.join(ENCODINGS)}")
    return text.lower()


def note_fields(record: Record, language: Language) -> dict[str, object]:
    """The notes of a game as a field of a JSON line, if it has any."""
    notes = [note_record(note, language) for note in record.notes]
    return {"notes": notes} if notes else {}


def note_record(note: Note, language: Language) -> dict[str, object]:
    """A note as plain data: code, place, the characters in question, and the words."""
    return {
        "code": note.code,
        **({"line": note.line} if note.line else {}),
        **({"ply": note.ply} if note.ply >= 0 else {}),
        **({"quoted": note.text} if note.text else {}),
        "text": tell_note(note.code, note.text, language),
    }
