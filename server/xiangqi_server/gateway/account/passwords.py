"""Passwords as hashes: argon2id, away from the event loop. Clients wait in `password_line`.

For an unknown name a dummy hash is checked, which takes as long, so that the time does not tell
whether a name is known.

The library is loaded, and the dummy hash made, when they are first needed: a start does not wait.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from argon2 import PasswordHasher

TIME_COST: Final = 2
MEMORY_KIB: Final = 19 * 1024

Run = Callable[[Callable[[], str | bool]], Awaitable[str | bool]]
"""Runs something slow without holding up the loop."""


class Passwords:
    """Makes and checks hashes. Made by `node`.

    Args:
        run: runs a hash; the default is a thread.

    Attributes:
        hashed: how many hashes were made or checked.
    """

    def __init__(
        self, run: Run = asyncio.to_thread, hasher: "PasswordHasher | None" = None
    ) -> None:
        self._run = run
        self._given = hasher
        self.hashed = 0

    async def hash(self, password: str) -> str:
        """The hash of a new password."""
        return str(await self._counted(lambda: self._hasher.hash(password)))

    async def fits(self, hashed: str | None, password: str) -> bool:
        """Whether `password` has this hash; never for None, which stands for the dummy hash."""
        return bool(await self._counted(lambda: self._verify(hashed, password)))

    def is_outdated(self, hashed: str) -> bool:
        """Whether a hash was made at another cost than hashes are made today."""
        return self._hasher.check_needs_rehash(hashed)

    @cached_property
    def _hasher(self) -> "PasswordHasher":
        from argon2 import PasswordHasher

        return self._given or PasswordHasher(
            time_cost=TIME_COST, memory_cost=MEMORY_KIB, parallelism=1
        )

    @cached_property
    def _nobodys(self) -> str:
        return self._hasher.hash("nobody's")

    def _verify(self, hashed: str | None, password: str) -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError

        nobodys = self._nobodys  # made for known names too: the time of the first try tells nothing
        try:
            return self._hasher.verify(hashed or nobodys, password) and bool(hashed)
        except (VerificationError, InvalidHashError):
            return False

    async def _counted(self, work: Callable[[], str | bool]) -> str | bool:
        self.hashed += 1
        return await self._run(work)
