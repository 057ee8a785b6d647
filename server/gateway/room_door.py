"""What one asks of a room: to open or see one, to play and talk in it, to have it written out."""

from functools import partial

from server.gateway.client import Client
from server.gateway.exports import Exports
from server.gateway.invitations import Invitations
from server.gateway.rooms import Rooms
from server.gateway.talk import Talk
from server.gateway.turns import Turns
from server.gateway.visitors import Visitors
from server.session import commands
from server.store.base import AggregateId
from server.wire import client as wire
from server.wire.server import Done

RoomMessage = (
    commands.RoomMessage
    | wire.Join
    | wire.Leave
    | wire.Premove
    | wire.CancelPremove
    | wire.Chat
    | wire.Export
    | wire.Log
    | wire.Invite
    | wire.ChallengePlayer
)
"""What is taken here."""


class RoomDoor:
    """The rooms for the connections of this node. Owned by the gateway."""

    def __init__(
        self,
        turns: Turns,
        visitors: Visitors,
        rooms: Rooms,
        talk: Talk,
        invitations: Invitations,
        exports: Exports,
    ) -> None:
        self._turns = turns
        self._visitors = visitors
        self._rooms = rooms
        self._talk = talk
        self._invitations = invitations
        self._exports = exports

    def take(self, client: Client, message: RoomMessage, now_ms: int) -> None:
        """Do what a message asks.

        Raises:
            Refused: it may not.
        """
        match message:
            case wire.Join():
                room = AggregateId("room", message.room)
                then = partial(self._rooms.join, client, message)
                self._turns.look(client, room, then, version=message.since or 0)
            case wire.Leave():
                self._rooms.leave(client, message.room)
                client.send(Done(message.id, message.room))
            case wire.Premove():
                self._rooms.premove(client, message, now_ms)
            case wire.CancelPremove():
                self._rooms.cancel_premove(client, message)
            case wire.Chat():
                self._talk.say(client, message, self._rooms.desk(message.room))
            case wire.Export():
                self._exports.send(client, message)
            case wire.Log():
                self._exports.send_log(client, message)
            case wire.Invite():
                self._visitors.when_registered(
                    client,
                    message,
                    lambda player: self._invitations.invite(client, message, player, now_ms),
                )
            case wire.ChallengePlayer():
                self._visitors.when_registered(
                    client,
                    message,
                    lambda player: self._invitations.challenge(client, message, player, now_ms),
                )
            case wire.Sit() | wire.AcceptChallenge():
                self._visitors.when_registered(
                    client,
                    message,
                    lambda player: self._rooms.command(
                        client, message, now_ms, has_account=player.identity.has_account
                    ),
                )
            case _:
                self._rooms.command(client, message, now_ms)
