"""Makes and takes recovery codes; see `players.recovery`."""

import logging
from collections.abc import Callable

from xiangqi_server.aggregates.players.recovery import CreateRecoveryCode, Recover
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.players.text.password_rules import require_strong
from xiangqi_server.aggregates.players.text.plain_text import cleaned
from xiangqi_server.api.names.secret_codes import CODE_BYTES, code_from, code_hash
from xiangqi_server.api.names.tokens import TOKEN_BYTES, mint_device, read_token
from xiangqi_server.gateway.account.guesses import Guesses, is_owner
from xiangqi_server.gateway.account.password_line import PasswordLine
from xiangqi_server.gateway.connection.aggregate_client import AggregateClient
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused, require
from xiangqi_server.kernel.host.timebase import StoreClock
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.server import Recovered, RecoveryCode

log = logging.getLogger(__name__)


class RecoveryHandler:
    """Answers what is asked about recovery codes. Owned by the gateway.

    Args:
        random_bytes: gives that many random bytes.
    """

    def __init__(
        self,
        aggregates: AggregateClient,
        clock: StoreClock,
        passwords: PasswordLine,
        guesses: Guesses,
        random_bytes: Callable[[int], bytes],
    ) -> None:
        self._aggregates = aggregates
        self._clock = clock
        self._passwords = passwords
        self._guesses = guesses
        self._random_bytes = random_bytes

    async def create(self, client: Client, message: wire.CreateRecoveryCode) -> None:
        """Make a code for an account whose password was shown."""
        player = await self._aggregates.player(client.player)
        require(player.identity.has_account, CommonRefusal.NO_ACCOUNT)
        fits = await is_owner(self._guesses, self._passwords, client, player, message.password)
        require(fits, PlayerRefusal.WRONG_PASSWORD)
        code = code_from(self._random_bytes(CODE_BYTES))
        hashed = code_hash(player.id, code)
        await self._aggregates.tell_player(
            player.id, CreateRecoveryCode(player.identity.password, hashed)
        )
        log.info("recovery code created", extra={"player": player.id})
        client.send(RecoveryCode(message.id, code))

    async def recover(self, client: Client, message: wire.Recover) -> None:
        """Give an account a new password, for its code."""
        guess = self._guesses.at_recovery(client.address)
        player, shown, by = await self._opened_by(message)
        guess.was_right()
        require_strong(message.password, player.naming.name)
        password = await self._passwords.hash(client, message.password)
        token = mint_device(player.id, self._random_bytes(TOKEN_BYTES))
        code = code_from(self._random_bytes(CODE_BYTES))
        fresh = code_hash(player.id, code)
        recover = Recover(shown, password, read_token(token).hash, cleaned(message.label), fresh)
        await self._aggregates.tell_player(player.id, recover)
        self._guesses.owner_is_at(player.id, client.address)
        log.warning("account recovered", extra={"player": player.id, "by": by})
        client.send(Recovered(message.id, player.id, player.naming.name, token, code))

    async def _opened_by(self, message: wire.Recover) -> tuple[Player, str, str]:
        """The player whose code was shown, the hash of the code, and the author of the code.

        Raises:
            Refused: `WRONG_CODE`.
        """
        claim = await self._aggregates.claim_of(message.name)
        player = None if claim.holder is None else await self._aggregates.player(claim.holder)
        if player is None or player.naming.name_id != claim.id:
            raise Refused(PlayerRefusal.WRONG_CODE)
        shown = code_hash(player.id, message.code)
        by = player.recovery.opened_by(shown, self._clock.now_ms())
        if by is None:
            raise Refused(PlayerRefusal.WRONG_CODE)
        return player, shown, by
