"""What all messages of the server have in common."""

from msgspec import Struct


class ServerMessage(Struct, frozen=True, gc=False):
    """Base of all: an object whose `type` names its class."""
