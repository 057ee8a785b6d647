"""JSON lines: one object per line in, one per line out.

Lines are numbered from 1. A bad one is refused and never stops the ones after it.
"""

import json
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import BinaryIO, Final

MAX_LINE_BYTES: Final = 1_000_000
_BOM: Final = b"\xef\xbb\xbf"


class LineCode(StrEnum):
    """Why a line was refused before its content was looked at."""

    TOO_LONG = "line_too_long"
    ENCODING = "not_utf8"
    JSON = "not_json"
    OBJECT = "not_an_object"
    FIELD = "bad_field"


class LineError(ValueError):
    """A line that cannot be used; `code` for programs, `text` for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


@dataclass(frozen=True, slots=True)
class JsonLine:
    """A line with content, its number from 1, and the object in it or what is wrong."""

    number: int
    content: dict[str, object] | LineError


def read_lines(stream: BinaryIO) -> Iterator[JsonLine]:
    """The lines of a stream that are not blank."""
    number = 0
    while raw := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        is_too_long = len(raw) > MAX_LINE_BYTES
        while is_too_long and raw and not raw.endswith(b"\n"):
            raw = stream.readline(MAX_LINE_BYTES)
        if is_too_long:
            text = f"a line has at most {MAX_LINE_BYTES} bytes"
            yield JsonLine(number, LineError(LineCode.TOO_LONG, text))
        elif raw.removeprefix(_BOM).strip():
            yield JsonLine(number, _object_in(raw.removeprefix(_BOM)))


def _object_in(raw: bytes) -> dict[str, object] | LineError:
    try:
        value: object = json.loads(raw.decode(), parse_float=_finite, parse_constant=_finite)
    except UnicodeDecodeError:
        return LineError(LineCode.ENCODING, "the line is not UTF-8")
    except (ValueError, RecursionError):
        return LineError(LineCode.JSON, "the line is not JSON")
    if not isinstance(value, dict):
        return LineError(LineCode.OBJECT, "the line is not a JSON object")
    return value


def _finite(text: str) -> float:
    """A number that JSON can say again.

    Raises:
        ValueError: it is too large, or no number.
    """
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is no number of JSON")
    return number


def text_field(content: dict[str, object], name: str) -> str:
    """A field that must be text.

    Raises:
        LineError: the field is missing or something else.
    """
    value = content.get(name)
    if not isinstance(value, str):
        raise LineError(LineCode.FIELD, f"the line needs {name!r} as text")
    return value


def write_line(content: dict[str, object]) -> None:
    """Print an object as one line in UTF-8, at once, so that programs can talk line by line."""
    text = json.dumps(content, ensure_ascii=False, allow_nan=False) + "\n"
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()


def write_error(line: JsonLine, code: str, text: str) -> None:
    """Print what is wrong with a line, with its number and its own id if it has one."""
    answer: dict[str, object] = {"line": line.number, "error": {"code": code, "text": text}}
    if isinstance(line.content, dict) and "id" in line.content:
        answer = {"id": line.content["id"], **answer}
    write_line(answer)
