"""`client_js/src/messages.d.ts`: the messages of both directions as types of the client.

What the server writes has every field. What a client sends may leave fields out, so a part that
travels both ways and has such fields stands there twice: `GameTerms` as it is told, and
`AskedGameTerms` as it may be sent.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final, get_args

from msgspec import inspect as types

from tests.tools.protocol_doc import (
    PARTS,
    as_told,
    described,
    is_sent,
    left_out,
    may_leave_out,
    words_of,
)
from xiangqi_server.wire import terms
from xiangqi_server.wire.client import AnyClientMessage
from xiangqi_server.wire.server import AnyServerMessage, RoomEvent

PATH: Final = Path(__file__).parents[2] / "client_js" / "src" / "messages.d.ts"
_HEAD: Final = """/**
 * What travels between the page and the server, as `protocol/README.md` has it. Types only.
 *
 * Made from the types in `xiangqi_server.wire` by `python -m tests.tools.generate`: do not edit.
 */
"""
_NAMES: Final = {
    frozenset(words_of(value)): name
    for name, value in vars(terms).items()
    if words_of(value) and name != "RulesName"
}
"""The names of closed sets, of words and of types, by what is in them."""


def document() -> str:
    """The whole file."""
    told = [_struct(part) for part in PARTS]
    messages = get_args(AnyServerMessage)
    return "\n".join(
        [
            _HEAD,
            *(_alias(name, members) for members, name in _NAMES.items()),
            *(_interface(part) for part in told),
            *(_interface(part, is_asked=True) for part in told if _may_be_partial(part)),
            *(_interface(_struct(message)) for message in messages),
            _union("RoomEvent", (m.__name__ for m in messages if issubclass(m, RoomEvent))),
            _union("ServerMessage", (message.__name__ for message in messages)),
            _union("ClientMessage", (_inline(_struct(m)) for m in get_args(AnyClientMessage))),
            _answers(),
        ]
    )


def _struct(of: type) -> types.StructType:
    info = types.type_info(of)
    assert isinstance(info, types.StructType)
    return info


def _may_be_partial(of: types.Type) -> bool:
    """Whether a client may leave something out of it, or of what it is made of."""
    match of:
        case types.StructType(fields=fields) if is_sent(of):
            return any(not field.required or _may_be_partial(field.type) for field in fields)
        case types.UnionType(types=members):
            return any(_may_be_partial(member) for member in members)
        case _:
            return False


def _alias(name: str, members: frozenset[object]) -> str:
    if all(isinstance(member, str) for member in members):
        return f"export type {name} = {_words(words_of(vars(terms)[name]))};"
    told = [_struct(member) for member in get_args(vars(terms)[name])]
    rows = []
    for prefix, is_asked in (("", False), ("Asked", True)):
        kinds = " | ".join(_named(one, is_asked=is_asked) for one in told)
        rows.append(f"export type {prefix}{name} = {kinds};")
    return "\n".join(rows)


def _words(words: Iterable[object]) -> str:
    return " | ".join(f'"{word}"' for word in words)


def _interface(of: types.StructType, *, is_asked: bool = False) -> str:
    text, meanings = described(of.cls)
    name = ("Asked" if is_asked else "") + of.cls.__name__
    if of.array_like:
        cells = ", ".join(f"{field.encode_name}: {_type(field.type)}" for field in of.fields)
        return f"\n{_comment(text)}\nexport type {name} = [{cells}];"
    rows = [f'  type: "{of.tag}";'] if of.tag is not None else []
    for field in of.fields:
        may_miss = _may_miss(of, field, is_asked=is_asked)
        meaning = meanings.get(field.name, "")
        if may_miss:
            meaning = meaning.rstrip(".") + left_out(field)
        rows += [f"  {_comment(meaning)}"] if meaning else []
        rows.append(f"  {_field(field, is_asked, may_miss=may_miss)};")
    return "\n".join([f"\n{_comment(text)}", f"export interface {name} {{", *rows, "}"])


def _inline(of: types.StructType) -> str:
    """A message of a client, on a line of its own."""
    told = (_field(field, is_asked=True, may_miss=not field.required) for field in of.fields)
    return "{ " + "; ".join([f'type: "{of.tag}"', *told]) + " }"


def _may_miss(of: types.StructType, field: types.Field, *, is_asked: bool) -> bool:
    """Whether a field may be left out: by a client that asks, or by the server where it says so."""
    omits = is_asked if is_sent(of) else may_leave_out(of)
    return omits and not field.required


def _field(field: types.Field, is_asked: bool, *, may_miss: bool) -> str:
    mark = "?" if may_miss else ""
    return f"{field.encode_name}{mark}: {_type(field.type, is_asked=is_asked)}"


def _type(of: types.Type, *, is_asked: bool = False) -> str:
    match as_told(of):
        case types.IntType():
            return "number"
        case types.StrType():
            return "string"
        case types.BoolType():
            return "boolean"
        case types.NoneType():
            return "null"
        case types.CustomType():
            return "unknown"
        case types.LiteralType(values=values):
            return _NAMES.get(frozenset(values)) or _words(values)
        case types.EnumType(cls=enum):
            return _words(member.value for member in enum)
        case types.ListType(item_type=item) | types.VarTupleType(item_type=item):
            inner = _type(item, is_asked=is_asked)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case types.TupleType(item_types=items):
            return f"[{', '.join(_type(item) for item in items)}]"
        case types.DictType(key_type=key, value_type=value):
            return f"Record<{_type(key)}, {_type(value)}>"
        case types.UnionType(types=members):
            name = _NAMES.get(frozenset(getattr(member, "cls", None) for member in members))
            if name:
                return ("Asked" if is_asked else "") + name
            return " | ".join(_type(member, is_asked=is_asked) for member in members)
        case types.StructType() as struct:
            return _named(struct, is_asked=is_asked)
        case _:
            raise AssertionError(f"no type for {of}")


def _named(of: types.StructType, *, is_asked: bool) -> str:
    return ("Asked" if is_asked and _may_be_partial(of) else "") + of.cls.__name__


def _union(name: str, members: Iterable[str]) -> str:
    return f"\nexport type {name} =\n" + "\n".join(f"  | {member}" for member in members) + ";"


def _answers() -> str:
    """By their docstrings; the first message that echoes the `id` is the answer."""
    by_tag = {_struct(message).tag: _struct(message) for message in get_args(AnyServerMessage)}
    rows = []
    for message in get_args(AnyClientMessage):
        for tag in re.findall(r"Answer: `(\w+)`", described(message)[0]):
            answer = by_tag[tag]
            if tag != "done" and any(field.name == "id" for field in answer.fields):
                rows.append(f"  {_struct(message).tag}: {answer.cls.__name__};")
    text = "Which message answers a question; one that is not named here is answered by `done`."
    return "\n".join([f"\n{_comment(text)}", "export interface Answers {", *rows, "}\n"])


def _comment(text: str) -> str:
    return f"/** {' '.join(text.split())} */"


def files() -> dict[Path, str]:
    """The file as it has to be."""
    return {PATH: document()}
