"""Which engines there are: our own, and one of the operator's, looked for if it is not named."""

import os
import shlex
import shutil
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from xiangqi_server.computers.levels import (
    ENGINE_LEVELS,
    LEVEL_NUMBERS,
    OWN_LEVEL_NUMBERS,
    OWN_LEVELS,
    ComputerLevel,
)
from xiangqi_server.kernel.own_python import RUN_PROGRAM

OWN: Final = "own"
"""The name of our own engine, for operators that want no other."""
OTHER: Final = "other"
OWN_COMMAND: Final = (*RUN_PROGRAM, "engine")
KNOWN: Final = "fairy-stockfish"
GAMES_FOLDER: Final = "/usr/games"
"""Where Debian installs engines; not everybody's path includes it."""


class NoEngine(Exception):
    """There is no engine for what is wanted; the text is one line for the operator."""


def command_of(text: str) -> tuple[str, ...]:
    """The words of the command that starts the operator's engine; none if there is only our own.

    Raises:
        ValueError: it is no command.
    """
    if text == OWN:
        return ()
    name, *words = shlex.split(text) or (KNOWN,)
    path = os.pathsep.join((os.environ.get("PATH", os.defpath), GAMES_FOLDER))
    found = shutil.which(name, path=path)
    if found is None:
        return (name, *words) if text else ()
    return (found, *words)


def commands(command: Sequence[str]) -> dict[str, Sequence[str]]:
    """What starts each engine, by its name; `command` is the operator's, if there is one."""
    return {OWN: OWN_COMMAND, **({OTHER: command} if command else {})}


def levels_of(command: Sequence[str]) -> range:
    """The levels that can be played with an engine of the operator's, or without one."""
    return LEVEL_NUMBERS if command else OWN_LEVEL_NUMBERS


def choose(
    numbers: Iterable[int], command: Sequence[str]
) -> Mapping[int, tuple[str, ComputerLevel]]:
    """Which engine plays each level, and how.

    Raises:
        NoEngine: a level needs an engine of the operator's, which is missing.
    """
    chosen: dict[int, tuple[str, ComputerLevel]] = {}
    for number in numbers:
        if number in OWN_LEVELS:
            chosen[number] = OWN, OWN_LEVELS[number]
        elif command:
            chosen[number] = OTHER, ENGINE_LEVELS[number]
        else:
            raise NoEngine(f"level {number} needs an engine: install {KNOWN}, or name one")
    return chosen
