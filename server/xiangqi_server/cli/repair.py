"""`xiangqi-server repair`: make a damaged data directory one that a server starts on."""

import argparse
import asyncio
import sys
from pathlib import Path

from xiangqi_server.cli.exit_code import ExitCode
from xiangqi_server.kernel.store.embedded.embedded import EmbeddedStore
from xiangqi_server.kernel.store.port import StoreError


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command `repair`."""
    parser = subparsers.add_parser(
        "repair",
        help="cut a damaged log of the server's own store off at its last whole command",
        description="Repair the data of the server's own store, after a copy of it was made. "
        "What was written after the damage is lost.",
    )
    parser.add_argument("--data-dir", required=True, type=Path, help="as for serve")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Repair, and say what was done; the exit code."""
    data_dir: Path = args.data_dir.expanduser()
    try:
        done = asyncio.run(EmbeddedStore.repair(data_dir))
    except StoreError as error:
        print(f"xiangqi-server: {data_dir} cannot be repaired: {error}", file=sys.stderr)
        return ExitCode.FAILED
    for file, kept_bytes, cut_bytes in done.cuts:
        print(f"{file}: {cut_bytes} bytes cut off, {kept_bytes} kept")
    if done.copy is None:
        print(f"{data_dir}: nothing to repair; a server starts on it")
    else:
        print(f"A server starts on it again. All as it was before: {done.copy}")
    return ExitCode.DONE
