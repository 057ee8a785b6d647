"""Bots of the server's owner: an account, and a token for the program that plays for it.

The password of such an account is unknown (`xiangqi-server reset-password` gives a way in). Every
step may be repeated: a command that was killed halfway is run again, and goes on where it ended.
"""

from collections.abc import Callable
from typing import Final

from xiangqi_server.aggregates.players.claim import ClaimName, given
from xiangqi_server.aggregates.players.devices import Scope, device_id
from xiangqi_server.aggregates.players.identity import (
    MAX_TOKENS,
    BecomeBot,
    CreateToken,
    Identity,
    Register,
    SignOut,
)
from xiangqi_server.aggregates.players.naming import require_taken
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.api.names.name_rules import COMPUTERS, name_id, operators_bot_name
from xiangqi_server.api.names.tokens import TOKEN_BYTES, mint_device, mint_guest, read_token
from xiangqi_server.computers.levels import LEVEL_NUMBERS, start_points
from xiangqi_server.gateway.account.passwords import Passwords
from xiangqi_server.gateway.connection.aggregate_client import AggregateClient
from xiangqi_server.kernel.aggregate.refusal import Refused, require

START_POINTS: Final = dict(zip(COMPUTERS, map(start_points, LEVEL_NUMBERS), strict=True))
"""The ratings with which the computer opponents begin, by name."""
LABEL: Final = "xiangqi-server create-bot"
"""The label of the tokens made here."""


class OperatorsBots:
    """Makes bots and their tokens. Owned by a command.

    Args:
        now_ms: the store's time.
        random_bytes: gives that many random bytes.
    """

    def __init__(
        self,
        aggregates: AggregateClient,
        passwords: Passwords,
        now_ms: Callable[[], int],
        random_bytes: Callable[[int], bytes],
    ) -> None:
        self._aggregates = aggregates
        self._passwords = passwords
        self._now_ms = now_ms
        self._random_bytes = random_bytes

    async def token(self, name: str, kept: str = "") -> str:
        """A token by which a program plays as the bot of this name, which is made if need be.

        One of `COMPUTERS` gets another token whenever it is asked for one; any other name must be
        free, for an account that has it already may be somebody's. `kept` is a token of
        an earlier time, which is given back if it is still good.

        Raises:
            Refused: it is no name, it is taken, or the account has played before it was a bot.
            StoreError: the store cannot be used.
        """
        name = operators_bot_name(name)
        holder = (await self._aggregates.claim_of(name)).holder
        bot = None if holder is None else await self._aggregates.player(holder)
        if bot is not None and bot.identity.is_bot and self._is_good(bot, kept):
            return kept
        require(bot is None or name in COMPUTERS, PlayerRefusal.NAME_TAKEN)
        if bot is None:
            bot = await self._new_account(name)
        if not bot.identity.is_bot:
            become = BecomeBot(bot.identity.password, START_POINTS.get(name))
            await self._aggregates.tell_player(bot.id, become)
        return await self._fresh_token(bot.id)

    def _is_good(self, bot: Player, kept: str) -> bool:
        try:
            device = bot.identity.device_of(read_token(kept).hash, self._now_ms())
        except Refused:
            return False
        return device is not None and device.scope is Scope.PLAY

    async def _new_account(self, name: str) -> Player:
        """An account of this name, whose password is forgotten at once."""
        _, first = mint_guest(self._random_bytes(TOKEN_BYTES))
        player, wanted = first.player, name_id(name)
        await self._aggregates.tell_player(player, Register(first.hash))
        password = await self._passwords.hash(self._random_bytes(TOKEN_BYTES).hex())
        claiming = ClaimName(player, name, password)
        await self._aggregates.tell_claim(wanted, claiming)
        give = given(await self._aggregates.claim(wanted), claiming)
        await self._aggregates.tell_player(player, give)
        made = await self._aggregates.player(player)
        require_taken(made.naming, give)
        return made

    async def _fresh_token(self, bot: str) -> str:
        """A new token; beyond the greatest number the one that was used longest ago is no more."""
        identity = (await self._aggregates.player(bot)).identity
        for device in _in_the_way(identity):
            await self._aggregates.tell_player(bot, SignOut(device))
        token = mint_device(bot, self._random_bytes(TOKEN_BYTES))
        kept = read_token(token).hash
        create = CreateToken(kept, LABEL, Scope.PLAY, device_id(kept))
        await self._aggregates.tell_player(bot, create)
        return token


def _in_the_way(identity: Identity) -> tuple[str, ...]:
    """The devices to sign out before a token is created."""
    by_use = sorted(identity.programs, key=lambda device: device.used_ms)
    return tuple(device.id for device in by_use[: max(0, len(by_use) - MAX_TOKENS + 1)])
