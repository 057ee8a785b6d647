"""Plain text: WXF files, lists of moves, lines of UCI, lists of FENs, moves in digits.

A WXF file, as playOK and XieXie write it, has its headers as words at the beginning of lines, and
its moves in `START{ … }END`.
"""

import re
from collections.abc import Iterator
from typing import Final

from xiangqi_server.game.records.dhtmlxq import move_of_digits
from xiangqi_server.game.records.move_text import read_text
from xiangqi_server.game.records.record import (
    Note,
    NoteCode,
    Record,
    UnreadableRecord,
    quoted,
)
from xiangqi_server.game.records.tree import GrowingTree
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.game.rules.board.fen import MAX_FEN_CHARS, START_FEN, FenError, read_fen

WXF_BEGINS: Final = re.compile(
    r"^[ \t]*FORMAT\s+WXF\b|^[ \t]*START\s*\{", re.MULTILINE | re.IGNORECASE
)
_WXF_HEADER: Final = re.compile(r"([A-Za-z]+)[ \t]+(.*)")
_WXF_TAGS: Final = {
    "game": "Title",
    "event": "Event",
    "red": "Red",
    "black": "Black",
    "date": "Date",
    "place": "Site",
    "site": "Site",
    "round": "Round",
    "result": "Result",
    "opening": "Opening",
    "comment": "Remark",
    "author": "Annotator",
    "fen": "FEN",
}
BOARD: Final = r"[A-Za-z0-9]+(?:/[A-Za-z0-9]+){9}(?:\[-?\])?"
POSITION_BEGINS: Final = re.compile(
    rf"\s*(?:position\b|startpos\b|(?:fen\s+)?{BOARD}(?:\s+[wbrWBR]\b|[ \t]*(?:[\r\n]|\Z)))"
)
"""A board alone begins one too; its refusal says that the side to move is missing."""
_POSITION: Final = re.compile(
    rf"(?:position\s+)?(?:startpos|(?:fen\s+)?(?P<fen>{BOARD}\s+[wbrWBR](?:\s+(?:-|[0-9]+))*))"
    r"(?:\s+moves(?P<moves>\s.*)?)?(?P<rest>.*)"
)
DIGITS_BEGIN: Final = re.compile(r"\s*(?:[0-9]{4}\s*){2,}$")
MOST_LINE_CHARS: Final = 200_000


def read_wxf(text: str, most: int) -> Iterator[Record | UnreadableRecord]:
    """The games of such a text: each has its headers before its moves."""
    tags: dict[str, str] = {}
    notes: list[Note] = []
    moves: list[str] | None = None
    begins = 0
    for number, line in enumerate(text.splitlines(), 1):
        if moves is None:
            begin, brace, rest = line.partition("{")
            if brace and begin.strip().upper() == "START":
                moves, begins = [rest], number
            elif line.strip():
                _take_header(line, number, tags, notes)
            continue
        before, end, _ = line.partition("}END")
        moves.append(before)
        if end:
            yield _wxf_game(moves, tags, begins, notes, most)
            tags, notes, moves = {}, [], None
    if moves is not None:
        yield _wxf_game(moves, tags, begins, [*notes, Note(NoteCode.ENDS_EARLY)], most)
    elif tags:
        yield _wxf_game([], tags, begins, notes, most)


def _take_header(line: str, number: int, tags: dict[str, str], notes: list[Note]) -> None:
    told = _WXF_HEADER.fullmatch(line.strip()[:500])
    if told is None or told[1].lower() not in (*_WXF_TAGS, "format"):
        notes.append(Note(NoteCode.HEADER, number, -1, quoted(line)))
    elif told[1].lower() != "format":
        tags.setdefault(_WXF_TAGS[told[1].lower()], told[2].strip())


def _wxf_game(
    moves: list[str], tags: dict[str, str], line: int, notes: list[Note], most: int
) -> Record | UnreadableRecord:
    try:
        record = read_text("\n".join(moves), tags, line, most)
    except UnreadableRecord as error:
        return error
    told = (*notes, *record.notes)
    return Record(record.tags, record.start, record.tree, record.result, line, told)


def read_positions(text: str, most: int) -> Iterator[Record | UnreadableRecord]:
    """Lines with a position each, as UCI and lists of FENs have them, and moves from it."""
    for number, line in enumerate(text.splitlines(), 1):
        told = _POSITION.fullmatch(line.strip()[:MOST_LINE_CHARS])
        if told is None:
            if line.strip():
                yield _read_fen_of(line, number)
            continue
        fen = " ".join(told["fen"].split()) if told["fen"] else START_FEN
        try:
            record = read_text(told["moves"] or "", {"FEN": fen}, number, most)
        except UnreadableRecord as error:
            yield error
            continue
        rest = (told["rest"] or "").strip()
        notes = [Note(NoteCode.UNKNOWN_PART, number, -1, quoted(rest))] if rest else []
        told_notes = (*notes, *record.notes)
        yield Record({}, fen, record.tree, record.result, number, told_notes)


def _read_fen_of(line: str, number: int) -> Record | UnreadableRecord:
    """A line that has no position as the others have one: why."""
    try:
        read_fen(line.strip()[: MAX_FEN_CHARS + 1], composed=True)
    except FenError as error:
        return UnreadableRecord(error.code, error.text, number)
    return Record({}, line.strip(), line=number)


def read_moves(text: str, most: int) -> Iterator[Record | UnreadableRecord]:
    """A list of moves from the opening, in any notation."""
    try:
        yield read_text(text, {}, 1, most)
    except UnreadableRecord as error:
        yield error


def read_digits(text: str, most: int) -> Iterator[Record | UnreadableRecord]:
    """Moves in the digits of DhtmlXQ, from the opening."""
    digits = "".join(text.split())
    tree = GrowingTree(read_fen(START_FEN), most)
    at, notes = tree.root, list[Note]()
    for begins in range(0, len(digits), 4):
        word = digits[begins : begins + 4]
        move = move_of_digits(word)
        after = None if move is None else tree.play(at, move)
        if after is None:
            code = NoteCode.CUT if tree.is_full else NoteCode.ILLEGAL
            if move is None:
                code = NoteCode.UNREADABLE
            notes.append(Note(code, 1, at.ply, word if move is None else uci_of(move)))
            break
        at = after
    yield Record({}, START_FEN, tree.root.node, notes=tuple(notes))
