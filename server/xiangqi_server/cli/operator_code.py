"""`operator-code`: a one-time code by which the account of an operator is made.

Names in `--operators` are kept: nobody signs up under one, or takes it, without such a code. It is
good for a day, and the one before is good no more. An account of another name is not an
operator's: where `XIANGQI_OPERATORS` is set, as the nodes have it, such a name is refused, and
elsewhere a line says so. Exit codes: 0 done, 1 the name is taken, is no name, or is no operator's,
2 there is no store.
"""

import argparse
import os
import sys

from xiangqi_server.api.names.name_rules import name_id
from xiangqi_server.cli.exit_code import ExitCode
from xiangqi_server.cli.one_time_code import add_arguments, print_code
from xiangqi_server.node.codes import operator_code


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser(
        "operator-code", help="print a one-time code for an operator's new account"
    )
    add_arguments(parser, "of the account, as in --operators")


def run(args: argparse.Namespace) -> int:
    """Print a code; the exit code."""
    named = os.environ.get("XIANGQI_OPERATORS")
    if named is not None and not _stands_in(args.name, named):
        text = f"XIANGQI_OPERATORS does not have this name, but {named or 'none'}"
        print(f"xiangqi-server operator-code: {args.name}: {text}", file=sys.stderr)
        return ExitCode.FAILED
    code = print_code(args, "operator-code", operator_code)
    if named is None and code == ExitCode.DONE:
        text = f"{args.name} is an operator only if each node names it in --operators"
        print(f"xiangqi-server operator-code: {text}", file=sys.stderr)
    return code


def _stands_in(name: str, named: str) -> bool:
    """Whether a name is one of those that are named, by commas."""
    return name_id(name) in {
        name_id(operator.strip()) for operator in named.split(",") if operator.strip()
    }
