"""Arbiters without an account: the organiser gives a code, and it appoints its bearer.

A code is short enough to be typed on a phone, so it is kept as the password of a tournament is, and
tries are counted in the same way. A new code ends the one before. Arbiters that it appointed stay
until the organiser removes them; what they write names them.
"""

from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.aggregates.tournaments.actions import ArbiterCode
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.managing import managed_by
from xiangqi_server.aggregates.tournaments.messages import Arbitrate, ManageTournament
from xiangqi_server.aggregates.tournaments.password import TOURNAMENT_PASSWORD
from xiangqi_server.api.names.secret_codes import (
    SHORT_CODE_BYTES,
    code_as_written,
    short_code_from,
)
from xiangqi_server.gateway.account.guesses import Guesses, tried
from xiangqi_server.gateway.account.password_line import PasswordLine
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.connection.replies import have_decided
from xiangqi_server.gateway.social.operators import Operators
from xiangqi_server.gateway.tournaments.queries import TournamentQueries
from xiangqi_server.kernel.aggregate.refusal import require
from xiangqi_server.kernel.host.view import key
from xiangqi_server.wire import client as wire
from xiangqi_server.wire import server


class ArbiterCodes:
    """Owned by the gateway."""

    def __init__(
        self,
        node: Node,
        operators: Operators,
        queries: TournamentQueries,
        passwords: PasswordLine,
        guesses: Guesses,
    ) -> None:
        self._node = node
        self._operators = operators
        self._queries = queries
        self._passwords = passwords
        self._guesses = guesses

    async def set(self, client: Client, message: wire.SetArbiterCode) -> None:
        """Have a fresh code appoint arbiters from now on, or none.

        Raises:
            Refused: NOT_ALLOWED and others.
        """
        player = await self._node.aggregates.player(client.player)
        is_operator = self._operators.is_operator(player)
        action = ArbiterCode(self._node.fresh_id() if message.on else "")
        command = ManageTournament(client.player, action, is_operator=is_operator)
        tournament = await self._queries.tournament(message.tournament)
        managed_by(tournament, command, self._node.clock.now_ms())  # else nothing is hashed
        code, hashed = "", ""
        if message.on:
            code = short_code_from(self._node.random_bytes(SHORT_CODE_BYTES))
            hashed = await self._passwords.hash(client, code_as_written(code))
        command = ManageTournament(client.player, action, is_operator, hashed)
        await self._node.aggregates.decided(key(TOURNAMENT, tournament.id), command)
        client.send(server.ArbiterCode(message.id, tournament.id, code))

    async def arbitrate(self, client: Client, message: wire.Arbitrate, now_ms: int) -> None:
        """Have the sender be an arbiter, by a code.

        Raises:
            Refused: WRONG_CODE or TOO_FAST.
        """
        tournament = await self._queries.tournament(message.tournament)
        require(tournament.arbiter_code != "", PlayerRefusal.WRONG_CODE)
        kept = key(TOURNAMENT_PASSWORD, tournament.arbiter_code)
        hashed = (await self._node.host.view(kept)).state.hashed
        guess = self._guesses.at_entrance(client.player, client.address)
        shown = self._passwords.fits(client, hashed or None, code_as_written(message.code))
        require(await tried(guess, shown), PlayerRefusal.WRONG_CODE)
        command = Arbitrate(client.player, tournament.arbiter_code)
        aggregate = key(TOURNAMENT, tournament.id)
        have_decided(self._node.host, aggregate, command, client, message, now_ms)
