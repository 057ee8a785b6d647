"""`copy`: all that a store holds, into another one: a move to another machine, engine or size.

Every log is held against its chain of digests, written with the stamps it has, and read again; the
lists are made anew. It may be ended and repeated: what is there already is not copied again, and no
node serves from the target until all of it is there. While nodes serve the source it copies what is
there, and says so; stop them and run it again. Exit codes. 0 the target is whole and can be served
from; 1 damaged logs were named and not copied; 2 a store cannot be used; 3 nodes serve the source.
"""

import argparse
import asyncio
import sys
from typing import Final

from xiangqi_server.api.room.chat import KEPT_STREAMS
from xiangqi_server.cli.exit_code import ExitCode
from xiangqi_server.cli.place import Place, add_cold, at_rest, cold_of, place_at
from xiangqi_server.kernel.store.port import StoreError
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.kernel.store.transfer import Transfer, Transferred
from xiangqi_server.read_model.rebuild import rebuild

SERVED: Final = 3
"""All is done but what nodes write meanwhile: it has to be run again."""
TOLD_EVERY: Final = 6_400


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser(
        "copy",
        help="copy a whole store into another, empty one",
        description="Copy all that a store holds into another, empty one. PLACE is an address as "
        "of serve --store, or a data directory.",
    )
    add_cold(parser)
    parser.add_argument("--from", required=True, dest="source", metavar="PLACE", help="read here")
    parser.add_argument("--to", required=True, dest="target", metavar="PLACE", help="write there")
    parser.add_argument(
        "--dry-run", action="store_true", help="read and verify everything, and copy nothing"
    )
    parser.add_argument(
        "--leave-damaged",
        action="store_true",
        help="let nodes serve from the target although damaged logs are not in it",
    )


def run(args: argparse.Namespace) -> int:
    """Copy, and say what was done; the exit code."""
    leave_damaged: bool = args.leave_damaged
    try:
        done, is_open = asyncio.run(
            _copy(
                place_at(args.source, cold_of(args)),
                place_at(args.target, cold_of(args)),
                args.dry_run,
                leave_damaged,
            )
        )
    except (StoreError, OSError) as error:
        print(f"xiangqi-server copy: {error}", file=sys.stderr)
        return ExitCode.UNUSABLE
    _tell(done, is_dry=args.dry_run)
    if done.damaged and not leave_damaged:
        print("damaged logs are not copied; --leave-damaged goes on without them", file=sys.stderr)
        return ExitCode.FAILED
    if done.is_served:
        print("nodes serve the source: stop them and run this again", file=sys.stderr)
        return SERVED
    if is_open:
        print("The target is whole: nodes can serve from it.")
    return ExitCode.DONE


async def _copy(
    source: Place, target: Place, is_dry: bool, leave_damaged: bool
) -> tuple[Transferred, bool]:
    """What was done, and whether nodes may serve from the target now."""
    async with (
        at_rest(source, is_being_copied=False) as here,
        at_rest(target, is_being_copied=True) as there,
    ):
        transfer = Transfer(here, there, KEPT_STREAMS, is_dry=is_dry, tell=_tell_progress)
        done = await transfer.run()
        is_whole = not done.is_served and (leave_damaged or not done.damaged)
        if is_whole and not is_dry:
            await _open(there)
            return done, True
        return done, False


async def _open(target: RedisStore) -> None:
    """Make the lists of the target, then let nodes serve from it."""
    await rebuild(target, target.row_store)
    await target.metadata.end_copy()


def _tell_progress(count: int) -> None:
    if count % TOLD_EVERY == 0:
        print(f"{count} logs read", file=sys.stderr)


def _tell(done: Transferred, *, is_dry: bool) -> None:
    for name, why in done.damaged.items():
        print(f"{name} is damaged: {why}", file=sys.stderr)
    for kind, count in sorted(done.logs.items()):
        print(f"{kind}: {count} logs, {done.events[kind]} events")
    there = done.logs.total() - done.written - len(done.damaged)
    verb = "to be copied" if is_dry else "copied"
    print(
        f"{done.logs.total()} logs read: {done.written} {verb}, {there} there already, "
        f"{len(done.damaged)} damaged; {done.effects} effects wait"
    )
