"""`bot`: engines that play as bots, over the protocol that any program uses.

A token is read from a file and never stands on the command line, where everybody on the machine
could read it. The file has a token a line, one for each of the levels, in their order; that of
`create-bot` has one. With `--create` the accounts `Computer 1` to `Computer 8` and the file are
made at a store, and nothing is played.

Exit codes: 0 done, 1 something is missing or wrong, 3 the server refuses a token.
"""

import argparse
import asyncio
import os
import random
import secrets
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from xiangqi_client import CannotConnect, FellBehind
from xiangqi_client import Refused as RefusedByServer
from xiangqi_server.cli.exit_code import ExitCode
from xiangqi_server.cli.place import Place, add_cold, opened, place_of
from xiangqi_server.cli.whole_numbers import whole_number
from xiangqi_server.computers.engine_process import EngineError
from xiangqi_server.computers.engines import NoEngine, command_of, levels_of
from xiangqi_server.computers.levels import LEVEL_NUMBERS
from xiangqi_server.computers.runner import RunnerOptions, places_here, run_players
from xiangqi_server.computers.token_file import BadTokenFile, read_tokens
from xiangqi_server.gateway.account.passwords import Passwords
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.kernel.store.port import StoreError
from xiangqi_server.node.aggregates import aggregates_of
from xiangqi_server.node.bots import OperatorsBots
from xiangqi_server.node.child import until_eof
from xiangqi_server.node.computers import create_computers
from xiangqi_server.node.ops.logs import configure_logging
from xiangqi_server.node.settings import LEVELS as LOG_LEVELS
from xiangqi_server.texts.refusals import refusal_text

REFUSED: Final = 3
"""The server refuses the players: to start again would not help."""
GAMES: Final = 50
DEFAULT_URL: Final = "ws://127.0.0.1:8080/ws"


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser("bot", help="play by engines, as one bot or as all computers")
    parser.add_argument("--url", default=DEFAULT_URL, help="of the server (%(default)s)")
    parser.add_argument(
        "--token-file",
        type=Path,
        required=True,
        metavar="FILE",
        help="a token for each level; create-bot makes one, --create all of the computers",
    )
    parser.add_argument(
        "--engine",
        default="",
        metavar="COMMAND",
        help="UCI or UCCI; 'own' for ours; if left out, fairy-stockfish if it is there, else ours",
    )
    parser.add_argument(
        "--levels", type=_levels, metavar="1-8", help="all that the engine plays, if left out"
    )
    parser.add_argument(
        "--games", type=whole_number(1), default=GAMES, help="at once, in all (%(default)s)"
    )
    parser.add_argument(
        "--engines",
        type=whole_number(1),
        default=places_here(),
        help="thinking at once (%(default)s)",
    )
    parser.add_argument(
        "--at-once", action="store_true", help="move as soon as possible, not as slowly as people"
    )
    parser.add_argument(
        "--review", action="store_true", help="play nothing, look at games that are over"
    )
    parser.add_argument("--nice", type=int, default=0, help="leave the processor to others")
    parser.add_argument(
        "--until-eof", action="store_true", help="end when standard input ends, as its node does"
    )
    parser.add_argument("--log-level", choices=LOG_LEVELS, default="info")
    parser.add_argument("--log-format", choices=("text", "json"), default="text")
    parser.add_argument("--create", action="store_true", help="make the accounts and the file")
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--store", metavar="URL", help="with --create: where")
    place.add_argument("--data-dir", type=Path, metavar="DIR", help="with --create: where")
    add_cold(parser)


def run(args: argparse.Namespace) -> int:
    """Play until it has to stop; the exit code."""
    file: Path = args.token_file.expanduser()
    try:
        command = command_of(args.engine)
        levels = args.levels or tuple(levels_of(command))
        if args.create:
            return _create(args, file, levels)
        options = RunnerOptions(
            args.url,
            read_tokens(file, levels),
            command,
            args.games,
            args.engines,
            is_paced=not args.at_once,
            only_reviews=args.review,
        )
    except (BadTokenFile, ValueError, OSError) as error:
        return _failed(str(error))
    configure_logging(level=args.log_level, form=args.log_format)
    os.nice(args.nice)
    return asyncio.run(_play(options, until_eof=args.until_eof))


async def _play(options: RunnerOptions, *, until_eof: bool) -> int:
    loop = asyncio.get_running_loop()
    playing = asyncio.create_task(run_players(options, random.SystemRandom()))
    for signum in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(signum, playing.cancel)
    ending = asyncio.create_task(_ended_input(playing)) if until_eof else None
    try:
        await playing
    except asyncio.CancelledError:
        return ExitCode.DONE
    except (NoEngine, EngineError) as error:
        return _failed(str(error))
    except ExceptionGroup as errors:
        return _told(errors)
    finally:
        if ending is not None:
            ending.cancel()
    return ExitCode.DONE


async def _ended_input(playing: "asyncio.Task[None]") -> None:
    """End with the node that started us, however it ended."""
    await until_eof(sys.stdin)
    playing.cancel()


def _told(errors: ExceptionGroup[Exception]) -> int:
    """What ended all players, for people; the exit code.

    Raises:
        ExceptionGroup: there was a bug of ours.
    """
    known, others = errors.split((RefusedByServer, CannotConnect, FellBehind))
    if known is None or others is not None:
        raise errors
    first: BaseException = known
    while isinstance(first, BaseExceptionGroup):
        first = first.exceptions[0]
    _failed(str(first))
    return REFUSED if isinstance(first, RefusedByServer) else ExitCode.FAILED


def _create(args: argparse.Namespace, file: Path, levels: Sequence[int]) -> int:
    """Make the accounts at a store, and the file; the exit code."""
    if not args.store and args.data_dir is None:
        return _failed("--create needs --store or --data-dir")
    try:
        asyncio.run(_created(place_of(args), file, levels))
    except Refused as refused:
        return _failed(refusal_text(refused.code, "en", refused.detail))
    except (StoreError, OSError) as error:
        return _failed(str(error))
    print(f"levels {levels[0]} to {levels[-1]}: {file}")
    return ExitCode.DONE


async def _created(place: Place, file: Path, levels: Sequence[int]) -> None:
    async with opened(place) as store, aggregates_of(store) as (aggregates, clock):
        bots = OperatorsBots(aggregates, Passwords(), clock.now_ms, secrets.token_bytes)
        await create_computers(bots, file, levels)


def _levels(text: str) -> tuple[int, ...]:
    first, _, last = text.partition("-")
    try:
        levels = tuple(range(int(first), int(last or first) + 1))
    except ValueError:
        levels = ()
    if not levels or not set(levels) <= set(LEVEL_NUMBERS):
        raise argparse.ArgumentTypeError(f"a level or levels such as 1-8, not {text!r}")
    return levels


def _failed(text: str) -> int:
    print(f"xiangqi-server bot: {text}", file=sys.stderr)
    return ExitCode.FAILED
