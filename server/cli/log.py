"""`log`: the events of a room as the store holds them, one JSON object a line, for `verify`.

The store is the one of a running node: an operator's by its address, or the embedded one
by the data directory of its node. A log is only read. Exit codes: 0 printed,
1 there is no such room, or the store's own head is not the log's, 2 there is no store.
"""

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Final
from urllib.parse import quote

from server.store.base import EMPTY_HEAD, AggregateId, Head, StoredEvent, StoreError, heads
from server.store.log_lines import log_lines
from server.store.process import StoreProcess
from server.store.redis_store import open_store

READ: Final = 0
WRONG: Final = 1
NO_STORE: Final = 2


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser("log", help="print the log of a room, for verify")
    parser.add_argument("room", metavar="ROOM", help="the room's id")
    parser.add_argument("--until", type=_version, metavar="VERSION", help="the last event to print")
    place = parser.add_mutually_exclusive_group(required=True)
    place.add_argument("--store", metavar="URL", help="redis://, rediss:// or unix:// address")
    place.add_argument("--data-dir", type=Path, metavar="DIR", help="of a node that is running")


def run(args: argparse.Namespace) -> int:
    """Print the log; the exit code."""
    data_dir: Path | None = args.data_dir
    home = None if data_dir is None else data_dir.expanduser().absolute() / "store"
    try:
        head, events = asyncio.run(_read(args.room, args.store, home))
    except (StoreError, OSError) as error:
        print(f"xiangqi-server log: the store cannot be read: {error}", file=sys.stderr)
        return NO_STORE
    if not events:
        print(f"xiangqi-server log: there is no room {args.room}", file=sys.stderr)
        return WRONG
    for line in log_lines(events[: args.until]):
        sys.stdout.write(line.text())
    if head not in heads(EMPTY_HEAD, events):
        digest = head.digest.hex()
        print(f"xiangqi-server log: the store's head is {digest}, not in the log", file=sys.stderr)
        return WRONG
    return READ


def _version(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError("a version is a whole number from 1 on")
    return int(text)


async def _read(
    room: str, url: str | None, home: Path | None
) -> tuple[Head, tuple[StoredEvent, ...]]:
    """The store's own head, and the events, which may have grown since."""
    if home is not None:
        url = await _embedded(home)
    store = await open_store(url or "")
    try:
        aggregate = AggregateId("room", room)
        loaded = await store.load(aggregate)
        return loaded.head, await store.read(aggregate, 0)
    finally:
        await store.close()


async def _embedded(home: Path) -> str:
    """The address of the store process that runs on `home`.

    Raises:
        OSError: there is no such directory, or no node runs on it.
    """
    process = StoreProcess(home)
    if not await process.answers():
        raise OSError(f"no node runs on {home.parent}")
    return f"unix://{quote(str(process.socket))}"
