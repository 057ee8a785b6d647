"""What all messages of a client have in common."""

from msgspec import Struct

from xiangqi_server.wire.limits import CommandId


class ClientMessage(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Base of all: a message is an object whose `type` names its class, all fields typed."""


class Request(ClientMessage, frozen=True):
    """Base of all that are answered: the answer echoes the `id`, which the client chooses."""

    id: CommandId
