"""The queue for the hashing of passwords: a few at a time, and every address in turn.

Hashing is slow and takes memory on purpose, so only a few hashes are made at once. Addresses are
served in turn, however many connections wait at one of them. While many wait, an address has two
places; a client that finds no place is asked to come back. The hashes of an address are counted
too, right passwords included: the limits on guessing do not count those, and they cost as much.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from xiangqi_server.gateway.account.passwords import Passwords
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.limits.address_limits import AddressLimits
from xiangqi_server.gateway.connection.limits.waiting_places import WaitingPlaces
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.kernel.fair_queue import FairLine
from xiangqi_server.limits import HASHED_OF_ADDRESS, HASHES, HASHES_OF_ADDRESS, MOST_HASHES
from xiangqi_server.wire.refusals import MessageRefusal

AT_ONCE: Final = 2
RETRY_MS: Final = 2_000
WAIT_S: Final = 20.0


class PasswordLine:
    """The passwords of clients. Owned by the gateway."""

    def __init__(self, passwords: Passwords, limits: AddressLimits) -> None:
        self._passwords = passwords
        self._line = FairLine(AT_ONCE)
        self._places = WaitingPlaces(
            MOST_HASHES.most, HASHES_OF_ADDRESS.most, RETRY_MS, crowded_at=HASHES.most
        )
        self._by_address = limits.of(HASHED_OF_ADDRESS)
        self._now_ms = limits.now_ms

    async def hash(self, client: Client, password: str) -> str:
        """The hash of a new password.

        Raises:
            Refused: `TOO_FAST`, too many are waiting, or were hashed for its address.
        """
        async with self._turn(client):
            return await self._passwords.hash(password)

    async def fits(self, client: Client, hashed: str | None, password: str) -> bool:
        """Whether `password` has this hash; see `Passwords.fits`.

        Raises:
            Refused: `TOO_FAST`, as by `hash`.
        """
        async with self._turn(client):
            return await self._passwords.fits(hashed, password)

    def is_outdated(self, hashed: str) -> bool:
        """See `Passwords.is_outdated`."""
        return self._passwords.is_outdated(hashed)

    @asynccontextmanager
    async def _turn(self, client: Client) -> AsyncIterator[None]:
        address = client.address
        with self._places.place(address):
            wait_ms = self._by_address.take(address, self._now_ms()) if address else 0
            if wait_ms:
                raise Refused(MessageRefusal.TOO_FAST, retry_ms=wait_ms)
            try:
                async with self._line.turn(address or client.player, WAIT_S):
                    yield
            except TimeoutError:
                raise Refused(MessageRefusal.TOO_FAST, retry_ms=RETRY_MS) from None
