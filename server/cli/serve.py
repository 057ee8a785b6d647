"""`xiangqi-server serve`: run one node until it is told to stop."""

import argparse
import asyncio
import os
import signal
import sys
from typing import Final

from server.app.computers import opponents_of
from server.app.ending import Stop
from server.app.listening import Addresses
from server.app.node import serve
from server.ops.logs import configure_logging
from server.settings import SettingError, Settings, add_arguments, read_settings
from server.store.port import StoreError

try:
    import uvloop
except ImportError:  # no wheel for this platform: asyncio's own loop serves as well
    NEW_LOOP = asyncio.new_event_loop
else:
    NEW_LOOP = uvloop.new_event_loop

USAGE: Final = 2
FAILED: Final = 1


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command `serve`."""
    parser = subparsers.add_parser(
        "serve",
        help="run the server (the default)",
        description="Run the server. Each flag may also be given by the environment.",
    )
    add_arguments(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until SIGINT or SIGTERM; the exit code.

    SIGTERM sends everybody to the other nodes first, if there can be any; a second one, or
    SIGINT, stops at once.
    """
    try:
        settings = read_settings(args, os.environ)
    except SettingError as error:
        print(f"xiangqi-server: {error}", file=sys.stderr)
        return USAGE
    configure_logging(level=settings.log_level, form=settings.log_format)
    try:
        with asyncio.Runner(loop_factory=NEW_LOOP) as runner:
            runner.run(_until_stopped(settings))
    except StoreError as error:
        print(f"xiangqi-server: the store cannot be used: {error}", file=sys.stderr)
        return FAILED
    except OSError as error:
        remedy = "choose another --port (XIANGQI_PORT) or --health-port; 0 is any free one"
        print(f"xiangqi-server: cannot listen: {error}: {remedy}", file=sys.stderr)
        return FAILED
    return 0


async def _until_stopped(settings: Settings) -> None:
    stop = Stop()
    loop = asyncio.get_running_loop()

    def terminate() -> None:
        (stop.at_once if stop.gently.is_set() else stop.gently).set()

    loop.add_signal_handler(signal.SIGTERM, terminate)
    loop.add_signal_handler(signal.SIGINT, stop.at_once.set)

    def announce(addresses: Addresses) -> None:
        ready = f"Xiangqi server ready at {addresses.url}  (health: {addresses.health_url})"
        print(ready, opponents_of(settings).told, sep="\n", flush=True)

    await serve(settings, announce, stop)
