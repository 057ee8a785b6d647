"""Which plain HTTP address asks what: each is one message of the protocol that changes nothing.

So what may be asked, what it costs and what is answered are those of the message; each
stands in the row of its message in `policy`. The answer is its
JSON without the `id`, which a request over HTTP does not need.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Final, cast
from urllib.parse import parse_qsl, unquote

import msgspec
from msgspec import inspect

from xiangqi_server.api.policy import POLICY
from xiangqi_server.api.policy_row import IN_PATH, Route
from xiangqi_server.game.records.any_format import ENCODINGS
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused, require
from xiangqi_server.wire.client import ClientMessage
from xiangqi_server.wire.codec import Format, WireError, decode
from xiangqi_server.wire.refusals import MessageRefusal

ROOT: Final = "/api/"
READ_FILE: Final = "/api/read"
"""The one address with a body: a game file, whose parameters are `game` and `encoding`."""
READ_FILE_BYTES: Final = 2 * 1_024 * 1_024
_ID: Final = "http"
"""The id of every message that is made of an address; no client sees it."""
_MOST_PARAMETERS: Final = 16
_ESCAPED: Final = re.compile(r"(?:[^%]|%[0-9A-Fa-f]{2})*")
_BARE: Final = re.compile(r"-?(?:0|[1-9][0-9]*)|true|false")
"""What stands in JSON without quotes, as the socket takes it."""


ROUTES: Final = tuple((asks, route) for asks, row in POLICY.items() for route in row.http)
"""Each address with the message that it asks."""
_PATTERNS: Final = tuple(
    (re.compile(IN_PATH.sub(r"(?P<\1>[^/]{1,200})", route.path)), asks, route)
    for asks, route in ROUTES
)


@dataclass(frozen=True, slots=True)
class Lookup:
    """What a request asks.

    Fields:
        message: the same, as it would be asked over the socket.
    """

    route: Route
    message: ClientMessage


class ReadFileQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is wanted of a file.

    Fields:
        game: the one that is wanted whole, from 1.
        encoding: of its words, such as `gb18030`; without it, it is found.
    """

    game: Annotated[int, msgspec.Meta(ge=1, le=1_000)] = 1
    encoding: Annotated[str, msgspec.Meta(max_length=16)] = ""


def read_file_query(query: str) -> ReadFileQuery:
    """What is asked of a file.

    Raises:
        Refused: `BAD_MESSAGE`, with what is wrong with it.
    """
    try:
        fields = parse_qsl(query, keep_blank_values=True, max_num_fields=_MOST_PARAMETERS)
        asked = msgspec.convert(dict(fields), ReadFileQuery, strict=False)
    except ValueError as error:
        raise Refused(CommonRefusal.BAD_MESSAGE, str(error)) from None
    require(len(dict(fields)) == len(fields), CommonRefusal.BAD_MESSAGE, "Say each one once.")
    is_known = asked.encoding in ("", *ENCODINGS)
    known = f"No such encoding; known: {', '.join(ENCODINGS)}."
    require(is_known, CommonRefusal.BAD_MESSAGE, known)
    return asked


def read_address(path: str, query: str) -> Lookup:
    """What is asked by an address, path and query as they were sent.

    It is written as it would be sent over the socket, and read like anything that comes from there.

    Raises:
        Refused: `NO_SUCH_ADDRESS`, or `BAD_MESSAGE` with what is wrong with it.
    """
    for pattern, asks, route in _PATTERNS:
        found = pattern.fullmatch(path)
        if found is not None:
            return Lookup(route, _message(asks, route, found.groupdict(), query))
    raise Refused(MessageRefusal.NO_SUCH_ADDRESS)


def _message(
    asks: type[ClientMessage], route: Route, in_path: dict[str, str], query: str
) -> ClientMessage:
    bare, lists = _bare_fields(asks), _list_fields(asks)
    try:
        fields = {name: _unquoted(text) for name, text in in_path.items()} | _fields(route, query)
        content: dict[str, object] = {
            name: msgspec.Raw(text.encode()) if name in bare and _BARE.fullmatch(text) else text
            for name, text in fields.items()
        }
        content |= {name: fields[name].split(",") for name in lists & fields.keys()}
        tag = asks.__struct_config__.tag
        return decode(msgspec.json.encode({**content, "type": tag, "id": _ID}), Format.JSON)
    except (ValueError, WireError) as error:
        raise Refused(CommonRefusal.BAD_MESSAGE, str(error)) from None


@cache
def _bare_fields(asks: type[ClientMessage]) -> frozenset[str]:
    """The fields of a message that are numbers, or true or false."""
    info = cast("inspect.StructType", inspect.type_info(asks))
    return frozenset(field.name for field in info.fields if _is_bare(field.type))


@cache
def _list_fields(asks: type[ClientMessage]) -> frozenset[str]:
    """The fields of a message that are lists: in an address, with commas between the items."""
    info = cast("inspect.StructType", inspect.type_info(asks))
    return frozenset(
        field.name for field in info.fields if isinstance(field.type, inspect.ListType)
    )


def _is_bare(type_: inspect.Type) -> bool:
    if isinstance(type_, inspect.UnionType):
        return any(map(_is_bare, type_.types))
    return isinstance(type_, inspect.IntType | inspect.BoolType)


def _unquoted(text: str) -> str:
    """Raises: ValueError: it is no UTF-8, or a `%` in it escapes nothing."""
    if _ESCAPED.fullmatch(text) is None:
        raise ValueError("A % is not followed by two hexadecimal digits.")
    return unquote(text, errors="strict")


def _fields(route: Route, query: str) -> dict[str, str]:
    """The fields behind the question mark.

    Raises:
        ValueError: they cannot be read.
        Refused: `BAD_MESSAGE`: they are others, or doubled.
    """
    names = route.query
    fields: dict[str, str] = {}
    _unquoted(query)
    for name, value in parse_qsl(
        query, keep_blank_values=True, errors="strict", max_num_fields=_MOST_PARAMETERS
    ):
        known = ", ".join(names) or "none"
        require(name in names, CommonRefusal.BAD_MESSAGE, f"No parameter {name!r}; known: {known}.")
        require(names[name] not in fields, CommonRefusal.BAD_MESSAGE, f"More than one {name!r}.")
        fields[names[name]] = value
    return fields
