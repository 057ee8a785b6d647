"""Messages to text and back, for programs that may be older than the server.

A message of a type that this version does not know, or cannot read, comes as `Unknown`.
"""

from typing import Any, Final

import msgspec

from xiangqi_client.commands import Command
from xiangqi_client.messages import TOLD, Message


class Unknown(Message, frozen=True):
    """A message of a later server.

    Fields:
        type: its name.
        fields: all of it, as it came.
    """

    type: str
    fields: dict[str, Any]


class _Head(msgspec.Struct):
    """Any message; of its fields only the type is looked at."""

    type: str


_ENCODER: Final = msgspec.json.Encoder()
_HEAD: Final = msgspec.json.Decoder(_Head)
_ANYTHING: Final = msgspec.json.Decoder(dict[str, Any])
_DECODERS: Final = {
    message.__struct_config__.tag: msgspec.json.Decoder(message) for message in TOLD
}


def encode(command: Command[Any], id_: str) -> str:
    """A command as it is sent under an id."""
    return _ENCODER.encode({**msgspec.to_builtins(command), "id": id_}).decode()


def encode_pong(n: int) -> str:
    """The answer to a `ping`."""
    return _ENCODER.encode({"type": "pong", "n": n}).decode()


def decode(text: str | bytes) -> Message:
    """A message of the server.

    Raises:
        msgspec.DecodeError: it is no message at all: what answers is no such server.
    """
    type_ = _HEAD.decode(text).type
    decoder = _DECODERS.get(type_)
    if decoder is not None:
        try:
            return decoder.decode(text)
        except msgspec.ValidationError:
            pass  # a later server tells it otherwise
    return Unknown(type_, _ANYTHING.decode(text))
