"""The last lines said in one room, as this node tells them to its readers."""

from collections.abc import Sequence
from typing import Final, get_args

from xiangqi_server.aggregates.room.messages import RoomEvent
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.api.moments import earlier
from xiangqi_server.api.room.chat import ChatMessage, can_read, chat_line
from xiangqi_server.gateway.connection.chat_lines import LatestLines
from xiangqi_server.gateway.connection.client import WIRE_FORMAT, Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.room.broadcasting.viewers import Viewers
from xiangqi_server.kernel.host.view import View
from xiangqi_server.kernel.store.side import StoredChatLine
from xiangqi_server.net.ports import Format
from xiangqi_server.net.websocket.frames import frame_message
from xiangqi_server.wire.codec import encode
from xiangqi_server.wire.parts import ChatLine
from xiangqi_server.wire.server import Chat, ChatHistory
from xiangqi_server.wire.terms import AudienceName, Language

AUDIENCES: Final[tuple[AudienceName, ...]] = get_args(AudienceName)

_NO_LINES: Final = LatestLines()


class RoomChat:
    """What was said to either audience of a room; part of its broadcaster."""

    def __init__(self, node: Node, view: View[Room, RoomEvent], viewers: Viewers) -> None:
        self._view = view
        self._viewers = viewers
        self._names = node.names
        self._parts = node.host.parts
        self._lines: dict[AudienceName, LatestLines] = {}  # most rooms have no chat

    def latest(self, to: AudienceName) -> LatestLines:
        """The latest lines; their reader changes nothing."""
        return self._lines.get(to, _NO_LINES)

    def load(self, to: AudienceName, stored: Sequence[StoredChatLine]) -> None:
        """Take what was said before; it goes before what has been sent since."""
        if stored:
            self._lines.setdefault(to, LatestLines()).load(stored)

    def tell(self, to: AudienceName, line: StoredChatLine) -> None:
        """Send a line to all viewers that may read it, unless it is known."""
        words = self._lines.setdefault(to, LatestLines()).take(line)
        if words is None:
            return
        room = self._view.state
        frames: dict[tuple[Language, Format], bytes] = {}
        for client in self._viewers:
            side = room.seats.side_of(client.player)
            if words.player in client.ignored or not can_read(room, side, to):
                continue
            form = client.connection.format
            key = (client.language, form)
            if key not in frames:
                told = Chat(room.id, to, self._line(line, words, client.language))
                payload = encode(told, WIRE_FORMAT[form])
                frames[key] = frame_message(payload, form)
            client.send_frame(frames[key], droppable=side is None)

    def _line(self, line: StoredChatLine, words: ChatMessage, language: Language) -> ChatLine:
        told = chat_line(line.number, line.at_ms, words, language, self._names)
        return earlier(told, self._parts.clock_offset_ms(self._view.aggregate))

    def show_all(self, client: Client) -> None:
        """Send a client the latest lines for each audience to which it belongs."""
        room = self._view.state
        for to in AUDIENCES if self._lines else ():
            if can_read(room, room.seats.side_of(client.player), to):
                self.show(client, to)

    def show(self, client: Client, to: AudienceName) -> None:
        """Send a client the latest lines, if there are any."""
        lines = [
            self._line(line, words, client.language)
            for line, words in self.latest(to)
            if words.player not in client.ignored
        ]
        if lines:
            client.send(ChatHistory(self._view.aggregate.id, to, lines))
