"""`server/protocol/protocol.schema.json`: the messages of both directions as a JSON Schema.

What only the server writes has every field; patterns are told in the dialect of JSON Schema
(ECMA 262).
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
from msgspec import inspect as types

from tests.tools.protocol_doc import (
    END_OF_TEXT,
    WORD_ENUMS,
    described,
    is_sent,
    may_leave_out,
    words_of,
)
from xiangqi_server.wire.client import AnyClientMessage
from xiangqi_server.wire.server import AnyServerMessage
from xiangqi_server.wire.strict import strict

PATH: Final = Path(__file__).parents[2] / "server" / "protocol" / "protocol.schema.json"
_REFERENCE: Final = "#/$defs/"


def document() -> str:
    """The whole file."""
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "xiangqi.v1",
        "description": "What clients and the server of this protocol send; see server/protocol.",
        "anyOf": [{"$ref": f"{_REFERENCE}ClientMessage"}, {"$ref": f"{_REFERENCE}ServerMessage"}],
    }
    asked = _direction("Client", strict(AnyClientMessage))
    parts = asked | _direction("Server", AnyServerMessage) | asked
    rows = ",\n".join(f"  {_json(name)}: {_json(part)}" for name, part in parts.items())
    text = f'{_json(head)[:-1]}, "$defs": {{\n{rows}\n}}}}\n'
    return text.replace(json.dumps(END_OF_TEXT)[1:-1], "$")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _direction(side: str, union: Any) -> dict[str, Any]:
    """All messages of one direction, each named after its `type`, and their parts."""
    (either,), parts = components((union,), _REFERENCE)
    renamed = {m.__name__: f"{side}.{m.__struct_config__.tag}" for m in get_args(union)}
    structs = {struct.__name__: struct for struct in structs_in(types.type_info(union))}
    for name, struct in structs.items():
        describe(parts[name], struct)
    named = {f"{side}Message": either, **{renamed.get(n, n): part for n, part in parts.items()}}
    return {name: _pointing(part, renamed) for name, part in named.items()}


def components(
    of: Sequence[Any], reference: str
) -> tuple[tuple[dict[str, Any], ...], dict[str, dict[str, Any]]]:
    """The schemas of some types and of their parts; the words of a closed set stand in place."""
    schemas, parts = msgspec.json.schema_components(
        of, schema_hook=lambda _: {"description": "any value"}, ref_template=reference + "{name}"
    )
    words = {reference + enum.__name__: sorted(words_of(enum)) for enum in WORD_ENUMS}
    kept = {name: part for name, part in parts.items() if reference + name not in words}
    told: tuple[dict[str, Any], ...] = _in_words(schemas, words)
    return told, _in_words(kept, words)


def _in_words(value: Any, words: dict[str, list[str]]) -> Any:
    match value:
        case {"$ref": str() as name, **rest} if name in words:
            return {"enum": words[name], **rest}
        case dict():
            return {key: _in_words(inner, words) for key, inner in value.items()}
        case list() | tuple():
            return type(value)(_in_words(inner, words) for inner in value)
        case _:
            return value


def structs_in(of: Any) -> set[type]:
    """All structs inside a type."""
    found = {of.cls} if isinstance(of, types.StructType) else set()
    inner = [field.type for field in getattr(of, "fields", ())]
    inner += [*getattr(of, "types", ()), *getattr(of, "item_types", ())]
    inner += [getattr(of, name) for name in ("item_type", "value_type") if hasattr(of, name)]
    return found.union(*map(structs_in, inner))


def describe(part: dict[str, Any], struct: type) -> None:
    """Say what it is for and what its fields mean; what the server writes is all required."""
    info = types.type_info(struct)
    assert isinstance(info, types.StructType)
    part |= {"additionalProperties": False} if is_sent(info) else {}
    part["description"], meanings = described(struct)
    fields = part.get("properties", {})
    for name, field in fields.items():
        field.update({"description": meanings[name]} if name in meanings else {})
    if fields and not may_leave_out(info):
        part["required"] = list(fields)
        for field in fields.values():
            field.pop("default", None)


def _pointing(value: Any, renamed: dict[str, str]) -> Any:
    """The same, with references to the names that messages have here."""
    match value:
        case str() if value.startswith(_REFERENCE):
            name = value.removeprefix(_REFERENCE)
            return _REFERENCE + renamed.get(name, name)
        case dict():
            return {key: _pointing(inner, renamed) for key, inner in value.items()}
        case list():
            return [_pointing(inner, renamed) for inner in value]
        case _:
            return value


def files() -> dict[Path, str]:
    """The file as it has to be."""
    return {PATH: document()}
