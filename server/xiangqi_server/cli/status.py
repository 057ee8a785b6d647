"""`status`: whether a server takes commands now, and if not why, as its health port says.

It prints the answer of /ready, one JSON object. Exit codes: 0 it takes commands, 1 it does not, or
no server answers there, 2 the address cannot be used.
"""

import argparse
import sys
from http.client import HTTPException
from typing import Final
from urllib.error import HTTPError
from urllib.request import urlopen

from xiangqi_server.cli.exit_code import ExitCode

AT_HOME: Final = "http://127.0.0.1:8081"
"""The health port by the files of `deploy/`."""
ANSWER_S: Final = 2.0


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser("status", help="say whether a server takes commands now")
    parser.add_argument(
        "url",
        nargs="?",
        type=_address,
        default=AT_HOME,
        metavar="URL",
        help=f"its health port, as the line that it starts with names it (default: {AT_HOME})",
    )


def run(args: argparse.Namespace) -> int:
    """Ask, and print the answer; the exit code."""
    try:
        with urlopen(f"{args.url}/ready", timeout=ANSWER_S) as answer:  # noqa: S310 - see _address
            print(answer.read().decode().strip())
            return ExitCode.DONE
    except HTTPError as refusal:
        if refusal.headers.get_content_type() == "application/json":
            print(refusal.read().decode().strip())
        else:
            print(f"xiangqi-server status: {args.url} is not a health port", file=sys.stderr)
    except (OSError, HTTPException, ValueError) as error:
        print(f"xiangqi-server status: {args.url} does not answer: {error}", file=sys.stderr)
    return ExitCode.FAILED


def _address(text: str) -> str:
    if not text.startswith(("http://", "https://")):
        raise argparse.ArgumentTypeError(f"{text} does not begin with http://")
    return text.rstrip("/")
