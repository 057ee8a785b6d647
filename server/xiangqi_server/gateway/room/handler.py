"""What clients ask of a room that they have joined, besides its commands: leaving, words, moves."""

from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.inbox import Coro
from xiangqi_server.gateway.room.broadcasters import RoomBroadcasters
from xiangqi_server.gateway.room.chat import ChatHandler
from xiangqi_server.gateway.room.joins import JoinHandler
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.server import Done


class RoomHandler:
    """The joined rooms of the connections of this node. Owned by the gateway."""

    def __init__(self, rooms: RoomBroadcasters, joins: JoinHandler, chat: ChatHandler) -> None:
        self._rooms = rooms
        self._joins = joins
        self._chat = chat

    def leave(self, client: Client, message: wire.Leave) -> None:
        """Show a room no longer."""
        self._joins.leave(client, message.room)
        client.send(Done(message.id, message.room))

    def say(self, client: Client, message: wire.Chat) -> Coro:
        """Say something there.

        Raises:
            Refused: this may not be said there, or not so fast.
        """
        return self._chat.send(client, message, self._rooms.broadcaster(message.room))

    def show_moves(self, client: Client, message: wire.Legal) -> None:
        """Tell a player the moves that may be played."""
        self._rooms.broadcaster(message.room).own_moves.answer(client, message.id)
