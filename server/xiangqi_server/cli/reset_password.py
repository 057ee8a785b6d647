"""`reset-password`: a one-time code by which an owner chooses another password.

For owners who have lost the password and the recovery code, once you are sure who asks. It is
good for a day, and the one before is good no more; the owner sees in the account that it was
made. Exit codes: 0 done, 1 there is no such account, 2 there is no store.
"""

import argparse

from xiangqi_server.cli.one_time_code import add_arguments, print_code
from xiangqi_server.node.codes import reset_code


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser(
        "reset-password", help="print a one-time code by which an owner chooses a new password"
    )
    add_arguments(parser, "of the account")


def run(args: argparse.Namespace) -> int:
    """Print a code; the exit code."""
    return print_code(args, "reset-password", reset_code)
