"""Entry of `python -m xiangqi_server` and of the console script `xiangqi-server`.

The first word chooses a command; without one, or with an option first, it is `serve`. Only the
module of the chosen command is imported, so a small command does not wait for the whole server.
"""

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Final, NoReturn, Protocol, cast

PROGRAM: Final = "xiangqi-server"
DEFAULT_COMMAND: Final = "serve"
COMMANDS: Final = (
    DEFAULT_COMMAND,
    "adjudicate",
    "bot",
    "convert",
    "copy",
    "create-bot",
    "engine",
    "keys",
    "log",
    "moves",
    "operator-code",
    "perft",
    "repair",
    "reset-password",
    "rebuild",
    "status",
    "verify",
)
CUT_OFF: Final = 1
"""The exit code where the reader of the output has gone."""


class Command(Protocol):
    """A module of `xiangqi_server.cli`."""

    def add_parser(self, subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
        """Declare the command and its arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Carry the command out; the exit code."""
        ...


class _OneLineParser(argparse.ArgumentParser):
    """A parser that answers wrong arguments with one line and exit code 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command named first; the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words == ["--version"]:
        sys.stdout.write(f"{PROGRAM} {version(PROGRAM)}\n")
        return 0
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help")):
        words.insert(0, DEFAULT_COMMAND)
    names = [words[0]] if words[0] in COMMANDS else COMMANDS
    gc.disable()  # what modules make stays: to look for garbage in it costs a tenth of a start
    commands = {name: cast("Command", import_module(_module_of(name))) for name in names}
    gc.freeze()
    gc.enable()
    parser: argparse.ArgumentParser = _OneLineParser(
        prog=PROGRAM, description="A real-time xiangqi (Chinese chess) server."
    )
    parser.add_argument("--version", action="store_true", help="show the version and end")
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in commands.values():
        command.add_parser(subparsers)
    for name, parser_of_it in subparsers.choices.items():
        _describe(parser_of_it, commands[name].__doc__ or "")
    args = parser.parse_args(words)
    try:
        return commands[args.command].run(args)
    except BrokenPipeError:  # the reader has gone, as in `... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CUT_OFF


def _describe(parser: argparse.ArgumentParser, text: str) -> None:
    """Have the help of a command say what its module says: its exit codes, its files, its why."""
    text = text.partition(": ")[2].replace("`", "").strip()
    told = text[:1].upper() + text[1:]
    parser.description = "\n\n".join(filter(None, (told, parser.description)))
    parser.formatter_class = argparse.RawDescriptionHelpFormatter


def _module_of(command: str) -> str:
    return f"xiangqi_server.cli.{command.replace('-', '_')}"


if __name__ == "__main__":
    sys.exit(main())
