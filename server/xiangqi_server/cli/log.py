"""`log`: the events of a room as the store holds them, one JSON object per line, for `verify`.

The store is the one of a running node: an operator's by its address, or the embedded one
by the data directory of its node. A log is only read. Exit codes: 0 printed,
1 there is no such room, or the store's own head is not the log's, 2 there is no store.
"""

import argparse
import asyncio
import sys

from xiangqi_server.cli.exit_code import ExitCode
from xiangqi_server.cli.place import Place, add_place, opened, place_of
from xiangqi_server.cli.whole_numbers import whole_number
from xiangqi_server.kernel.store.log_lines import log_lines
from xiangqi_server.kernel.store.port import StoreError
from xiangqi_server.kernel.store.values import (
    EMPTY_HEAD,
    AggregateId,
    Head,
    StoredEvent,
    heads_after,
)


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser("log", help="print the log of a room, for verify")
    parser.add_argument("room", metavar="ROOM", help="the room's id")
    parser.add_argument(
        "--until",
        type=whole_number(1, "a version"),
        metavar="VERSION",
        help="the last event to print",
    )
    add_place(parser)


def run(args: argparse.Namespace) -> int:
    """Print the log; the exit code."""
    try:
        head, events = asyncio.run(_read(args.room, place_of(args)))
    except (StoreError, OSError) as error:
        print(f"xiangqi-server log: the store cannot be read: {error}", file=sys.stderr)
        return ExitCode.UNUSABLE
    if not events:
        print(f"xiangqi-server log: there is no room {args.room}", file=sys.stderr)
        return ExitCode.FAILED
    for line in log_lines(events[: args.until]):
        sys.stdout.write(line.text())
    if head not in heads_after(EMPTY_HEAD, events):
        digest = head.digest.hex()
        print(f"xiangqi-server log: the store's head is {digest}, not in the log", file=sys.stderr)
        return ExitCode.FAILED
    return ExitCode.DONE


async def _read(room: str, place: Place) -> tuple[Head, tuple[StoredEvent, ...]]:
    """The store's own head, and the events, which may have grown since."""
    async with opened(place) as store:
        aggregate = AggregateId("room", room)
        loaded = await store.logs.load(aggregate)
        return loaded.head, await store.logs.read(aggregate, 0)
