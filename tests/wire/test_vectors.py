"""The bytes on the wire are the golden ones, in both formats and both directions."""

import json
from typing import Any, get_args

import pytest

from tests.support.for_each import for_each
from tests.support.wire_samples import CLIENT, SERVER
from tests.tools.wire_vectors import FOLDER
from xiangqi_server.wire.client import AnyClientMessage, ClientMessage, Hello, Invite, Join, Seek
from xiangqi_server.wire.codec import Format, decode, encode
from xiangqi_server.wire.limits import MESSAGE_BYTES
from xiangqi_server.wire.server import AnyServerMessage, ServerMessage
from xiangqi_server.wire.terms import FischerClock, GameTerms


def golden(file: str) -> dict[str, dict[str, Any]]:
    """The vectors of a file by name."""
    entries = json.loads((FOLDER / file).read_text())
    return {entry["name"]: entry for entry in entries}


ASKED, TOLD = golden("client.json"), golden("server.json")


def test_there_is_a_vector_of_every_type() -> None:
    assert {type(message) for _, message in CLIENT} == set(get_args(AnyClientMessage))
    assert {type(message) for _, message in SERVER} == set(get_args(AnyServerMessage))


@for_each(CLIENT)
def test_a_client_s_bytes_are_read_as_the_message(name: str, message: ClientMessage) -> None:
    vector = ASKED[name]

    from_json = decode(vector["json"].encode(), Format.JSON)
    from_msgpack = decode(bytes.fromhex(vector["msgpack_hex"]), Format.MSGPACK)

    assert from_json == from_msgpack == message
    assert json.loads(vector["json"]) == vector["message"]


@for_each(SERVER)
def test_the_server_s_message_is_written_as_the_bytes(name: str, message: ServerMessage) -> None:
    vector = TOLD[name]

    assert encode(message, Format.JSON) == vector["json"].encode()
    assert encode(message, Format.MSGPACK).hex() == vector["msgpack_hex"]
    assert json.loads(vector["json"]) == vector["message"]


def test_every_message_of_a_client_fits_its_frame() -> None:
    sizes = [len(vector["json"].encode()) for vector in ASKED.values()]

    assert max(sizes) <= MESSAGE_BYTES


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"type":"hello","id":"1"}', Hello("1")),
        ('{"room":"room1","id":"1","type":"join"}', Join("1", "room1")),
        ('{"type":"join","id":"1","room":"room1","since":null}', Join("1", "room1")),
        (
            '{"type":"seek","id":"1","terms":{"clock":{"type":"fischer","main_ms":60000}}}',
            Seek("1", GameTerms(clock=FischerClock(main_ms=60_000, increment_ms=0))),
        ),
        (
            """ {"terms": {"rules": {}, "clock": {"main_ms": 60000, "type": "fischer"}},
                 "id": "1", "type": "invite"} """,
            Invite("1", GameTerms(clock=FischerClock(main_ms=60_000))),
        ),
    ],
)
def test_fields_may_come_in_any_order_and_defaults_be_left_out(
    text: str, message: ClientMessage
) -> None:
    assert decode(text.encode(), Format.JSON) == message
