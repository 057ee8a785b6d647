"""Accounts: signing up, in and out, names and passwords, and what one keeps about oneself.

Each message here is a short story of looks and commands, told one after another; nothing
holds up the loop or the connection meanwhile. Who guesses at passwords is slowed down by name
and by address, on each node; a name nobody has costs as much work, and is answered the same.
"""

from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Final

from server.aggregate.refusal import RefusalCode, Refused, require
from server.gateway.allowances import Buckets
from server.gateway.asking import Asking
from server.gateway.client import Client
from server.gateway.errands import Errands
from server.gateway.password_rules import require_strong
from server.gateway.passwords import Passwords
from server.host.timebase import StoreClock
from server.players.about import Describe
from server.players.claim import ClaimName, GiveName
from server.players.identity import ChangePassword, RenewHash, SignIn, SignOut
from server.players.leaving import Delete
from server.players.naming import may_rename
from server.players.preferences import Prefer
from server.players.state import Player
from server.session.name_rules import name_id, new_name
from server.session.plain_text import cleaned, grapheme_count
from server.session.profiles import devices_view, preferences_of
from server.session.texts import refusal_text
from server.session.throttle import Rate
from server.session.tokens import TOKEN_BYTES, hash_of, mint_device
from server.store.base import StoreUnavailable
from server.wire import client as wire
from server.wire.server import Done, NameChecked, SignedIn

BIO_GRAPHEMES: Final = 160
SIGN_UPS: Final = Rate(every_ms=60_000, burst=20)
"""Of accounts made, by address."""
GUESSES: Final = Rate(every_ms=30_000, burst=10)
"""Of passwords tried, by name and address together."""
NAME_GUESSES: Final = Rate(every_ms=10_000, burst=60)
"""Of passwords tried, by name, from wherever."""
ADDRESS_GUESSES: Final = Rate(every_ms=10_000, burst=60)
"""Of passwords tried, by address, for whatever name."""

AccountMessage = (
    wire.SignUp
    | wire.SignIn
    | wire.SignOut
    | wire.Devices
    | wire.ChangePassword
    | wire.Rename
    | wire.CheckName
    | wire.SetAbout
    | wire.SetSettings
    | wire.DeleteAccount
)


class Accounts:
    """Answers what one asks about one's own account. Owned by the gateway.

    Args:
        random_bytes: gives so many random bytes.
    """

    def __init__(
        self,
        asking: Asking,
        clock: StoreClock,
        errands: Errands,
        passwords: Passwords,
        random_bytes: Callable[[int], bytes],
    ) -> None:
        self._asking = asking
        self._clock = clock
        self._errands = errands
        self._passwords = passwords
        self._random_bytes = random_bytes
        self._sign_ups = Buckets(SIGN_UPS)
        self._guesses = Buckets(GUESSES)
        self._name_guesses = Buckets(NAME_GUESSES)
        self._address_guesses = Buckets(ADDRESS_GUESSES)

    def answer(self, client: Client, message: AccountMessage) -> None:
        """Do what is asked and answer it."""
        self._errands.answer(client, message, self._story(client, message))

    def _story(self, client: Client, message: AccountMessage) -> Coroutine[None, None, None]:
        match message:
            case wire.SignUp():
                return self._sign_up(client, message)
            case wire.SignIn():
                return self._sign_in(client, message)
            case wire.SignOut():
                return self._sign_out(client, message)
            case wire.Devices():
                return self._devices(client, message)
            case wire.ChangePassword():
                return self._change_password(client, message)
            case wire.Rename():
                return self._rename(client, message)
            case wire.CheckName():
                return self._check_name(client, message)
            case wire.SetAbout():
                return self._set_about(client, message)
            case wire.SetSettings():
                return self._set_settings(client, message)
            case wire.DeleteAccount():
                return self._delete(client, message)

    # Coming.

    async def _sign_up(self, client: Client, message: wire.SignUp) -> None:
        name = new_name(message.name)
        require_strong(message.password, name)
        player = await self._asking.player(client.player)
        if player.identity.has_account:
            is_repeat = player.naming.name == name and await self._fits(
                client, player.naming.name_id, player, message.password
            )
            require(is_repeat, RefusalCode.HAS_ACCOUNT)
        else:
            self._count(self._sign_ups, client.address)
            await self._require_free(client, name)
            hashed = await self._passwords.hash(message.password)
            await self._take_name(client, name, hashed)
        client.send(Done(message.id))

    async def _sign_in(self, client: Client, message: wire.SignIn) -> None:
        wanted = name_id(message.name)
        owner = (await self._asking.claim(wanted)).holder
        player = None if owner is None else await self._asking.player(owner)
        if player is not None and player.naming.name_id != wanted:
            player = None
        fits = await self._fits(client, wanted, player, message.password)
        if player is None or not fits:
            raise Refused(RefusalCode.WRONG_PASSWORD)
        token = mint_device(player.id, self._random_bytes(TOKEN_BYTES))
        sign_in = SignIn(hash_of(token), cleaned(message.label), player.identity.password)
        await self._asking.tell_player(player.id, sign_in)
        client.send(SignedIn(message.id, player.id, player.naming.name, token))
        with suppress(Refused, StoreUnavailable):  # at the next sign-in, then
            await self._renew_hash(player, message.password)

    async def _renew_hash(self, player: Player, password: str) -> None:
        """Keep a password that has been shown under today's cost of a hash."""
        old = player.identity.password
        if self._passwords.is_outdated(old):
            fresh = await self._passwords.hash(password)
            await self._asking.tell_player(player.id, RenewHash(old, fresh))

    async def _fits(
        self, client: Client, wanted: str, player: Player | None, password: str
    ) -> bool:
        """Whether a password is a player's (None: nobody's); every try is counted first."""
        self._count(self._guesses, f"{wanted} {client.address}")
        self._count(self._name_guesses, wanted)
        self._count(self._address_guesses, client.address)
        hashed = None if player is None else player.identity.password
        return await self._passwords.fits(hashed, password)

    def _count(self, buckets: Buckets, holder: str) -> None:
        wait_ms = buckets.take(holder, self._clock.now_ms()) if holder else 0
        if wait_ms:
            raise Refused(RefusalCode.TOO_FAST, retry_ms=wait_ms)

    # Names.

    async def _check_name(self, client: Client, message: wire.CheckName) -> None:
        name = message.name
        code = None
        try:
            name = new_name(message.name)
            await self._require_free(client, name)
            player = await self._asking.player(client.player)
            if player.identity.has_account:
                self._require_timely(player, name)
        except Refused as refused:
            code = refused.code
        text = None if code is None else refusal_text(code, client.language)
        client.send(NameChecked(message.id, cleaned(name), code is None, code, text))

    async def _rename(self, client: Client, message: wire.Rename) -> None:
        name = new_name(message.name)
        player = await self._account(client)
        if player.naming.name != name:
            self._require_timely(player, name)
            await self._require_free(client, name)
            await self._take_name(client, name, "")
        client.send(Done(message.id))

    def _require_timely(self, player: Player, name: str) -> None:
        is_timely = name == player.naming.name or may_rename(player.naming, self._clock.now_ms())
        require(is_timely, RefusalCode.NAME_TOO_SOON)

    async def _require_free(self, client: Client, name: str) -> None:
        owner = (await self._asking.claim(name_id(name))).owner
        require(owner in ("", client.player), RefusalCode.NAME_TAKEN)

    async def _take_name(self, client: Client, name: str, password: str) -> None:
        """Claim a name, and see that its player has it, as the order of the claim would."""
        wanted = name_id(name)
        await self._asking.tell_claim(wanted, ClaimName(client.player, name, password))
        claim = await self._asking.claim(wanted)
        require(claim.owner == client.player, RefusalCode.NAME_TAKEN)
        give = GiveName(wanted, claim.number, name, password)
        await self._asking.tell_player(client.player, give)
        naming = (await self._asking.player(client.player)).naming
        is_mine = (naming.name_id, naming.name) == (wanted, name)
        require(is_mine, RefusalCode.HAS_ACCOUNT if password else RefusalCode.NAME_TOO_SOON)

    # What an account may change.

    async def _account(self, client: Client) -> Player:
        player = await self._asking.player(client.player)
        require(player.identity.has_account, RefusalCode.NO_ACCOUNT)
        return player

    async def _owner(self, client: Client, password: str) -> Player:
        """The account whose password this is."""
        player = await self._account(client)
        fits = await self._fits(client, player.naming.name_id, player, password)
        require(fits, RefusalCode.WRONG_PASSWORD)
        return player

    async def _change_password(self, client: Client, message: wire.ChangePassword) -> None:
        player = await self._owner(client, message.old)
        require_strong(message.password, player.naming.name)
        hashed = await self._passwords.hash(message.password)
        change = ChangePassword(player.identity.password, hashed, client.device)
        await self._asking.tell_player(client.player, change)
        client.send(Done(message.id))

    async def _delete(self, client: Client, message: wire.DeleteAccount) -> None:
        player = await self._owner(client, message.password)
        await self._asking.tell_player(client.player, Delete(player.identity.password))
        client.send(Done(message.id))

    async def _devices(self, client: Client, message: wire.Devices) -> None:
        player = await self._asking.player(client.player)
        client.send(devices_view(message.id, player, client.device))

    async def _sign_out(self, client: Client, message: wire.SignOut) -> None:
        player = await self._account(client)
        device = None if message.everywhere else message.device or client.device
        is_known = device is None or player.identity.device(device) is not None
        require(is_known, RefusalCode.NO_SUCH_DEVICE)
        await self._asking.tell_player(client.player, SignOut(device))
        client.send(Done(message.id))

    async def _set_about(self, client: Client, message: wire.SetAbout) -> None:
        bio = cleaned(message.bio)
        require(grapheme_count(bio) <= BIO_GRAPHEMES, RefusalCode.TEXT_TOO_LONG)
        await self._account(client)
        await self._asking.tell_player(client.player, Describe(message.country, bio))
        client.send(Done(message.id))

    async def _set_settings(self, client: Client, message: wire.SetSettings) -> None:
        prefer = Prefer(preferences_of(message.settings))
        await self._asking.tell_player(client.player, prefer)
        client.send(Done(message.id))
