"""`convert`: writes the games of a file in another format, with their variations and comments.

PGN and DhtmlXQ are written to standard output, XQF 1.0 to the file that is named. A
`line` is the moves as the address of a page has them: squares, with variations in brackets.
What cannot be read, or has no place in the other format, stands on standard error. The exit code
is 1 if no game could be read, and 2 if a file cannot be used.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from xiangqi_server.cli.adjudication.game_files import encoding_named
from xiangqi_server.cli.exit_code import ExitCode
from xiangqi_server.cli.whole_numbers import whole_number
from xiangqi_server.game.records.any_format import HEAD_BYTES, kind_of, read_records
from xiangqi_server.game.records.dhtmlxq import write_dhtmlxq
from xiangqi_server.game.records.line_text import line_of
from xiangqi_server.game.records.pgn_writing import game_lines
from xiangqi_server.game.records.record import Note, NoteCode, Record, UnreadableRecord
from xiangqi_server.game.records.xqf import write_xqf
from xiangqi_server.game.rules.board.fen import read_fen
from xiangqi_server.game.rules.game.notation import Notation
from xiangqi_server.texts.records import tell_note


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser("convert", help="write the games of a file in another format")
    parser.add_argument("file", type=Path, help="a game file in any format that is read")
    parser.add_argument("--to", choices=("pgn", "dhtmlxq", "xqf", "line"), default="pgn")
    parser.add_argument("--notation", choices=[*Notation], default="wxf", help="of PGN")
    parser.add_argument("--encoding", type=encoding_named, metavar="NAME", help="of its words")
    parser.add_argument(
        "--game", type=whole_number(1), metavar="N", help="the Nth game of the file alone"
    )
    parser.add_argument("--output", type=Path, metavar="FILE", help="where XQF is written")


def run(args: argparse.Namespace) -> int:
    """Convert the games of the file."""
    if args.to == "xqf" and args.output is None:
        print("xiangqi-server convert: XQF needs --output FILE", file=sys.stderr)
        return ExitCode.UNUSABLE
    try:
        with args.file.open("rb") as stream:
            return _convert(stream, args)
    except OSError as error:
        print(f"xiangqi-server convert: {error.filename}: {error.strerror}", file=sys.stderr)
        return ExitCode.UNUSABLE


def _convert(stream: BinaryIO, args: argparse.Namespace) -> ExitCode:
    head = stream.read(HEAD_BYTES)
    stream.seek(0)
    kind = kind_of(head, args.encoding)
    if kind.format is None:
        print(f"this is {kind.name}, and that is not read", file=sys.stderr)
        return ExitCode.FAILED
    games = read_records(stream, kind.format, args.encoding)
    code = ExitCode.FAILED
    for record in _readable(islice(games, (args.game or 1) - 1, args.game)):
        code = ExitCode.DONE
        _write(record, args)
        if args.to == "xqf":
            break
    return code


def _readable(games: Iterator[Record | UnreadableRecord]) -> Iterator[Record]:
    """The games that can be read; what is wrong with the others stands on standard error."""
    for record in games:
        if isinstance(record, UnreadableRecord):
            print(record, file=sys.stderr)
            continue
        _tell(record.notes)
        yield record


def _write(record: Record, args: argparse.Namespace) -> None:
    match args.to:
        case "pgn":
            print("\n".join(game_lines(record, Notation(args.notation))), end="\n\n")
        case "dhtmlxq":
            print(write_dhtmlxq(record))
        case "line":
            print(line_of(record.tree, read_fen(record.start, composed=True)))
        case _:
            raw, notes = write_xqf(record)
            args.output.write_bytes(raw)
            _tell(notes)
    if args.to in ("dhtmlxq", "xqf") and _has_marks(record):
        _tell([Note(NoteCode.WORDS_LOST, text="!? $14")])


def _has_marks(record: Record) -> bool:
    """Whether any move has a mark of quality, which only PGN has."""
    waiting = [record.tree]
    while waiting:
        node = waiting.pop()
        if node.marks:
            return True
        waiting += node.next
    return False


def _tell(notes: list[Note] | tuple[Note, ...]) -> None:
    for note in notes:
        place = f"line {note.line}: " if note.line else ""
        print(f"{place}{tell_note(note.code, note.text, 'en')}", file=sys.stderr)
