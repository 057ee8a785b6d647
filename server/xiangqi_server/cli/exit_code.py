"""What a command ends with, for the script that ran it."""

from enum import IntEnum


class ExitCode(IntEnum):
    """One number means the same in every command; each says in its first lines when it ends so."""

    DONE = 0
    FAILED = 1
    """It was tried or looked at, and the answer is no."""
    UNUSABLE = 2
    """Nothing was done: an argument, or what it names, cannot be used."""
