"""The package stands by itself, and its types are those of the server."""

import ast
import json
import sys
import tomllib
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from packaging.requirements import Requirement

import xiangqi_client
from tests.support.for_each import for_each
from tests.support.wire_samples import CLIENT, SERVER
from tests.test_architecture import ROOT, imported_names
from xiangqi_client import Unknown, commands, messages
from xiangqi_client.codec import decode, encode
from xiangqi_server.wire.client import AnyClientMessage, ClientMessage, Pong
from xiangqi_server.wire.codec import Format
from xiangqi_server.wire.codec import decode as decode_of_server
from xiangqi_server.wire.codec import encode as encode_of_server
from xiangqi_server.wire.server import AnyServerMessage, ServerMessage

FOLDER = Path(xiangqi_client.__file__).parent
ASKED = [(name, message) for name, message in CLIENT if not isinstance(message, Pong)]


def test_it_imports_nothing_of_the_server_and_two_libraries() -> None:
    modules = list(FOLDER.glob("*.py"))
    names = {
        name.split(".")[0]
        for path in modules
        for name in imported_names(ast.parse(path.read_text()))
    }

    assert modules
    assert names - sys.stdlib_module_names == {"msgspec", "websockets", "xiangqi_client"}


def test_it_is_a_distribution_of_its_own_that_the_server_asks_for() -> None:
    client = tomllib.loads((FOLDER.parent / "pyproject.toml").read_text())["project"]
    server = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = {one.name: one for one in map(Requirement, server["dependencies"])}

    assert [Requirement(text).name for text in client["dependencies"]] == ["websockets", "msgspec"]
    assert asked[client["name"]].specifier.contains(client["version"])


def test_it_asks_for_the_libraries_as_the_server_does() -> None:
    client = tomllib.loads((FOLDER.parent / "pyproject.toml").read_text())["project"]
    server = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    assert set(client["dependencies"]) <= set(server["dependencies"])


def test_it_says_that_it_has_types() -> None:
    assert (FOLDER / "py.typed").exists()


@for_each(SERVER)
def test_what_the_server_tells_is_read_whole(name: str, message: ServerMessage) -> None:
    text = encode_of_server(message, Format.JSON)

    read = decode(text)

    assert type(read).__name__ == type(message).__name__
    assert holds(read, json.loads(text))


def holds(value: object, told: object) -> bool:
    """Whether a value of the client has all that was told."""
    match value, told:
        case msgspec.Struct(), dict():
            names = told.keys() - {"type"}
            return all(holds(getattr(value, name), told[name]) for name in names)
        case msgspec.Struct(), list():  # told by the order of its fields
            fields = (getattr(value, name) for name in value.__struct_fields__)
            return all(map(holds, fields, told))
        case list() | tuple(), list():
            return len(value) == len(told) and all(map(holds, value, told))
        case dict(), dict():
            return value.keys() == told.keys() and all(holds(value[key], told[key]) for key in told)
        case _:
            return value == told


@for_each(ASKED)
def test_what_is_asked_arrives_as_it_was_meant(name: str, message: ClientMessage) -> None:
    fields = msgspec.to_builtins(message)
    id_ = fields.pop("id")
    command = msgspec.convert(fields, getattr(commands, type(message).__name__))

    arrived = decode_of_server(encode(command, id_).encode(), Format.JSON)

    assert arrived == message


def test_there_is_a_type_of_every_message() -> None:
    asked = {message.__name__ for message in get_args(AnyClientMessage)} - {"Pong"}

    assert [type_.__name__ for type_ in messages.TOLD] == [
        message.__name__ for message in get_args(AnyServerMessage)
    ]
    assert all(hasattr(commands, name) for name in asked)


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "earthquake", "room": "bifqydiob4ib", "version": 7}',
        '{"type": "offered", "room": 7}',
    ],
)
def test_what_a_later_server_tells_comes_as_unknown(text: str) -> None:
    read = decode(text)

    assert read == Unknown(json.loads(text)["type"], json.loads(text))


def test_a_later_server_may_add_fields_and_words() -> None:
    read = decode('{"type": "bye", "code": "tea", "text": "Tea.", "retry_ms": 7, "cups": 2}')

    assert read == messages.Bye(code="tea", text="Tea.", retry_ms=7)
