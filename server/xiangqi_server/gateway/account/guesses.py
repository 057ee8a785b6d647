"""How many wrong passwords may be tried at this node, so that guessing is slow for everybody else.

A try is counted before the password is looked at, because many can be under way at once; if it was
right, it is taken back, so only failures count. Sign-ins are counted by name and address together,
by address, and by name from any address. The last would let anybody lock an owner out, so it does
not count at addresses at which the account was signed in before. If a signed-in device is asked for
the password once more, only that device is counted. The password of a tournament is counted by
player and by address, never by tournament, so that no one can keep others out. A recovery code is
far too long to be guessed: it is counted by address only, so that an owner always has a way in.
"""

from collections.abc import Awaitable
from typing import Final

from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.gateway.account.password_line import PasswordLine
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.limits.address_limits import AddressLimits
from xiangqi_server.gateway.connection.limits.rate_limits import Buckets
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.limits import ADDRESS_GUESSES, GUESSES, NAME_GUESSES
from xiangqi_server.wire.refusals import MessageRefusal

KEPT_ADDRESSES: Final = 65_536
"""How many pairs of an account and an address of its owner are remembered; the oldest go first."""


class Guess:
    """One try that has been counted; see `Guesses`."""

    __slots__ = ("_taken",)

    def __init__(self, taken: tuple[tuple[Buckets, str], ...]) -> None:
        self._taken = taken

    def was_right(self) -> None:
        """The password was right, so the try does not count."""
        for buckets, holder in self._taken:
            buckets.give_back(holder)


class Guesses:
    """The wrong passwords of everybody at this node. Owned by the gateway."""

    def __init__(self, limits: AddressLimits) -> None:
        self._now_ms = limits.now_ms
        self._by_both = Buckets(GUESSES)
        self._by_name = Buckets(NAME_GUESSES)
        self._by_address = limits.of(ADDRESS_GUESSES)
        self._by_device = Buckets(GUESSES)
        self._by_entrant = Buckets(GUESSES)
        self._owners: dict[str, None] = {}

    def at_sign_in(self, name_id: str, player: str | None, address: str) -> Guess:
        """Count a password for a name; `player` has that name, None if there is no such player.

        Raises:
            Refused: `TOO_FAST`.
        """
        tries = [(self._by_both, f"{name_id} {address}"), (self._by_address, address)]
        if not address or f"{player} {address}" not in self._owners:
            tries.append((self._by_name, name_id))
        return self._counted(tries)

    def at_recovery(self, address: str) -> Guess:
        """Count a recovery code.

        Raises:
            Refused: `TOO_FAST`.
        """
        return self._counted([(self._by_address, address)])

    def of_device(self, player: str, device: str) -> Guess:
        """Count a password that a signed-in device shows once more.

        Raises:
            Refused: `TOO_FAST`.
        """
        return self._counted([(self._by_device, f"{player} {device}")])

    def at_entrance(self, player: str, address: str) -> Guess:
        """Count the password of a tournament, whichever it is.

        Raises:
            Refused: `TOO_FAST`.
        """
        return self._counted([(self._by_entrant, player), (self._by_address, address)])

    def owner_is_at(self, player: str, address: str) -> None:
        """An account was signed in at an address: by its password, or by a device of its own."""
        if not address:
            return
        self._owners.pop(f"{player} {address}", None)
        self._owners[f"{player} {address}"] = None
        if len(self._owners) > KEPT_ADDRESSES:
            del self._owners[next(iter(self._owners))]

    def _counted(self, tries: list[tuple[Buckets, str]]) -> Guess:
        now_ms = self._now_ms()
        taken: list[tuple[Buckets, str]] = []
        for buckets, holder in tries:
            wait_ms = buckets.take(holder, now_ms) if holder else 0
            if wait_ms:
                Guess(tuple(taken)).was_right()
                raise Refused(MessageRefusal.TOO_FAST, retry_ms=wait_ms)
            if holder:
                taken.append((buckets, holder))
        return Guess(tuple(taken))


async def tried(guess: Guess, fitting: Awaitable[bool]) -> bool:
    """Whether a password fits. A right try is no guess, nor is one that could not be checked.

    Raises:
        Refused: `TOO_FAST`, too many passwords wait.
    """
    try:
        fits = await fitting
    except Refused:
        guess.was_right()
        raise
    if fits:
        guess.was_right()
    return fits


async def is_owner(
    guesses: Guesses, passwords: PasswordLine, client: Client, player: Player, password: str
) -> bool:
    """Whether a device of an account knows its password.

    Raises:
        Refused: `TOO_FAST`.
    """
    guess = guesses.of_device(player.id, client.device)
    return await tried(guess, passwords.fits(client, player.identity.password, password))
