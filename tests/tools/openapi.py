"""`wire/openapi.json`: what programs may ask by plain HTTP, made from the routes and types.

The schemas are those of `protocol.schema.json`, of the answers alone and without their `id`.
"""

import json
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import inspect as types

from tests.tools.protocol_doc import END_OF_TEXT, described
from tests.tools.protocol_schema import components, describe, structs_in
from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.api.http_answers import HttpError, status_of
from xiangqi_server.api.http_routes import READ_FILE, READ_FILE_BYTES, ROUTES, ReadFileQuery
from xiangqi_server.api.policy_row import Route
from xiangqi_server.api.reading import ReadAnswer
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode
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
        "paths": {
            **{route.path: {"get": _operation(asks, route)} for asks, route in ROUTES},
            READ_FILE: {"post": _reading()},
        },
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }
    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    return text.replace(json.dumps(END_OF_TEXT)[1:-1], "$")


def _schemas() -> dict[str, Any]:
    answers: tuple[type[msgspec.Struct], ...]
    answers = (*{route.answer for _, route in ROUTES}, ReadAnswer)
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
            **_errors(*_ANSWERED),
        },
    }


def _reading() -> dict[str, Any]:
    """The one address with a body."""
    _, meanings = described(ReadFileQuery)
    fields = msgspec.structs.fields(ReadFileQuery)
    schemas, _ = components([field.type for field in fields], _REFERENCE)
    return {
        "summary": "What a game file says",
        "operationId": "read_file",
        "security": [{}],
        "parameters": [
            {
                "name": field.name,
                "in": "query",
                "required": False,
                "schema": schema,
                "description": meanings[field.name],
            }
            for field, schema in zip(fields, schemas, strict=True)
        ],
        "requestBody": {
            "required": True,
            "description": f"The file, {READ_FILE_BYTES} bytes at most, with a Content-Length.",
            "content": {"application/octet-stream": {}},
        },
        "responses": {
            "200": {
                "description": "What it says.",
                "content": {"application/json": {"schema": _reference(ReadAnswer.__name__)}},
            },
            **_errors(CommonRefusal.BAD_MESSAGE, *_ANSWERED[-2:]),
            **{
                str(status.value): {"description": status.phrase, "content": {"text/plain": {}}}
                for status in (HTTPStatus.LENGTH_REQUIRED, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            },
        },
    }


def _errors(*codes: RefusalCode) -> dict[str, Any]:
    return {
        str(status_of(code).value): {
            "description": status_of(code).phrase,
            "content": {"application/json": {"schema": _reference("HttpError")}},
        }
        for code in codes
    }


def _answered(route: Route) -> str:
    if route.is_stream:
        begins = route.answer.__struct_config__.tag
        return f"A line each: `{begins}`, then what becomes of it; blank lines between them."
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
