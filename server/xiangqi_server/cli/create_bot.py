"""`create-bot`: an account that is a bot, and a file with a token for its program.

The file is written so that nobody else on the machine may read it; if it holds a token that is
still good, it is left as it is. Exit codes: 0 done, 1 the name is taken or is no name, 2 the
store or the file cannot be used.
"""

import argparse
import asyncio
import secrets
import sys
from pathlib import Path

from xiangqi_server.cli.exit_code import ExitCode
from xiangqi_server.cli.place import Place, add_place, opened, place_of
from xiangqi_server.computers.token_file import write_tokens
from xiangqi_server.gateway.account.passwords import Passwords
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.kernel.store.port import StoreError
from xiangqi_server.node.aggregates import aggregates_of
from xiangqi_server.node.bots import OperatorsBots
from xiangqi_server.texts.refusals import refusal_text


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser(
        "create-bot", help="make an account that is a bot, and a token for its program"
    )
    parser.add_argument("name", metavar="NAME", help="of the bot, such as 'Computer 1'")
    parser.add_argument(
        "--token-file", type=Path, required=True, metavar="FILE", help="where to put the token"
    )
    add_place(parser)


def run(args: argparse.Namespace) -> int:
    """Make the bot, and write its token down; the exit code."""
    file: Path = args.token_file.expanduser()
    try:
        kept = file.read_text().strip() if file.exists() else ""
        token = asyncio.run(_token(place_of(args), args.name, kept))
        if token != kept:
            write_tokens(file, (token,))
    except Refused as refused:
        text = refusal_text(refused.code, "en", refused.detail)
        print(f"xiangqi-server create-bot: {args.name}: {text}", file=sys.stderr)
        return ExitCode.FAILED
    except (StoreError, OSError) as error:
        print(f"xiangqi-server create-bot: {error}", file=sys.stderr)
        return ExitCode.UNUSABLE
    print(f"{args.name}: {file}")
    return ExitCode.DONE


async def _token(place: Place, name: str, kept: str) -> str:
    async with opened(place) as store, aggregates_of(store) as (aggregates, clock):
        bots = OperatorsBots(aggregates, Passwords(), clock.now_ms, secrets.token_bytes)
        return await bots.token(name, kept)
