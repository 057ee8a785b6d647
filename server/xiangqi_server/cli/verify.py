"""`verify`: whether the log of a room or of a tournament is whole and unchanged.

With the digest that a page, a client or a PGN has kept as `--head`, nobody can have changed
anything before it, the server included. Of a tournament the standings are computed anew from its
events, and held against the order at its end. `is_over` says whether the log has an end, for one
that was cut off has none. Exit codes: 0 intact, 1 not (the first bad event is named), 2 the file is
no log.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from xiangqi_server.cli.exit_code import ExitCode
from xiangqi_server.cli.json_lines import (
    JsonLine,
    LineCode,
    LineError,
    read_lines,
    write_error,
    write_line,
)
from xiangqi_server.cli.tournament_log import Recomputed, recomputed
from xiangqi_server.kernel.store.log_lines import LogLineError, read_digest, read_event
from xiangqi_server.kernel.store.values import StoredEvent
from xiangqi_server.kernel.store.verification import Attested, Fault, Intact, verify


class _BadLine(Exception):
    """A line is not one of a log."""

    def __init__(self, line: JsonLine, error: LineError) -> None:
        super().__init__(line.number)
        self.line = line
        self.error = error


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser(
        "verify", help="check that the log of a room or tournament is unchanged"
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a log as `log` prints it, or -")
    parser.add_argument(
        "--head", type=_digest, metavar="DIGEST", help="the digest the log must lead to"
    )


def run(args: argparse.Namespace) -> int:
    """Say what the log is; the exit code."""
    path: Path = args.file
    head: bytes | None = args.head
    if str(path) == "-":
        return _tell(sys.stdin.buffer, head)
    try:
        stream = path.open("rb")
    except OSError as error:
        print(f"xiangqi-server verify: {path}: {error.strerror}", file=sys.stderr)
        return ExitCode.UNUSABLE
    with stream:
        return _tell(stream, head)


def _tell(stream: BinaryIO, head: bytes | None) -> int:
    events: list[StoredEvent] = []
    try:
        found = verify(_kept(_events(stream), events), head)
    except _BadLine as bad:
        write_error(bad.line, bad.error.code, bad.error.text)
        return ExitCode.UNUSABLE
    match found:
        case Intact(stands, stamp_open_from):
            computed = recomputed(events)
            if computed is not None and computed.mismatch is not None:
                text = "it does not follow from the events before it"
                error = {"code": "standings", "text": text}
                write_line({"intact": False, "event": computed.mismatch, "error": error})
                return ExitCode.FAILED
            write_line(
                {
                    "intact": True,
                    "events": stands.version,
                    "digest": stands.digest.hex(),
                    "is_head_known": head is not None,
                    "stamp_open_from": stamp_open_from,
                }
                | ({} if computed is None else _of_tournament(computed))
            )
            return ExitCode.DONE
        case Fault(code, version, text):
            error = {"code": code.value, "text": text}
            write_line({"intact": False, "event": version, "error": error})
            return ExitCode.FAILED


def _of_tournament(computed: Recomputed) -> dict[str, object]:
    """What the log of a tournament leads to; one that is not over may have been cut off."""
    return {"is_over": computed.is_over, "standings": computed.standings}


def _kept(log: Iterator[Attested], events: list[StoredEvent]) -> Iterator[Attested]:
    """The same log; its events are kept for what is computed from them."""
    for attested in log:
        events.append(attested.event)
        yield attested


def _events(stream: BinaryIO) -> Iterator[Attested]:
    for line in read_lines(stream):
        try:
            if isinstance(line.content, LineError):
                raise line.content
            yield read_event(line.content)
        except LineError as error:
            raise _BadLine(line, error) from None
        except LogLineError as error:
            raise _BadLine(line, LineError(LineCode.FIELD, str(error))) from None


def _digest(text: str) -> bytes:
    try:
        return read_digest(text)
    except LogLineError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
