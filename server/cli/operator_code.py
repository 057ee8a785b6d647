"""`operator-code`: a one-time code by which the account of an operator is made.

Names in `--operators` are kept: nobody signs up under one, or takes it, without such a code. It is
good for a day, and the one before is good no more. Exit codes: 0 done, 1 the name is taken or is
no name, 2 there is no store.
"""

import argparse

from server.app.codes import operator_code
from server.cli.one_time_code import add_arguments, print_code


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser(
        "operator-code", help="print a one-time code for an operator's new account"
    )
    add_arguments(parser, "of the account, as in --operators")


def run(args: argparse.Namespace) -> int:
    """Print a code; the exit code."""
    return print_code(args, "operator-code", operator_code)
