"""Where the token lies that makes a program the same player each time."""

import os
from pathlib import Path
from typing import Protocol


class Tokens(Protocol):
    """Keeps one token. It is secret: anybody who shows it is this player."""

    def read(self) -> str | None:
        """The token to show, None for none: the server then makes a new guest."""

    def keep(self, token: str) -> None:
        """The server gave a token to show from now on."""


class TokenInMemory:
    """Keeps the token as long as the program runs.

    Args:
        token: to begin with.
    """

    def __init__(self, token: str | None = None) -> None:
        self._token = token

    def read(self) -> str | None:
        """The token to show."""
        return self._token

    def keep(self, token: str) -> None:
        """Show another one from now on."""
        self._token = token


class TokenFile:
    """Keeps the token in a file that only its owner can read; it need not be there at first.

    Raises:
        OSError: from `read` and `keep`, where the file cannot be read or written.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)

    def read(self) -> str | None:
        """What the file holds; None without a file, or in an empty one."""
        try:
            return self._path.read_text(encoding="ascii").strip() or None
        except FileNotFoundError:
            return None

    def keep(self, token: str) -> None:
        """Write another file and put it in the place of the old one: none is ever half written."""
        fresh = self._path.with_name(f"{self._path.name}.new")
        fresh.unlink(missing_ok=True)
        fresh.touch(mode=0o600)
        fresh.write_text(f"{token}\n", encoding="ascii")
        fresh.replace(self._path)
