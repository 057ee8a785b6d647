"""What the commands that print a one-time code have in common."""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable

from xiangqi_server.cli.exit_code import ExitCode
from xiangqi_server.cli.place import Place, add_place, opened, place_of
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.kernel.store.port import StoreError
from xiangqi_server.kernel.store.redis.redis_store import RedisStore
from xiangqi_server.texts.refusals import refusal_text

CreateCode = Callable[[RedisStore, str], Awaitable[str]]


def add_arguments(parser: argparse.ArgumentParser, name_help: str) -> None:
    """Declare a name and the place of the store."""
    parser.add_argument("name", metavar="NAME", help=name_help)
    add_place(parser)


def print_code(args: argparse.Namespace, command: str, create: CreateCode) -> int:
    """Print a code for a name, alone on a line; the exit code."""
    try:
        code = asyncio.run(_created(place_of(args), create, args.name))
    except Refused as refused:
        text = refusal_text(refused.code, "en", refused.detail)
        print(f"xiangqi-server {command}: {args.name}: {text}", file=sys.stderr)
        return ExitCode.FAILED
    except (StoreError, OSError) as error:
        print(f"xiangqi-server {command}: the store cannot be used: {error}", file=sys.stderr)
        return ExitCode.UNUSABLE
    print(code)
    return ExitCode.DONE


async def _created(place: Place, create: CreateCode, name: str) -> str:
    async with opened(place) as store:
        return await create(store, name)
