"""What all messages of a client have in common."""

from msgspec import Struct


class ClientMessage(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all: a message is an object whose `type` names its class, all fields typed."""
