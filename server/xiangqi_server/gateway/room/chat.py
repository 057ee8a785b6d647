"""What is said in the rooms of this node: kept beside the log, sent to those that may read it."""

from xiangqi_server.api.room.chat import (
    KEPT_STREAMS,
    ChatMessage,
    chat_message,
    goes_on_by_days,
    kept_ms,
)
from xiangqi_server.gateway.connection.chat_lines import ChatLines
from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.inbox import Coro
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.room.broadcasting.broadcaster import RoomBroadcaster
from xiangqi_server.gateway.room.broadcasting.chat_history import AUDIENCES
from xiangqi_server.kernel.store.feed import Ephemeral
from xiangqi_server.kernel.store.side import StoredChatLine, read_line, stream_of
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.server import Done
from xiangqi_server.wire.terms import AudienceName


class ChatHandler:
    """Takes lines of chat. Owned by the gateway."""

    def __init__(self, node: Node, lines: ChatLines) -> None:
        self._clock = node.clock
        self._store = node.side.chat
        self._tasks = node.tasks
        self._lines = lines

    def send(self, client: Client, message: wire.Chat, broadcaster: RoomBroadcaster) -> Coro:
        """Keep a line, tell it, and say that it is done.

        Raises:
            Refused: this may not be said here, or not so fast.
        """
        line = chat_message(broadcaster.room, client.player, message)
        self._lines.count(client, message, line)
        return self._keep(client, message, line, broadcaster)

    async def _keep(
        self, client: Client, message: wire.Chat, line: ChatMessage, broadcaster: RoomBroadcaster
    ) -> None:
        place, ref = broadcaster.view.aggregate, client.ref_of(message)
        ttl_ms = kept_ms(broadcaster.room, self._clock.now_ms())
        kept = await self._lines.keep(place, message.to, ref, line, ttl_ms=ttl_ms)
        broadcaster.chat.tell(message.to, kept)
        client.send(Done(message.id, message.room))

    async def load(self, broadcaster: RoomBroadcaster) -> None:
        """Load what was said before into a new broadcaster."""
        said = await self._lines.of(broadcaster.view.aggregate, *AUDIENCES)
        for to, lines in zip(AUDIENCES, said, strict=True):
            broadcaster.chat.load(to, lines)
        if goes_on_by_days(broadcaster.room):
            ttl_ms = kept_ms(broadcaster.room, self._clock.now_ms())
            self._tasks.start(self._store.keep(broadcaster.view.aggregate, KEPT_STREAMS, ttl_ms))

    def on_ephemeral(self, broadcaster: RoomBroadcaster, ephemeral: Ephemeral) -> None:
        """Tell a line that was said on another node; this node's own come back, and are known."""
        stream = stream_of(ephemeral.topic)
        for to in AUDIENCES:
            if to == stream:
                line = read_line(ephemeral.body)
                if not broadcaster.chat.latest(to).knows(line):
                    self._tasks.start(self._tell(broadcaster, to, line))

    async def _tell(
        self, broadcaster: RoomBroadcaster, to: AudienceName, line: StoredChatLine
    ) -> None:
        latest = broadcaster.chat.latest(to)
        for told in await self._lines.to_tell(broadcaster.view.aggregate, to, line, latest):
            broadcaster.chat.tell(to, told)
