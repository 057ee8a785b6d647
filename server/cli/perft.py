"""`perft`: how many ways there are to play a number of plies from a position."""

import argparse
import sys

from server.rules.board.fen import FenError, read_fen
from server.rules.board.perft import perft


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser("perft", help="count the positions some plies away")
    parser.add_argument("fen", nargs="+", metavar="FEN", help="the position, quoted or not")
    parser.add_argument("depth", metavar="DEPTH", type=_depth, help="the number of plies")


def run(args: argparse.Namespace) -> int:
    """Print the count."""
    try:
        position = read_fen(" ".join(args.fen))
    except FenError as error:
        print(f"xiangqi-server perft: {error.code}: {error.text}", file=sys.stderr)
        return 2
    print(perft(position, args.depth))
    return 0


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"a number of plies from 0 on, not {text!r}")
    return int(text)
