"""`moves`: the legal moves of positions, one JSON object per line in and out.

A line `{"fen": …}` is answered by `{"fen", "check", "moves"}`, with the FEN as it was given
and the moves sorted; a bad line by `{"line", "error": {"code", "text"}}`, and the next
one is read. An `id` in a line comes back in its answer.
"""

import argparse
import sys
from pathlib import Path
from typing import BinaryIO

from xiangqi_server.cli.exit_code import ExitCode
from xiangqi_server.cli.json_lines import (
    JsonLine,
    LineError,
    read_lines,
    text_field,
    write_error,
    write_line,
)
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.game.rules.board.fen import FenError, read_fen


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser("moves", help="list the legal moves of positions (JSON lines)")
    parser.add_argument(
        "file", nargs="?", type=Path, help='lines of {"fen": ...}; standard input if left out'
    )


def run(args: argparse.Namespace) -> int:
    """Answer every line of the file or of standard input."""
    path: Path | None = args.file
    if path is None:
        _answer_all(sys.stdin.buffer)
        return ExitCode.DONE
    try:
        stream = path.open("rb")
    except OSError as error:
        print(f"xiangqi-server moves: {path}: {error.strerror}", file=sys.stderr)
        return ExitCode.UNUSABLE
    with stream:
        _answer_all(stream)
    return ExitCode.DONE


def _answer_all(stream: BinaryIO) -> None:
    for line in read_lines(stream):
        try:
            write_line(_answer(line))
        except (LineError, FenError) as error:
            write_error(line, error.code, error.text)


def _answer(line: JsonLine) -> dict[str, object]:
    if isinstance(line.content, LineError):
        raise line.content
    fen = text_field(line.content, "fen")
    position = read_fen(fen)
    answer: dict[str, object] = {
        "fen": fen,
        "check": position.in_check(),
        "moves": sorted(map(uci_of, position.legal_moves())),
    }
    return {"id": line.content["id"], **answer} if "id" in line.content else answer
