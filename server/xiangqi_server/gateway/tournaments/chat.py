"""The last lines said at one tournament, as this node tells them to those who look at it."""

from collections.abc import Collection, Sequence
from typing import Final

from xiangqi_server.aggregates.tournaments.messages import TournamentEvent
from xiangqi_server.aggregates.tournaments.state import Tournament
from xiangqi_server.api.moments import earlier
from xiangqi_server.api.room.chat import ChatMessage, chat_line
from xiangqi_server.api.tournaments.tournament_chat import can_read
from xiangqi_server.gateway.connection.chat_lines import ChatLines, LatestLines
from xiangqi_server.gateway.connection.client import WIRE_FORMAT, Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.kernel.host.view import View
from xiangqi_server.kernel.store.feed import Ephemeral
from xiangqi_server.kernel.store.side import StoredChatLine, read_line, stream_of
from xiangqi_server.net.fanout import Subscribers
from xiangqi_server.wire.codec import encode
from xiangqi_server.wire.parts import ChatLine
from xiangqi_server.wire.server import TournamentChat, TournamentChatHistory
from xiangqi_server.wire.terms import AudienceName

STREAM: Final[AudienceName] = "spectators"
"""All who look at a tournament are one audience."""


class ToldChat:
    """What was said at a tournament; part of its broadcaster, and listens on its channel.

    Args:
        subscribers: the connections of those who look.
        clients: the same people.
    """

    def __init__(
        self,
        node: Node,
        lines: ChatLines,
        view: View[Tournament, TournamentEvent],
        subscribers: Subscribers,
        clients: Collection[Client],
    ) -> None:
        self._node = node
        self._kept = lines
        self._view = view
        self._subscribers = subscribers
        self._clients = clients
        self._latest = LatestLines()

    def load(self, stored: Sequence[StoredChatLine]) -> None:
        """Take what was said before."""
        self._latest.load(stored)

    def show(self, client: Client) -> None:
        """Send a client the latest lines, if there are any that it may read."""
        lines = [
            self._line(line, words)
            for line, words in self._latest
            if words.player not in client.ignored
        ]
        if lines and can_read(self._view.state, client.player):
            client.send(TournamentChatHistory(self._view.aggregate.id, lines))

    def tell(self, line: StoredChatLine) -> None:
        """Send a line to all who may read it, unless it is known."""
        words = self._latest.take(line)
        if words is None:
            return
        told = TournamentChat(self._view.aggregate.id, self._line(line, words))
        spared = {client.connection for client in self._clients if not self._hears(client, words)}
        self._subscribers.send(lambda form: encode(told, WIRE_FORMAT[form]), but=spared)

    def _hears(self, client: Client, words: ChatMessage) -> bool:
        return words.player not in client.ignored and can_read(self._view.state, client.player)

    def _line(self, line: StoredChatLine, words: ChatMessage) -> ChatLine:
        told = chat_line(line.number, line.at_ms, words, "en", self._node.names)
        return earlier(told, self._node.host.parts.clock_offset_ms(self._view.aggregate))

    def on_ephemeral(self, ephemeral: Ephemeral) -> None:
        """Tell a line that was said on another node; this node's own come back, and are known."""
        if stream_of(ephemeral.topic) == STREAM:
            line = read_line(ephemeral.body)
            if not self._latest.knows(line):
                self._node.tasks.start(self._tell_with_missed(line))

    async def _tell_with_missed(self, line: StoredChatLine) -> None:
        place = self._view.aggregate
        for told in await self._kept.to_tell(place, STREAM, line, self._latest):
            self.tell(told)
