"""Takes what is said at tournaments by those who look at them."""

from xiangqi_server.api.room.chat import ChatMessage
from xiangqi_server.api.tournaments.tournament_chat import kept_ms, tournament_line
from xiangqi_server.gateway.connection.chat_lines import ChatLines
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.inbox import Coro
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.tournaments.broadcaster import (
    TournamentBroadcaster,
    TournamentBroadcasters,
)
from xiangqi_server.gateway.tournaments.chat import STREAM
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.refusals import MessageRefusal
from xiangqi_server.wire.server import Done


class TournamentTalk:
    """Owned by the gateway."""

    def __init__(self, node: Node, broadcasters: TournamentBroadcasters, lines: ChatLines) -> None:
        self._clock = node.clock
        self._broadcasters = broadcasters
        self._lines = lines

    def say(self, client: Client, message: wire.TournamentChat) -> Coro:
        """Keep a line, tell it, and say that it is done.

        Raises:
            Refused: the client does not watch it, may not say this now, or not so fast.
        """
        broadcaster = self._broadcasters.watched_by(client)
        if broadcaster is None or broadcaster.view.aggregate.id != message.tournament:
            raise Refused(MessageRefusal.NOT_WATCHING)
        line = tournament_line(broadcaster.view.state, client.player, message)
        self._lines.count(client, message, line)
        return self._keep(client, message, line, broadcaster)

    async def _keep(
        self,
        client: Client,
        message: wire.TournamentChat,
        line: ChatMessage,
        broadcaster: TournamentBroadcaster,
    ) -> None:
        view, ref = broadcaster.view, client.ref_of(message)
        ttl_ms = kept_ms(view.state, self._clock.now_ms())
        kept = await self._lines.keep(view.aggregate, STREAM, ref, line, ttl_ms=ttl_ms)
        broadcaster.chat.tell(kept)
        client.send(Done(message.id))
