"""Accounts: signing up, in and out, names and passwords, and what a player keeps.

To answer a message here takes several views and commands, one after another, which hold up neither
the loop nor the connection. Guessing at passwords is slowed down (`guesses`); an unknown name
costs as much work, and gets the same answer.
"""

from contextlib import suppress

from xiangqi_server.aggregates.players.claim import ClaimName, given
from xiangqi_server.aggregates.players.deletion import Delete
from xiangqi_server.aggregates.players.devices import program_id, signed_in_id
from xiangqi_server.aggregates.players.identity import (
    BecomeBot,
    ChangePassword,
    CreateToken,
    RenewHash,
    SignIn,
    SignOut,
)
from xiangqi_server.aggregates.players.naming import require_taken, require_timely
from xiangqi_server.aggregates.players.preferences import Prefer
from xiangqi_server.aggregates.players.profile import Describe
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.players.text.password_rules import require_strong
from xiangqi_server.aggregates.players.text.plain_text import cleaned
from xiangqi_server.api.names.name_rules import name_id, name_ids, new_name
from xiangqi_server.api.names.tokens import TOKEN_BYTES, mint_device, read_token
from xiangqi_server.api.views.account_views import devices_view, preferences_of, scope_of
from xiangqi_server.gateway.account.guesses import Guesses, is_owner, tried
from xiangqi_server.gateway.account.password_line import PasswordLine
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.limits.rate_limits import Buckets
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.social.operators import Operators
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused, require
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.limits import SIGN_UPS, TOKENS
from xiangqi_server.texts.refusals import refusal_text
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.codec import fingerprint
from xiangqi_server.wire.refusals import MessageRefusal
from xiangqi_server.wire.server import Done, NameChecked, SignedIn, TokenCreated


class Accounts:
    """Answers what players ask about their accounts. Owned by the gateway."""

    def __init__(
        self,
        node: Node,
        passwords: PasswordLine,
        guesses: Guesses,
        operators: Operators,
    ) -> None:
        self._aggregates = node.aggregates
        self._clock = node.clock
        self._passwords = passwords
        self._random_bytes = node.random_bytes
        self._sign_ups = node.address_limits.of(SIGN_UPS)
        self._tokens = Buckets(TOKENS)
        self._guesses = guesses
        self._operators = operators

    def welcomed(self, client: Client, player: Player) -> None:
        """A connection was welcomed, by the token of a device; `player` as stored."""
        if player.identity.has_account:
            self._guesses.owner_is_at(player.id, client.address)

    # Coming.

    async def sign_up(self, client: Client, message: wire.SignUp) -> None:
        """Make the player of a connection an account."""
        name = new_name(message.name)
        require_strong(message.password, name)
        player = await self._aggregates.player(client.player)
        if player.identity.has_account:
            is_repeat = player.naming.name == name and await is_owner(
                self._guesses, self._passwords, client, player, message.password
            )
            require(is_repeat, PlayerRefusal.HAS_ACCOUNT)
        else:
            self._count(self._sign_ups, client.address)
            ticket = self._operators.ticket_for(name, message.code)
            await self._require_free(client, name, ticket)
            hashed = await self._passwords.hash(client, message.password)
            await self._take_name(client, name, ticket, hashed)
        client.send(Done(message.id))

    async def sign_in(self, client: Client, message: wire.SignIn) -> None:
        """Give a token of the account whose name and password these are."""
        claim = await self._aggregates.claim_of(message.name)
        player = None if claim.holder is None else await self._aggregates.player(claim.holder)
        if player is not None and player.naming.name_id != claim.id:
            player = None
        whose = None if player is None else player.id
        guess = self._guesses.at_sign_in(claim.id, whose, client.address)
        hashed = None if player is None else player.identity.password
        fits = await tried(guess, self._passwords.fits(client, hashed, message.password))
        if player is None or not fits:
            raise Refused(PlayerRefusal.WRONG_PASSWORD)
        self._guesses.owner_is_at(player.id, client.address)
        token = mint_device(player.id, self._random_bytes(TOKEN_BYTES))
        label, password = cleaned(message.label), player.identity.password
        device = signed_in_id(f"{client.player}:{message.id}")
        sign_in = SignIn(read_token(token).hash, label, password, device)
        await self._aggregates.tell_player(player.id, sign_in)
        client.send(SignedIn(message.id, player.id, player.naming.name, token))
        with suppress(Refused, StoreUnavailable):  # at the next sign-in, then
            await self._renew_hash(client, player, message.password)

    async def _renew_hash(self, client: Client, player: Player, password: str) -> None:
        """Hash a password that was shown again, if its hash was made at an older cost."""
        old = player.identity.password
        if self._passwords.is_outdated(old):
            fresh = await self._passwords.hash(client, password)
            await self._aggregates.tell_player(player.id, RenewHash(old, fresh))

    def _count(self, buckets: Buckets, holder: str) -> None:
        wait_ms = buckets.take(holder, self._clock.now_ms()) if holder else 0
        if wait_ms:
            raise Refused(MessageRefusal.TOO_FAST, retry_ms=wait_ms)

    # Names.

    async def check_name(self, client: Client, message: wire.CheckName) -> None:
        """Tell whether the player may take a name."""
        name = message.name
        code = None
        try:
            name = new_name(message.name)
            player = await self._aggregates.player(client.player)
            if player.naming.name != name:
                self._operators.ticket_for(name, code="")
            await self._require_free(client, name)
            if player.identity.has_account:
                require_timely(player.naming, name, self._clock.now_ms())
        except Refused as refused:
            code = refused.code
        text = None if code is None else refusal_text(code, client.language)
        client.send(NameChecked(message.id, cleaned(name), code is None, code, text))

    async def rename(self, client: Client, message: wire.Rename) -> None:
        """Give an account another name."""
        name = new_name(message.name)
        player = await self._account(client)
        if player.naming.name != name:
            require_timely(player.naming, name, self._clock.now_ms())
            ticket = self._operators.ticket_for(name, message.code)
            await self._require_free(client, name, ticket)
            await self._take_name(client, name, ticket)
        client.send(Done(message.id))

    async def _require_free(self, client: Client, name: str, ticket: str = "") -> None:
        """Refuse a name of another player; without a ticket, a recently freed one too."""
        for id_ in name_ids(name):
            claim = await self._aggregates.claim(id_)
            owner = claim.holder if ticket else claim.owner
            require(owner in (None, "", client.player), PlayerRefusal.NAME_TAKEN)

    async def _take_name(self, client: Client, name: str, ticket: str, password: str = "") -> None:
        """Claim a name, and give it to its player, as the effect of the claim would."""
        wanted = name_id(name)
        claiming = ClaimName(client.player, name, password, ticket)
        await self._aggregates.tell_claim(wanted, claiming)
        give = given(await self._aggregates.claim(wanted), claiming)
        await self._aggregates.tell_player(client.player, give)
        require_taken((await self._aggregates.player(client.player)).naming, give)

    # What an account may change.

    async def _account(self, client: Client) -> Player:
        player = await self._aggregates.player(client.player)
        require(player.identity.has_account, CommonRefusal.NO_ACCOUNT)
        return player

    async def _owner(self, client: Client, password: str) -> Player:
        """The account whose password this is."""
        player = await self._account(client)
        fits = await is_owner(self._guesses, self._passwords, client, player, password)
        require(fits, PlayerRefusal.WRONG_PASSWORD)
        return player

    async def change_password(self, client: Client, message: wire.ChangePassword) -> None:
        """Give an account another password."""
        player = await self._owner(client, message.old)
        require_strong(message.password, player.naming.name)
        hashed = await self._passwords.hash(client, message.password)
        change = ChangePassword(player.identity.password, hashed, client.device)
        await self._aggregates.tell_player(client.player, change)
        client.send(Done(message.id))

    async def become_bot(self, client: Client, message: wire.BecomeBot) -> None:
        """Make an account that of a bot, for ever."""
        player = await self._owner(client, message.password)
        await self._aggregates.tell_player(client.player, BecomeBot(player.identity.password))
        client.send(Done(message.id))

    async def create_token(self, client: Client, message: wire.CreateToken) -> None:
        """Make a token for a program."""
        await self._account(client)
        self._count(self._tokens, client.player)
        token = mint_device(client.player, self._random_bytes(TOKEN_BYTES))
        token_hash, label = read_token(token).hash, cleaned(message.label)
        device = program_id(f"{message.id}:{fingerprint(message)}")
        create = CreateToken(token_hash, label, scope_of(message.scope), device)
        await self._aggregates.tell_player(client.player, create)
        client.send(TokenCreated(message.id, device, token))

    async def delete(self, client: Client, message: wire.DeleteAccount) -> None:
        """Delete an account."""
        player = await self._owner(client, message.password)
        await self._aggregates.tell_player(client.player, Delete(player.identity.password))
        client.send(Done(message.id))

    async def show_devices(self, client: Client, message: wire.Devices) -> None:
        """List the devices that are signed in."""
        player = await self._aggregates.player(client.player)
        client.send(devices_view(message.id, player, client.device))

    async def sign_out(self, client: Client, message: wire.SignOut) -> None:
        """Sign out a device, or all of them."""
        player = await self._account(client)
        device = None if message.everywhere else message.device or client.device
        is_known = device is None or player.identity.device(device) is not None
        require(is_known, PlayerRefusal.NO_SUCH_DEVICE)
        await self._aggregates.tell_player(client.player, SignOut(device))
        client.send(Done(message.id))

    async def set_profile(self, client: Client, message: wire.SetProfile) -> None:
        """Change what a profile says."""
        await self._account(client)
        describe = Describe(message.country, cleaned(message.bio))
        await self._aggregates.tell_player(client.player, describe)
        client.send(Done(message.id))

    async def set_settings(self, client: Client, message: wire.SetSettings) -> None:
        """Change the settings of a player."""
        prefer = Prefer(preferences_of(message.settings))
        await self._aggregates.tell_player(client.player, prefer)
        client.send(Done(message.id))
