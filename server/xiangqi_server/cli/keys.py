"""`keys`: the key by which the push services of browsers know a site.

Give its file to every node by `--notices-keys`. A file that is there is left as it is, because with
another key all subscriptions would end. Exit codes: 0 done, 1 there is such a file, 2 it cannot
be written.
"""

import argparse
import sys
from pathlib import Path

from xiangqi_server.cli.exit_code import ExitCode
from xiangqi_server.node.push import make_key
from xiangqi_server.node.settings import SettingError


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and its arguments."""
    parser = subparsers.add_parser("keys", help="make the key that notices to browsers need")
    parser.add_argument("file", type=Path, metavar="FILE", help="where to put it")


def run(args: argparse.Namespace) -> int:
    """Make the key; the exit code."""
    file: Path = args.file.expanduser()
    try:
        public = make_key(file)
    except FileExistsError:
        print(f"xiangqi-server keys: {file} is there already", file=sys.stderr)
        return ExitCode.FAILED
    except (SettingError, OSError) as error:
        print(f"xiangqi-server keys: {error}", file=sys.stderr)
        return ExitCode.UNUSABLE
    print(f"{file}: {public}")
    return ExitCode.DONE
