"""What a file is, by how it begins, and its games, whatever the format.

A file in a format that is not read has a name nevertheless, so its owner reads that name once
instead of an error for each line.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from xiangqi_server.game.records.cbf import read_cbf
from xiangqi_server.game.records.ccbridge import (
    LIBRARY_MAGIC,
    RECORD_MAGIC,
    read_cbl,
    read_cbr,
)
from xiangqi_server.game.records.dhtmlxq import MARK, read_dhtmlxq
from xiangqi_server.game.records.encodings import decoded
from xiangqi_server.game.records.move_words import MOVE
from xiangqi_server.game.records.pgn_reading import encoding_notes, read_games, with_notes
from xiangqi_server.game.records.plain import (
    DIGITS_BEGIN,
    POSITION_BEGINS,
    WXF_BEGINS,
    read_digits,
    read_moves,
    read_positions,
    read_wxf,
)
from xiangqi_server.game.records.record import (
    MOST_MOVES,
    FileFormat,
    Record,
    RecordCode,
    UnreadableRecord,
)
from xiangqi_server.game.records.xqf import read_xqf

MAX_FILE_BYTES: Final = 64 * 1_024 * 1_024
HEAD_BYTES: Final = 8_192
"""So much of a file tells what it is."""

Games = Iterator[Record | UnreadableRecord]


class FileKind(NamedTuple):
    """What a file is: a format that is read, or the name of one that is not."""

    format: FileFormat | None
    name: str


UNKNOWN: Final = "no format that is known"
PACKED: Final = "a packed file"
PICTURE: Final = "a picture"
BINARY: Final = "a binary file of no format that is known"
PAGE: Final = "XML or a web page"

_XQF: Final = re.compile(rb"XQ[\x00-\x1f]")
_OTHER_BYTES: Final = (
    (re.compile(rb"PK\x03\x04|\x1f\x8b|x[\x01\x5e\x9c\xda]|Rar!|7z\xbc\xaf|BZh"), PACKED),
    (re.compile(rb"\x89PNG|GIF8|\xff\xd8\xff"), PICTURE),
    (re.compile(rb"%PDF-"), "PDF"),
    (re.compile(rb"[^\x00]*\x00"), BINARY),
)
_OTHER_TEXT: Final = tuple(
    (re.compile(pattern), name)
    for pattern, name in (
        (r"\s*\(\s*;", "SGF"),
        (r"\s*[\[{]\s*[\[{\"]", "JSON"),
        (r"\s*<", PAGE),
    )
)
_PGN_HEADER: Final = re.compile(r'^[ \t]*\[\s*[A-Za-z]\w*\s*"', re.MULTILINE)
_NUMBERED: Final = re.compile(r"(?:\s|\{[^}]*\}|[;%][^\n]*\n)*[0-9]+\s*\.")
_LISTED: Final = re.compile(
    rf"\W{{0,200}}(?:第?[0-9一二三四五六七八九十]{{1,3}}[回合步着]{{0,3}}\W{{0,9}}|[①-⑳]\W{{0,9}})?(?:{MOVE.pattern})"
)
ENCODINGS: Final = ("utf-8", "utf-16-le", "utf-16-be", "gb18030", "big5", "cp1258", "cp1252")
"""What may be named as the encoding of a file's words."""


def kind_of(head: bytes, encoding: str | None = None) -> FileKind:
    """What a file is that begins so."""
    for magic, found in ((LIBRARY_MAGIC, FileFormat.CBL), (RECORD_MAGIC, FileFormat.CBR)):
        if head.startswith(magic):
            return FileKind(found, found.value)
    if _XQF.match(head):
        return FileKind(FileFormat.XQF, FileFormat.XQF.value)
    text = decoded(head[:HEAD_BYTES], encoding)
    if text.encoding.startswith("utf-16") or b"\0" not in head:
        found_text = _text_format(text.text)
        if found_text is not None:
            return FileKind(found_text, found_text.value)
    others = (
        *(name for start, name in _OTHER_BYTES if start.match(head)),
        *(name for start, name in _OTHER_TEXT if start.match(text.text)),
    )
    return FileKind(None, next(iter(others), UNKNOWN))


def _text_format(head: str) -> FileFormat | None:
    """The format of a text that begins so, if it is read."""
    for is_it, found in _TEXT_FORMATS:
        if is_it(head):
            return found
    return None


_TEXT_FORMATS: Final[tuple[tuple[Callable[[str], object], FileFormat], ...]] = (
    (MARK.search, FileFormat.DHTMLXQ),
    (re.compile(r"<ChineseChessRecord\b").search, FileFormat.CBF),
    (_PGN_HEADER.search, FileFormat.PGN),
    (WXF_BEGINS.search, FileFormat.WXF),
    (POSITION_BEGINS.match, FileFormat.POSITIONS),
    (DIGITS_BEGIN.match, FileFormat.MOVES),
    (_NUMBERED.match, FileFormat.PGN),
    (_LISTED.match, FileFormat.MOVES),
)


def read_records(
    lines: Iterable[bytes], kind: FileFormat, encoding: str | None = None, most: int = MOST_MOVES
) -> Games:
    """The games of a file of this kind, given by its lines; a broken one as its error.

    Of PGN in an encoding of bytes each game is read for itself; any other file is read whole.
    """
    if kind is FileFormat.PGN:
        first, lines = _first(lines)
        if decoded(first, encoding).encoding[:6] != "utf-16":
            yield from read_games(lines, encoding, most)
            return
    raw = _whole(lines)
    if raw is None:
        yield UnreadableRecord(RecordCode.TOO_LONG, f"a file has at most {MAX_FILE_BYTES} bytes")
        return
    try:
        yield from _read(raw, kind, encoding, most)
    except UnreadableRecord as error:
        yield error


def _first(lines: Iterable[bytes]) -> tuple[bytes, Iterator[bytes]]:
    """The first line, and all of them."""
    rest = iter(lines)
    first = next(rest, b"")
    return first, _chained(first, rest)


def _chained(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


def _whole(lines: Iterable[bytes]) -> bytes | None:
    """All bytes of a file, None if they are too many."""
    parts, size = [], 0
    for line in lines:
        size += len(line)
        if size > MAX_FILE_BYTES:
            return None
        parts.append(line)
    return b"".join(parts)


def _read(raw: bytes, kind: FileFormat, encoding: str | None, most: int) -> Games:
    match kind:
        case FileFormat.XQF:
            yield read_xqf(raw, encoding, most)
        case FileFormat.CBR:
            yield read_cbr(raw, most)
        case FileFormat.CBL:
            yield from read_cbl(raw, most)
        case _:
            yield from _read_text(raw, kind, encoding, most)


def _read_text(raw: bytes, kind: FileFormat, encoding: str | None, most: int) -> Games:
    text = decoded(raw, encoding)
    notes = encoding_notes(text)
    for game in _games_of(text.text, kind, most):
        yield with_notes(game, notes) if isinstance(game, Record) else game


def _games_of(text: str, kind: FileFormat, most: int) -> Games:
    match kind:
        case FileFormat.PGN:
            yield from read_games(
                text.encode("utf-8", "replace").splitlines(keepends=True), most=most
            )
        case FileFormat.DHTMLXQ:
            yield from read_dhtmlxq(text, most)
        case FileFormat.CBF:
            yield read_cbf(text, most)
        case FileFormat.WXF:
            yield from read_wxf(text, most)
        case FileFormat.POSITIONS:
            yield from read_positions(text, most)
        case _ if DIGITS_BEGIN.match(text):
            yield from read_digits(text, most)
        case _:
            yield from read_moves(text, most)
