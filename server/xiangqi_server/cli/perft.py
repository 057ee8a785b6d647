"""`perft`: how many ways there are to play a number of plies from a position."""

import argparse
import sys

from xiangqi_server.cli.exit_code import ExitCode
from xiangqi_server.cli.whole_numbers import whole_number
from xiangqi_server.game.rules.board.fen import FenError, read_fen
from xiangqi_server.game.rules.board.perft import perft


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser("perft", help="count the positions some plies away")
    parser.add_argument("fen", nargs="+", metavar="FEN", help="the position, quoted or not")
    parser.add_argument(
        "depth",
        metavar="DEPTH",
        type=whole_number(0, "a number of plies"),
        help="the number of plies",
    )


def run(args: argparse.Namespace) -> int:
    """Print the count."""
    try:
        position = read_fen(" ".join(args.fen))
    except FenError as error:
        print(f"xiangqi-server perft: {error.code}: {error.text}", file=sys.stderr)
        return ExitCode.UNUSABLE
    print(perft(position, args.depth))
    return ExitCode.DONE
