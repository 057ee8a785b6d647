"""`reshelve`: the lists one pages and searches, made again from the logs.

For a store whose lists were lost, or were written by a version that knew fewer of them. It
may run while nodes serve, be ended at any moment, and be repeated. Exit codes: 0 done, 2 there
is no store.
"""

import argparse
import asyncio
import sys
from typing import Final

from server.cli.place import Place, add_place, opened, place_of
from server.reshelving import Reshelved, reshelve
from server.store.base import StoreError

DONE: Final = 0
NO_STORE: Final = 2


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser("reshelve", help="make all lists again from the logs")
    add_place(parser)


def run(args: argparse.Namespace) -> int:
    """Make the lists again; the exit code."""
    try:
        made = asyncio.run(_reshelve(place_of(args)))
    except (StoreError, OSError) as error:
        print(f"xiangqi-server reshelve: the store cannot be used: {error}", file=sys.stderr)
        return NO_STORE
    print(f"{made.rooms} rooms and {made.players} players read, {made.days} days of ratings")
    return DONE


async def _reshelve(place: Place) -> Reshelved:
    async with opened(place) as store:
        return await reshelve(store, store.shelf)
