"""`xiangqi-server serve`: run one node until a signal stops it."""

import argparse
import asyncio
import errno
import os
import signal
import socket
import sys
from collections.abc import Sequence
from typing import Final

from xiangqi_server.cli.exit_code import ExitCode
from xiangqi_server.kernel.store.port import StoreError
from xiangqi_server.net.listening_sockets import bound, bound_when_free
from xiangqi_server.node.child import until_eof
from xiangqi_server.node.computers import opponents_of
from xiangqi_server.node.ending import Stop
from xiangqi_server.node.listening import Addresses
from xiangqi_server.node.node import serve
from xiangqi_server.node.ops.logs import configure_logging
from xiangqi_server.node.own_pages import read_pages
from xiangqi_server.node.push import require_key
from xiangqi_server.node.settings import (
    SettingError,
    Settings,
    add_arguments,
    flags_of,
    read_settings,
)
from xiangqi_server.node.workers import WorkerFailed, serve_by_workers

try:
    import uvloop
except ImportError:  # no wheel for this platform: asyncio's own loop serves as well
    NEW_LOOP = asyncio.new_event_loop
else:
    NEW_LOOP = uvloop.new_event_loop

ENDING_S: Final = 5.0
"""How long the workers of a server that was killed may still hold its port."""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command `serve`."""
    parser = subparsers.add_parser(
        "serve",
        help="run the server (the default)",
        description="Run the server. Each flag may also be given by the environment.",
    )
    add_arguments(parser)
    # For `app.workers` alone: the number of a worker, and the descriptors of its port.
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until SIGINT or SIGTERM; the exit code.

    SIGTERM sends everybody to the other nodes first, if there can be any; a second one, or
    SIGINT, stops at once.
    """
    try:
        settings = read_settings(args, os.environ)
        read_pages(settings.pages)  # a file that would do nothing is refused before all else
        require_key(settings)
    except SettingError as error:
        print(f"xiangqi-server: {error}", file=sys.stderr)
        return ExitCode.UNUSABLE
    worker, descriptors = _worker_of(args.worker)
    configure_logging(level=settings.log_level, form=settings.log_format, worker=worker)
    try:
        with asyncio.Runner(loop_factory=NEW_LOOP) as runner:
            if worker:
                runner.run(_work(settings, _handed_down(descriptors)))
            else:
                runner.run(_until_stopped(settings, flags_of(args)))
    except (StoreError, ExceptionGroup) as error:
        return _failed(error)
    except OSError as error:
        print(f"xiangqi-server: cannot listen: {error}: {_remedy(error)}", file=sys.stderr)
        return ExitCode.FAILED
    return ExitCode.DONE


def _remedy(error: OSError) -> str:
    """What may be done where no port can be opened."""
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return "choose another --host (XIANGQI_HOST) or --health-host: an address of this machine"
    return "choose another --port (XIANGQI_PORT) or --health-port; 0 is any free one"


def _failed(error: StoreError | ExceptionGroup) -> int:
    """Say why nothing is served; the exit code.

    Raises:
        ExceptionGroup: there was a bug of ours.
    """
    if isinstance(error, ExceptionGroup):
        failed, others = error.split(WorkerFailed)
        if failed is None or others is not None:
            raise error
        print(f"xiangqi-server: {failed.exceptions[0]}: see above", file=sys.stderr)
    else:
        print(f"xiangqi-server: the store cannot be used: {error}", file=sys.stderr)
    return ExitCode.FAILED


def _worker_of(text: str | None) -> tuple[int, list[int]]:
    """The number of this worker and what it was handed; 0 and nothing if this is not a worker."""
    if text is None:
        return 0, []
    number, _, descriptors = text.partition(":")
    return int(number), [int(descriptor) for descriptor in descriptors.split(",")]


def _handed_down(descriptors: Sequence[int]) -> tuple[socket.socket, ...]:
    return tuple(socket.socket(fileno=descriptor) for descriptor in descriptors)


def _stopped_by_signals() -> Stop:
    stop = Stop()
    loop = asyncio.get_running_loop()

    def terminate() -> None:
        (stop.at_once if stop.gently.is_set() else stop.gently).set()

    loop.add_signal_handler(signal.SIGTERM, terminate)
    loop.add_signal_handler(signal.SIGINT, stop.at_once.set)
    return stop


async def _until_stopped(settings: Settings, flags: Sequence[str]) -> None:
    def announce(addresses: Addresses) -> None:
        ready = f"Xiangqi server ready at {addresses.url}  (health: {addresses.health_url})"
        away = f"  a part of the store is away: {addresses.notice}" if addresses.notice else ""
        network = [f"In this network: {' '.join(told)}"] if (told := addresses.network) else []
        lines = (opponents_of(settings).announcement, *network, ready + away)
        print(*lines, sep="\n", flush=True)

    stop = _stopped_by_signals()
    if settings.workers == 1:
        await serve(settings, bound(settings.host, settings.port), announce, stop)
    else:
        sockets = await bound_when_free(settings.host, settings.port, ENDING_S)
        await serve_by_workers(settings, flags, sockets, announce, stop)


async def _work(settings: Settings, sockets: Sequence[socket.socket]) -> None:
    """Serve as one of several workers; it ends with the process that keeps them."""
    stop = _stopped_by_signals()
    ended = asyncio.create_task(until_eof(sys.stdin))
    ended.add_done_callback(lambda _: stop.at_once.set())
    try:
        await serve(settings, sockets, lambda told: print(told.health_url, flush=True), stop)
    finally:
        ended.cancel()
