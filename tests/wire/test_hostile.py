"""Whatever bytes come, they are a valid message or a `WireError`, and quickly."""

import struct
from collections.abc import Callable
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.for_each import for_each
from tests.support.wire_samples import CLIENT, ROOM
from xiangqi_server.wire.client import AnyClientMessage
from xiangqi_server.wire.codec import Format, WireError, decode
from xiangqi_server.wire.limits import MESSAGE_BYTES

TYPES = get_args(AnyClientMessage)
FORMATS = list(Format)
BOTH = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name.lower())


def encoded(value: object, form: Format) -> bytes:
    """Any value in a format, as a hostile client may write it."""
    return msgspec.msgpack.encode(value) if form is Format.MSGPACK else msgspec.json.encode(value)


def is_refused(payload: bytes, form: Format) -> bool:
    """Whether the bytes are refused as unreadable; any other exception fails the test."""
    try:
        message = decode(payload, form)
    except WireError:
        return True
    assert isinstance(message, TYPES)
    return False


Nest = Callable[[int], bytes]
NESTED: list[tuple[str, Nest, Nest]] = [
    ("arrays", lambda depth: b"[" * depth, lambda depth: b"\x91" * depth),
    ("objects", lambda depth: b'{"a":' * depth, lambda depth: b"\x81\xa1a" * depth),
    (
        "arrays in front of the type",
        lambda depth: b'{"x":' + b"[" * depth,
        lambda depth: b"\x82\xa1x" + b"\x91" * depth,
    ),
    (
        "arrays in a field",
        lambda depth: b'{"type":"hello","id":' + b"[" * depth,
        lambda depth: b"\x82\xa4type\xa5hello\xa2id" + b"\x91" * depth,
    ),
    (
        "closed arrays in front of the type",
        lambda depth: b'{"x":' + b"[" * (depth // 2) + b"]" * (depth // 2) + b',"type":"pong"}',
        lambda depth: b"\x82\xa1x" + b"\x91" * depth + b"\xc0\xa4type\xa4pong",
    ),
]


@pytest.mark.parametrize(("name", "json", "msgpack"), NESTED, ids=[name for name, *_ in NESTED])
def test_deep_nesting_is_refused(name: str, json: Nest, msgpack: Nest) -> None:
    assert is_refused(json(MESSAGE_BYTES)[:MESSAGE_BYTES], Format.JSON)
    assert is_refused(msgpack(MESSAGE_BYTES)[:MESSAGE_BYTES], Format.MSGPACK)


WRONG_VALUES: list[tuple[str, object]] = [
    ("no object", ["hello", "1"]),
    ("a number", 7),
    ("nothing", None),
    ("no type", {"id": "1"}),
    ("an unknown type", {"type": "cheat", "id": "1"}),
    ("a type of the server", {"type": "welcome", "id": "1"}),
    ("a type that is no text", {"type": 7, "id": "1"}),
    ("an unknown field", {"type": "resign", "id": "1", "room": ROOM, "side": "red"}),
    ("no id", {"type": "resign", "room": ROOM}),
    ("an empty id", {"type": "resign", "id": "", "room": ROOM}),
    ("an id too long", {"type": "resign", "id": "x" * 33, "room": ROOM}),
    ("an id that is a number", {"type": "resign", "id": 1, "room": ROOM}),
    ("an id with a line feed at its end", {"type": "resign", "id": "1\n", "room": ROOM}),
    ("an id with a space", {"type": "resign", "id": "1 2", "room": ROOM}),
    ("an id outside ASCII", {"type": "resign", "id": "１", "room": ROOM}),
    ("a room with a colon", {"type": "resign", "id": "1", "room": "room:1"}),
    ("a room with a brace", {"type": "resign", "id": "1", "room": "{s00}"}),
    ("a room with a slash", {"type": "resign", "id": "1", "room": "../../etc"}),
    ("a room with a zero byte", {"type": "resign", "id": "1", "room": "room\0"}),
    ("a room in capitals", {"type": "resign", "id": "1", "room": "ROOM"}),
    ("a room with a line feed at its end", {"type": "resign", "id": "1", "room": "room1\n"}),
    ("a room too short", {"type": "resign", "id": "1", "room": "abc"}),
    ("a token with a line feed at its end", {"type": "hello", "id": "1", "token": "t" * 44 + "\n"}),
    ("a token too short", {"type": "hello", "id": "1", "token": "t" * 19}),
    ("a client too long", {"type": "hello", "id": "1", "client": "é" * 65}),
    ("too many features", {"type": "hello", "id": "1", "features": [""] * 17}),
    ("features that are no texts", {"type": "hello", "id": "1", "features": [1]}),
    ("features that are no list", {"type": "hello", "id": "1", "features": {"a": "b"}}),
    ("an unknown language", {"type": "hello", "id": "1", "language": "xx"}),
    ("a bool for a number", {"type": "pong", "n": True}),
    ("a fraction for a number", {"type": "pong", "n": 1.5}),
    ("a float that is whole", {"type": "pong", "n": 1.0}),
    ("a text for a number", {"type": "pong", "n": "1"}),
    ("a negative number", {"type": "pong", "n": -1}),
    ("a number past its bound", {"type": "pong", "n": 2**53 + 1}),
    ("a number of 64 bits", {"type": "pong", "n": 2**64 - 1}),
    ("the lowest number of 64 bits", {"type": "pong", "n": -(2**63)}),
    (
        "a ply past its bound",
        {"type": "move", "id": "1", "room": ROOM, "ply": 10_001, "text": "ab"},
    ),
    ("a move too long", {"type": "move", "id": "1", "room": ROOM, "ply": 0, "text": "平" * 17}),
    ("a move too short", {"type": "move", "id": "1", "room": ROOM, "ply": 0, "text": "h"}),
    (
        "null for a needed field",
        {"type": "move", "id": "1", "room": ROOM, "ply": None, "text": "ab"},
    ),
    ("an unknown offer", {"type": "offer", "id": "1", "room": ROOM, "what": "money", "ply": 0}),
    (
        "an unknown side",
        {"type": "invite", "id": "1", "terms": {"clock": {"type": "none"}}, "side": 0},
    ),
    ("no terms", {"type": "seek", "id": "1"}),
    ("terms without a clock", {"type": "seek", "id": "1", "terms": {}}),
    ("an unknown clock", {"type": "seek", "id": "1", "terms": {"clock": {"type": "sand"}}}),
    ("a clock of nothing", {"type": "seek", "id": "1", "terms": {"clock": {"type": "fischer"}}}),
    (
        "a clock too short",
        {"type": "seek", "id": "1", "terms": {"clock": {"type": "fischer", "main_ms": 999}}},
    ),
    (
        "a clock too long",
        {"type": "seek", "id": "1", "terms": {"clock": {"type": "fischer", "main_ms": 86_400_001}}},
    ),
    (
        "an unknown term",
        {"type": "seek", "id": "1", "terms": {"clock": {"type": "none"}, "blindfold": True}},
    ),
]


@for_each((*sample, form) for sample in WRONG_VALUES for form in FORMATS)
def test_a_wrong_value_is_refused(name: str, value: object, form: Format) -> None:
    assert is_refused(encoded(value, form), form)


@for_each(
    [
        b"",
        b" ",
        b"\0",
        b"null",
        b'"hello"',
        b"{",
        b"{}",
        b"{}{}",
        b'{"type":"pong","n":1}x',
        b'{"type":"pong","n":1}{"type":"pong","n":1}',
        b'{"type":"pong","n":NaN}',
        b'{"type":"pong","n":Infinity}',
        b'{"type":"pong","n":1e400}',
        b'{"type":"pong","n":1e2}',
        b'{"type":"pong","n":' + b"9" * 4_000 + b"}",
        b'{"type":"pong","n":01}',
        b'{"type":"pong","n":0x1}',
        b"{'type':'pong','n':1}",
        b'{"type":"pong","n":1,}',
        b'{"type":"pong",/**/"n":1}',
        b'\xef\xbb\xbf{"type":"pong","n":1}',
        b'{"type":"hello","id":"1","client":"\xff\xfe"}',
        b'{"type":"hello","id":"1","client":"\xed\xa0\x80"}',
        b'{"type":"hello","id":"1","client":"\\ud800"}',
        b'{"type":"hello","id":"1","client":"\\ud800\\ud800"}',
        b'{"type":"hello","id":"1","client":"\\x"}',
        b'{"type":"hello","id":"1","client":"\n"}',
        '{"type":"pong","n":1}'.encode("utf-16"),
    ]
)
def test_bytes_that_are_no_json_message_are_refused(payload: bytes) -> None:
    assert is_refused(payload, Format.JSON)


PONG = b"\x82\xa4type\xa4pong\xa1n"


@for_each(
    [
        b"",
        b"\xc1",
        b"\xc0",
        b"\xdf\xff\xff\xff\xff",
        b"\xdd\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff\xa4type\xa4pong\xa1n\x01",
        b"\x83\xa4type\xa5hello\xa2id\xa11\xa8features\xdd\xff\xff\xff\xff",
        b"\x83\xa4type\xa5hello\xa2id\xa11\xa6client\xdb\xff\xff\xff\xffab",
        PONG,
        PONG + b"\x01\x01",
        PONG + b"\xcb" + struct.pack(">d", float("nan")),
        PONG + b"\xcb" + struct.pack(">d", 1.0),
        PONG + b"\xca" + struct.pack(">f", 1.0),
        PONG + b"\xcf" + b"\xff" * 8,
        PONG + b"\xd3" + b"\x80" + b"\0" * 7,
        PONG + b"\xc3",
        PONG + b"\xc4\x01\x01",
        PONG + b"\xd4\x01\x01",
        PONG + b"\xd6\xff\0\0\0\0",
        b"\x82\xc4\x04type\xa4pong\xa1n\x01",
        b"\x82\xa4type\xc4\x04beat\xa1n\x01",
        b"\x82\x01\xa4pong\xa1n\x01",
        b"\x83\xa4type\xa5hello\xa2id\xa11\xa6client\xa2\xff\xfe",
        b"\x83\xa4type\xa5hello\xa2id\xa11\xa6client\xa3\xed\xa0\x80",
    ]
)
def test_bytes_that_are_no_msgpack_message_are_refused(payload: bytes) -> None:
    assert is_refused(payload, Format.MSGPACK)


@pytest.mark.parametrize(
    ("form", "payload"),
    [
        (Format.JSON, b'{"type":"pong","n":1,"n":2}'),
        (Format.MSGPACK, b"\x83\xa4type\xa4pong\xa1n\x01\xa1n\x02"),
    ],
)
def test_of_a_field_named_twice_the_last_one_counts(form: Format, payload: bytes) -> None:
    message = decode(payload, form)

    assert msgspec.to_builtins(message) == {"type": "pong", "n": 2}


@BOTH
@pytest.mark.parametrize(
    ("value", "id_"),
    [
        ({"type": "pong", "n": "1"}, None),
        ({"type": "cheat", "id": "a1"}, "a1"),
        ({"type": "move", "id": "a1", "ply": 1.0}, "a1"),
        ({"type": "move", "ply": [{}], "id": "a1"}, "a1"),
        ({"type": "move", "id": "not an id"}, None),
        ({"type": "move", "id": 7}, None),
        (["move", "a1"], None),
    ],
)
def test_a_refused_message_is_known_by_its_id(value: object, id_: str | None, form: Format) -> None:
    with pytest.raises(WireError) as caught:
        decode(encoded(value, form), form)

    assert caught.value.id == id_


@for_each((*sample, form) for sample in CLIENT for form in FORMATS)
def test_a_message_cut_at_any_byte_is_refused(name: str, message: object, form: Format) -> None:
    whole = encoded(message, form)

    passed = [end for end in range(len(whole)) if not is_refused(whole[:end], form)]

    assert passed == []


@st.composite
def mutated(draw: st.DrawFn, form: Format) -> bytes:
    """The bytes of a message after a few changes: set, cut out, doubled, put in."""
    _, message = draw(st.sampled_from(CLIENT))
    payload = bytearray(encoded(message, form))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(payload)))
        length = draw(st.integers(0, 8))
        replacement = draw(
            st.one_of(st.binary(max_size=8), st.just(bytes(payload[at : at + length]) * 2))
        )
        payload[at : at + length] = replacement
    return bytes(payload)


@given(mutated(Format.MSGPACK))
def test_mutated_msgpack_is_a_message_or_refused(payload: bytes) -> None:
    is_refused(payload, Format.MSGPACK)


@given(mutated(Format.JSON))
def test_mutated_json_is_a_message_or_refused(payload: bytes) -> None:
    is_refused(payload, Format.JSON)


@BOTH
@given(payload=st.binary(max_size=MESSAGE_BYTES))
def test_random_bytes_are_a_message_or_refused(payload: bytes, form: Format) -> None:
    is_refused(payload, form)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@BOTH
@given(data=st.data())
def test_any_value_in_any_field_is_a_message_or_refused(data: st.DataObject, form: Format) -> None:
    _, message = data.draw(st.sampled_from(CLIENT))
    fields = dict(msgspec.to_builtins(message))
    fields[data.draw(st.sampled_from(sorted(fields)))] = data.draw(VALUES)

    is_refused(encoded(fields, form), form)
