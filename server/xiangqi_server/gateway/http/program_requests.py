"""What programs ask by plain HTTP, answered by the handlers of the socket's messages.

A program that shows a token asks as its player, within the scope of the token. A program without
one asks without a player, and all of those at one address share what one player may ask.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from xiangqi_server.aggregates.players.identity import Show
from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.api.http_routes import Lookup
from xiangqi_server.api.names.tokens import read_token
from xiangqi_server.api.permissions import refusal
from xiangqi_server.api.policy import POLICY
from xiangqi_server.api.policy_row import Role
from xiangqi_server.api.rate_limits import Charge
from xiangqi_server.gateway.account.login import device_by
from xiangqi_server.gateway.connection.client import UNAVAILABLE_MS, Client
from xiangqi_server.gateway.connection.client_factory import ClientFactory
from xiangqi_server.gateway.connection.inbox import HandlersByType
from xiangqi_server.gateway.connection.limits.rate_limits import RateLimits
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.http.asker import Asker, NoConnection
from xiangqi_server.gateway.http.board_streams import BoardStream, BoardStreams
from xiangqi_server.gateway.http.game_streams import GameStream, GameStreams
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused, require
from xiangqi_server.kernel.host.view import key
from xiangqi_server.kernel.store.port import StoreUnavailable
from xiangqi_server.kernel.store.rows import BadCursor
from xiangqi_server.wire.client import ClientMessage, Join, WatchBoards
from xiangqi_server.wire.refusals import MessageRefusal
from xiangqi_server.wire.server import ServerMessage
from xiangqi_server.wire.terms import Language

Answer = ServerMessage | GameStream | BoardStream
"""One message, or the stream of messages that begins."""


@dataclass(frozen=True, slots=True)
class Sender:
    """A program that asks.

    Fields:
        token: shown with the request, "" for none.
        language: of the texts in the answer.
        counted_as: the address as limits count it, "" for one they leave out.
    """

    token: str
    language: Language
    counted_as: str


class ProgramRequests:
    """Owned by the gateway.

    Args:
        streams, board_streams: what goes on.
        answering: the handlers of messages, and what takes a client out of all lists, as if its
            connection were gone.
    """

    def __init__(
        self,
        node: Node,
        rate_limits: RateLimits,
        streams: GameStreams,
        board_streams: BoardStreams,
        client_factory: ClientFactory,
        answering: tuple[HandlersByType, Callable[[Client], None]],
    ) -> None:
        self._node = node
        self._rate_limits = rate_limits
        self._streams = streams
        self._client_factory = client_factory
        self._board_streams = board_streams
        self._by_type, self._forget = answering

    def count(self, counted_as: str) -> None:
        """Count a request that asks nothing of anybody, by its address.

        Raises:
            Refused: `TOO_FAST`.
        """
        self._count(counted_as, counted_as, Charge.MESSAGE)

    async def answer(self, asked: Lookup, sender: Sender) -> Answer:
        """The answer to a request, or the stream of answers that begins.

        Raises:
            Refused: it is refused, and why.
        """
        refused = Refused(CommonRefusal.UNAVAILABLE, retry_ms=UNAVAILABLE_MS)
        with self._node.host.faults.contained("message"):
            try:
                return await self._answer(asked, sender)
            except Refused as error:
                refused = error
            except BadCursor:
                refused = Refused(MessageRefusal.BAD_CURSOR)
            except StoreUnavailable:
                pass
        raise refused

    async def _answer(self, asked: Lookup, sender: Sender) -> Answer:
        message, row = asked.message, POLICY[type(asked.message)]
        count = row.count(message)
        self._count("", sender.counted_as, row.cost, count)
        client = self._client_factory.make(Asker, NoConnection(sender.counted_as))
        client.language = sender.language
        if sender.token:
            await self._let_in(client, sender.token)
        self._count(client.player or sender.counted_as, "", row.cost, count)
        require(bool(client.player) or not asked.route.needs_player, MessageRefusal.TOKEN_REQUIRED)
        code = refusal(row, client.scope, Role.WELCOMED)
        if code is not None:
            raise Refused(code)
        if isinstance(message, WatchBoards) and asked.route.is_stream:
            return self._board_streams.open(message, sender.language)
        if not isinstance(message, Join):
            return await self._handled(client, message)
        if asked.route.is_stream:
            return await self._streams.open(message.room, message.since, sender.language)
        return await self._streams.read(client, message.room)

    async def _handled(self, client: Asker, message: ClientMessage) -> ServerMessage:
        try:
            work = self._by_type[type(message)](client, message, self._node.clock.now_ms())
            if work is not None:
                await work
        finally:
            self._forget(client)
        return client.answer

    def _count(self, player: str, address: str, cost: Charge, count: int = 1) -> None:
        now_ms = self._node.clock.now_ms()
        wait_ms = self._rate_limits.take(player, address, cost, now_ms, count)
        if wait_ms:
            raise Refused(MessageRefusal.TOO_FAST, retry_ms=wait_ms)

    async def _let_in(self, client: Client, token: str) -> None:
        """Have the client ask as the player whose token it shows."""
        shown = read_token(token)
        state = (await self._node.host.view(key(PLAYER, shown.player))).state
        now_ms = self._node.clock.now_ms()
        device = device_by(state, shown, now_ms)
        if device is None:
            raise Refused(PlayerRefusal.SIGNED_OUT)
        client.player, client.scope = shown.player, state.identity.scope_of(device)
        if not state.identity.is_known_here(shown.hash, now_ms):
            with suppress(Refused):
                await self._node.aggregates.tell_player(shown.player, Show(shown.hash, None))
