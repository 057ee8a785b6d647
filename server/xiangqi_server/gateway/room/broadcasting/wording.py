"""One room and its events as messages: in the words of a reader, and in the time of this node."""

from collections.abc import Iterable

from xiangqi_server.aggregates.room.messages import Moved, RoomEvent
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.api.moments import earlier
from xiangqi_server.api.names.ids import seat_key_from
from xiangqi_server.api.room.room_messages import event_view, moved_view, views_by_reader
from xiangqi_server.api.room.room_views import room_view
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.gateway.connection.client import WIRE_FORMAT, Client
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.gateway.room.broadcasting.knowledge import RoomKnowledge
from xiangqi_server.kernel.host.view import Change
from xiangqi_server.net.ports import Format
from xiangqi_server.net.websocket.frames import frame_message
from xiangqi_server.wire.codec import encode
from xiangqi_server.wire.server import Room as RoomMessage
from xiangqi_server.wire.server import ServerMessage


class RoomWording:
    """Part of the broadcaster of a room."""

    __slots__ = ("_knowledge", "_names", "_parts")

    def __init__(self, node: Node, knowledge: RoomKnowledge) -> None:
        self._knowledge = knowledge
        self._names = node.names
        self._parts = node.host.parts

    def room(self, client: Client, spectators: int) -> RoomMessage:
        """The whole room as a client knows it; spectators of one language see it alike."""
        room, head = self._knowledge.known_to(client)
        view = room_view(
            room,
            version=head.version,
            digest=head.digest.hex(),
            at_ms=head.at_ms,
            you=self._knowledge.side_of(client),
            language=client.language,
            spectators=spectators,
            names=self._names,
            seat_key=self._seat_key(client),
        )
        return earlier(view, self._parts.clock_offset_ms(self._knowledge.view.aggregate))

    def _seat_key(self, client: Client) -> str | None:
        """The key of the free seat, for the inviting player and for no other reader."""
        room = self._knowledge.view.state
        is_asked = room.status is Status.WAITING and bool(room.invitation.lock)
        if not is_asked or self._knowledge.side_of(client) is None:
            return None
        return seat_key_from(client.token_hash, room.id)

    def event(self, change: Change[Room, RoomEvent], client: Client | None) -> ServerMessage:
        """An event for one client, or as all clients read it alike, in this node's time."""
        state, stamped, digest = change.state, change.stamped, change.head.digest.hex()
        view: ServerMessage
        if isinstance(stamped.event, Moved):
            view = moved_view(state, stamped.event, stamped.version, digest, stamped.at_ms)
        else:
            language = client.language if client is not None else "en"
            side = None if client is None else self._knowledge.side_of(client)
            view = event_view(state, stamped, digest, language, side, self._names)
        ahead_ms = self._parts.clock_offset_ms(self._knowledge.view.aggregate)
        return earlier(view, ahead_ms) if ahead_ms else view

    def send_by_reader(self, change: Change[Room, RoomEvent], clients: Iterable[Client]) -> None:
        """Send an event that has words: encoded once for each language, side and format."""
        frames: dict[tuple[str, Side | None, Format], bytes] = {}
        digest = change.head.digest.hex()
        view_of = views_by_reader(change.state, change.stamped, digest, self._names)
        ahead_ms = self._parts.clock_offset_ms(self._knowledge.view.aggregate)
        for client in clients:
            form, side = client.connection.format, self._knowledge.side_of(client)
            key = (client.language, side, form)
            if key not in frames:
                view = view_of(client.language, side)
                view = earlier(view, ahead_ms) if ahead_ms else view
                frames[key] = frame_message(encode(view, WIRE_FORMAT[form]), form)
            client.send_frame(frames[key], droppable=side is None)
