"""Passwords as hashes: argon2id, away from the event loop, a few at a time.

Hashing is slow and takes memory on purpose, so only so many are under way at once and only
so many wait; who comes after these is asked to wait. A check against nobody's hash takes as
long as one against somebody's, so that the time does not tell whether a name is known.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from server.aggregate.refusal import RefusalCode, Refused

AT_ONCE: Final = 2
WAITING: Final = 32
RETRY_MS: Final = 2_000
TIME_COST: Final = 2
MEMORY_KIB: Final = 19 * 1024

Run = Callable[[Callable[[], str | bool]], Awaitable[str | bool]]
"""Runs something slow without holding up the loop."""


class Passwords:
    """Makes and checks hashes. Made by `app`.

    Args:
        run: runs a hash; the default is a thread.

    Attributes:
        hashed: how many hashes were made or checked.
        turned_away: how many were refused because too many waited.
    """

    def __init__(self, run: Run = asyncio.to_thread, hasher: PasswordHasher | None = None) -> None:
        self._run = run
        self._hasher = hasher or PasswordHasher(
            time_cost=TIME_COST, memory_cost=MEMORY_KIB, parallelism=1
        )
        self._nobodys = self._hasher.hash("nobody's")
        self._free = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self.hashed = 0
        self.turned_away = 0

    async def hash(self, password: str) -> str:
        """The hash of a new password.

        Raises:
            Refused: `TOO_FAST`, too many are waiting.
        """
        return str(await self._in_turn(lambda: self._hasher.hash(password)))

    async def fits(self, hashed: str | None, password: str) -> bool:
        """Whether `password` has this hash; None is nobody's.

        Raises:
            Refused: `TOO_FAST`, too many are waiting.
        """
        known = hashed or self._nobodys
        return bool(await self._in_turn(lambda: self._verify(known, password))) and bool(hashed)

    def is_outdated(self, hashed: str) -> bool:
        """Whether a hash was made at another cost than is asked for today."""
        return self._hasher.check_needs_rehash(hashed)

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _in_turn(self, work: Callable[[], str | bool]) -> str | bool:
        if self._waiting >= WAITING:
            self.turned_away += 1
            raise Refused(RefusalCode.TOO_FAST, retry_ms=RETRY_MS)
        self._waiting += 1
        try:
            async with self._free:
                self.hashed += 1
                return await self._run(work)
        finally:
            self._waiting -= 1
