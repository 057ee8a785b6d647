"""A file with one token per line, for a program that plays as one bot or as several."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

MODE: Final = 0o600


class BadTokenFile(Exception):
    """The file does not have what it needs; the text is one line for the operator."""


def read_tokens(file: Path, levels: Sequence[int]) -> dict[int, str]:
    """The token of each level, in their order.

    Raises:
        BadTokenFile: there are fewer tokens than levels, or more.
        OSError: the file cannot be read.
    """
    tokens = kept_tokens(file)
    if len(tokens) != len(levels):
        wanted = f"{levels[0]} to {levels[-1]}" if len(levels) > 1 else f"{levels[0]}"
        raise BadTokenFile(
            f"{file}: tokens: {len(tokens)}, levels: {wanted}; it needs a token for each level, so "
            "name by --levels the one that a bot plays (--levels 8), or make the file of all "
            "computers by --create"
        )
    return dict(zip(levels, tokens, strict=True))


def kept_tokens(file: Path) -> list[str]:
    """The tokens of a file, in their order; none if there is no file.

    Raises:
        OSError: the file cannot be read.
    """
    try:
        text = file.read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return []
    return text.split()


def write_tokens(file: Path, tokens: Iterable[str]) -> None:
    """Write tokens into a file that its owner alone may read; whole, or not at all.

    Raises:
        OSError: it cannot be written.
    """
    fresh = file.with_name(file.name + ".new")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE)
    with os.fdopen(descriptor, "w") as out:
        out.writelines(f"{token}\n" for token in tokens)
    fresh.replace(file)
