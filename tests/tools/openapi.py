"""`wire/openapi.json`: what programs may ask by plain HTTP, made from the routes and types.

The schemas are those of `protocol.schema.json`, of the answers alone and without their `id`.
"""

import json
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import inspect as types

from tests.tools.protocol_doc import END_OF_TEXT, described
from tests.tools.protocol_schema import components, describe, structs_in
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.api.http_answers import HttpError, status_of
from xiangqi_server.api.http_routes import ROUTES
from xiangqi_server.api.policy_row import Route
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal
from xiangqi_server.wire.client import ClientMessage
from xiangqi_server.wire.refusals import MessageRefusal

PATH: Final = Path(__file__).parents[2] / "server" / "xiangqi_server" / "wire" / "openapi.json"
_REFERENCE: Final = "#/components/schemas/"
_ANSWERED: Final = (
    CommonRefusal.BAD_MESSAGE,
    PlayerRefusal.BAD_TOKEN,
    CommonRefusal.NOT_ALLOWED,
    MessageRefusal.NO_SUCH_ADDRESS,
    MessageRefusal.TOO_FAST,
    CommonRefusal.UNAVAILABLE,
)


def document() -> str:
    """The whole file."""
    content = {
        "openapi": "3.1.0",
        "info": {
            "title": "Xiangqi server",
            "version": "1",
            "description": "What programs may read by plain HTTP; see protocol/http.md.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": {route.path: {"get": _operation(asks, route)} for asks, route in ROUTES},
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }
    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    return text.replace(json.dumps(END_OF_TEXT)[1:-1], "$")


def _schemas() -> dict[str, Any]:
    answers = tuple({route.answer for _, route in ROUTES})
    _, parts = components((*sorted(answers, key=lambda one: one.__name__), HttpError), _REFERENCE)
    structs = {
        struct.__name__: struct
        for of in (*answers, HttpError)
        for struct in structs_in(types.type_info(of))
    }
    for name, struct in structs.items():
        describe(parts[name], struct)
    for answer in answers:
        _leave_out_id(parts[answer.__name__])
    return _needed(parts, {answer.__name__ for answer in answers} | {"HttpError"})


def _leave_out_id(part: dict[str, Any]) -> None:
    part["properties"].pop("id", None)
    part["required"] = [name for name in part["required"] if name != "id"]


def _needed(parts: dict[str, Any], names: set[str]) -> dict[str, Any]:
    """These parts, and those they refer to."""
    waiting, kept = sorted(names), set[str]()
    while waiting:
        name = waiting.pop()
        if name not in kept:
            kept.add(name)
            waiting += [one for one in parts if f'"{_REFERENCE}{one}"' in json.dumps(parts[name])]
    return {name: parts[name] for name in sorted(kept)}


def _operation(asks: type[ClientMessage], route: Route) -> dict[str, Any]:
    _, meanings = described(asks)
    fields = {field.encode_name: field for field in msgspec.structs.fields(asks)}
    schemas, _ = components([fields[name].type for name in fields], _REFERENCE)
    schema_of = dict(zip(fields, schemas, strict=True))
    places = [(name, name, "path") for name in route.fields]
    places += [(name, field, "query") for name, field in route.query.items()]
    return {
        "summary": route.summary,
        "operationId": route.name,
        "security": [{"token": []}] if route.needs_player else [{}, {"token": []}],
        "parameters": [
            {
                "name": name,
                "in": place,
                "required": place == "path" or fields[field].required,
                "schema": _plain(schema_of[field]),
                **({"description": meanings[field]} if field in meanings else {}),
            }
            for name, field, place in places
        ],
        "responses": {
            "200": {"description": _answered(route), "content": _content(route)},
            **({} if route.is_stream else {"304": {"description": "As `If-None-Match` has it."}}),
            **{
                str(status_of(code).value): {
                    "description": status_of(code).phrase,
                    "content": {"application/json": {"schema": _reference("HttpError")}},
                }
                for code in _ANSWERED
            },
        },
    }


def _answered(route: Route) -> str:
    if route.is_stream:
        return "A line each: `room`, then the events of the room; blank lines between them."
    return f"`{route.answer.__struct_config__.tag}`"


def _content(route: Route) -> dict[str, Any]:
    if route.is_stream:
        return {"application/x-ndjson": {"schema": {"type": "string"}}}
    return {"application/json": {"schema": _reference(route.answer.__name__)}}


def _reference(name: str) -> dict[str, str]:
    return {"$ref": f"{_REFERENCE}{name}"}


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    """What an address can say: a parameter that is left out is null."""
    schema = {name: value for name, value in schema.items() if name != "default"}
    either = [one for one in schema.pop("anyOf", ()) if one != {"type": "null"}]
    return {**schema, **either[0]} if len(either) == 1 else schema


def files() -> dict[Path, str]:
    """The file as it has to be."""
    return {PATH: document()}
