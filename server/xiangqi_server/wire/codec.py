"""Bytes to messages and back, in both formats; the only place that decodes a client's bytes.

A client's bytes go straight through a typed decoder: unknown types and fields, wrong
types, and sizes past `limits` are refused before anything of ours sees them.
"""

from enum import StrEnum
from typing import get_args
from zlib import crc32

import msgspec

from xiangqi_server.wire.client import AnyClientMessage, ClientMessage
from xiangqi_server.wire.limits import PATTERN_WORDS, CommandId
from xiangqi_server.wire.server import ServerMessage
from xiangqi_server.wire.strict import lenient_structs, strict


class Format(StrEnum):
    """The two formats, one subprotocol each."""

    MSGPACK = "xiangqi.v1.msgpack"
    JSON = "xiangqi.v1.json"


class WireError(Exception):
    """A client's bytes are not a message; the text says where, in English.

    Fields:
        id: of the message, where at least that can be read, so that its sender need not wait.
    """

    def __init__(self, text: str, id_: str | None) -> None:
        super().__init__(text)
        self.id = id_


class _Identified(msgspec.Struct):
    """Any object at all; of its fields only the id is looked at."""

    id: CommandId | None = None


_JSON_DECODER = msgspec.json.Decoder(AnyClientMessage)
_MSGPACK_DECODER = msgspec.msgpack.Decoder(AnyClientMessage)
_JSON_STRICT_DECODER = msgspec.json.Decoder(strict(AnyClientMessage))
_MSGPACK_STRICT_DECODER = msgspec.msgpack.Decoder(strict(AnyClientMessage))
_READ_TWICE = frozenset(kind for kind in get_args(AnyClientMessage) if lenient_structs(kind))
"""Messages with a struct that is stored as it came: seeks, challenges, settings."""

_JSON_ID_DECODER = msgspec.json.Decoder(_Identified)
_MSGPACK_ID_DECODER = msgspec.msgpack.Decoder(_Identified)
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_JSON_ENCODER = msgspec.json.Encoder()
_MSGPACK_ENCODER = msgspec.msgpack.Encoder()


def decode(payload: bytes, form: Format) -> ClientMessage:
    """Read one message of a client.

    Raises:
        WireError: the bytes are not one.
    """
    is_msgpack = form is Format.MSGPACK
    decoder = _MSGPACK_DECODER if is_msgpack else _JSON_DECODER
    strict_decoder = _MSGPACK_STRICT_DECODER if is_msgpack else _JSON_STRICT_DECODER
    try:
        message: ClientMessage = decoder.decode(payload)
        if type(message) in _READ_TWICE:
            strict_decoder.decode(payload)
    except _UNREADABLE as error:
        raise WireError(_in_words(str(error)), _readable_id(payload, form)) from None
    return message


def _in_words(text: str) -> str:
    """The same, without regular expressions."""
    for pattern, words in PATTERN_WORDS.items():
        text = text.replace(f"matching regex {pattern!r}", words)
    return text


def _readable_id(payload: bytes, form: Format) -> str | None:
    decoder = _MSGPACK_ID_DECODER if form is Format.MSGPACK else _JSON_ID_DECODER
    try:
        return decoder.decode(payload).id
    except _UNREADABLE:
        return None


def encode(message: ServerMessage | ClientMessage, form: Format) -> bytes:
    """Write one message of either direction."""
    encoder = _MSGPACK_ENCODER if form is Format.MSGPACK else _JSON_ENCODER
    return encoder.encode(message)


def fingerprint(message: ClientMessage) -> str:
    """Eight hexadecimal digits that differ when what a message says differs."""
    return f"{crc32(_MSGPACK_ENCODER.encode(message)):08x}"
