"""What all messages of a client have in common."""

from msgspec import Struct

from xiangqi_server.wire.limits import CommandId, RoomId


class ClientMessage(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Base of all: a message is an object whose `type` names its class, all fields typed."""


class Request(ClientMessage, frozen=True):
    """Base of all that are answered: the answer echoes the `id`, which the client chooses."""

    id: CommandId


class RoomRequest(Request, frozen=True):
    """Base of all that a room decides: each becomes a command of the room that it names."""

    room: RoomId
