"""`rebuild`: the lists that people page and search, rebuilt from the logs.

For a store whose lists were lost, or were written by a version that knew fewer of them. It
may run while nodes serve, be ended at any moment, and be repeated. Exit codes: 0 done, 2 there
is no store.
"""

import argparse
import asyncio
import sys
from collections.abc import Mapping

from xiangqi_server.cli.exit_code import ExitCode
from xiangqi_server.cli.place import Place, add_place, opened, place_of
from xiangqi_server.kernel.store.port import StoreError
from xiangqi_server.read_model.rebuild import rebuild


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser("rebuild", help="make all lists again from the logs")
    add_place(parser)


def run(args: argparse.Namespace) -> int:
    """Make the lists again; the exit code."""
    try:
        made = asyncio.run(_rebuild(place_of(args)))
    except (StoreError, OSError) as error:
        print(f"xiangqi-server rebuild: the store cannot be used: {error}", file=sys.stderr)
        return ExitCode.UNUSABLE
    read = (
        f"{made['rooms']} rooms and {made['players']} players read, {made['days']} days of ratings"
    )
    print(f"{read}, {made['tournaments']} tournaments")
    return ExitCode.DONE


async def _rebuild(place: Place) -> Mapping[str, int]:
    async with opened(place) as store:
        return await rebuild(store, store.row_store)
