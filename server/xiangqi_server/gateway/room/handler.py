"""What clients ask of a room: opening it, looking, playing and chatting in it, exporting it."""

from xiangqi_server.gateway.connection.client import Client
from xiangqi_server.gateway.connection.inbox import Coro
from xiangqi_server.gateway.room.broadcasters import RoomBroadcasters
from xiangqi_server.gateway.room.chat import ChatHandler
from xiangqi_server.gateway.room.commands import RoomCommandHandler
from xiangqi_server.gateway.room.exports import Exports
from xiangqi_server.gateway.room.invitations import Invitations
from xiangqi_server.gateway.room.joins import JoinHandler
from xiangqi_server.wire import client as wire
from xiangqi_server.wire.server import Done

RoomMessage = wire.AnyRoomMessage | wire.AnyChallengesMessage
"""The messages handled here."""


class RoomHandler:
    """The rooms for the connections of this node. Owned by the gateway."""

    def __init__(
        self,
        rooms: RoomBroadcasters,
        joins: JoinHandler,
        commands: RoomCommandHandler,
        chat: ChatHandler,
        invitations: Invitations,
        exports: Exports,
    ) -> None:
        self._rooms = rooms
        self._joins = joins
        self._commands = commands
        self._chat = chat
        self._invitations = invitations
        self._exports = exports

    def handle(self, client: Client, message: RoomMessage, now_ms: int) -> Coro | None:
        """Do what a message asks.

        Raises:
            Refused: the client may not do that.
        """
        match message:
            case wire.Move():
                self._commands.submit(client, message, now_ms)
            case wire.Join():
                return self._joins.join(client, message)
            case wire.Leave():
                self._joins.leave(client, message.room)
                client.send(Done(message.id, message.room))
            case wire.Premove():
                return self._commands.premove(client, message)
            case wire.CancelPremove():
                return self._commands.cancel_premove(client, message)
            case wire.Chat():
                return self._chat.send(client, message, self._rooms.broadcaster(message.room))
            case wire.Legal():
                self._rooms.broadcaster(message.room).own_moves.answer(client, message.id)
            case wire.Export():
                return self._exports.send(client, message)
            case wire.Log():
                return self._exports.send_log(client, message)
            case wire.Invite():
                return self._invitations.invite(client, message, now_ms)
            case wire.Challenge():
                return self._invitations.challenge(client, message, now_ms)
            case wire.Sit() | wire.AcceptChallenge():
                self._commands.sit(client, message, now_ms)
            case _:
                self._commands.submit(client, message, now_ms)
        return None
