"""`client_js/python/xiangqi_client`: the messages of both directions as types of the Python client.

`parts.py`, `messages.py` (what the server tells) and `commands.py` (what a client asks) are made
from the types of the server. What the server tells is typed to be read by programs older than the
server: words of a set that may grow are any `str`. What a client asks has the closed sets.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, get_args

import msgspec
from msgspec import inspect as types

from tests.tools.protocol_doc import PARTS, USUAL, as_told, described, is_sent, words_of
from xiangqi_server.wire import terms
from xiangqi_server.wire.client import AnyClientMessage
from xiangqi_server.wire.server import AnyServerMessage, RoomEvent

FOLDER: Final = Path(__file__).parents[2] / "client_js" / "python" / "xiangqi_client"
_WIDTH: Final = 100
_MADE: Final = "Made from the types of the server by `python -m tests.tools.generate`: do not edit."
_NOT_ASKED: Final = frozenset({"pong"})
"""What the session says by itself, and nobody asks."""

_CLOSED: Final = frozenset(get_args(terms.SideName))
"""The one set of words that no later server adds to."""

_ALIASES: Final = {
    frozenset(words_of(value)): name
    for name, value in vars(terms).items()
    if words_of(value) and name != "RulesName"
}

_PARTS_HEAD: Final = f'''"""What messages are made of: players, seats, clocks, moves, offers.

{_MADE}
Times are integers in ms; moments are the server's, Unix epoch. A name in *italics* is a chapter
of the protocol's pages.
"""

from typing import Literal

from msgspec import Struct
'''
_MESSAGES_HEAD: Final = f'''"""What the server tells: one type for each message.

{_MADE}
"""

from msgspec import Struct

from xiangqi_client.parts import (
{{parts}}
)


class Message(Struct, frozen=True):
    """Base of all that the server tells."""
'''
_COMMANDS_HEAD: Final = f'''"""What a client may ask of the server: a type for each command.

{_MADE}
What stands in brackets after `Command` is the type of the answer. The session gives each command
its id. What has a default may be left out.
"""

from typing import Generic, Literal, TypeVar

from msgspec import Struct

from xiangqi_client import messages
from xiangqi_client.parts import (
{{parts}}
)

Answer = TypeVar("Answer", bound=messages.Message)
"""What a command is answered by, if it is not refused."""
'''
_COMMAND: Final = '''

class Command(Struct, Generic[Answer], frozen=True, kw_only=True, omit_defaults=True):
    """Base of all that a client asks."""
'''


def files() -> dict[Path, str]:
    """The three modules as they have to be."""
    return {
        FOLDER / "parts.py": _parts(),
        FOLDER / "messages.py": _messages(),
        FOLDER / "commands.py": _commands(),
    }


def _parts() -> str:
    structs = list(_dependencies_first(PARTS))
    aliases = [
        f"{name} = (\n    {' | '.join(member.__name__ for member in get_args(value))}\n)\n"
        for name, value in vars(terms).items()
        if name == "ClockTerms"
    ]
    clocks = {member.__name__ for member in get_args(terms.ClockTerms)}
    blocks = [_PARTS_HEAD, f"SideName = {_literal(get_args(terms.SideName))}\n"]
    for struct in structs:
        blocks.append(_class(struct, _bases("Struct", struct)))
        clocks.discard(struct.__name__)
        if aliases and not clocks:
            blocks += aliases
            aliases = []
    return _joined(blocks)


def _messages() -> str:
    told: tuple[type[msgspec.Struct], ...] = get_args(AnyServerMessage)
    blocks = [_class(RoomEvent, "Message, frozen=True")]
    for message in told:
        base = "RoomEvent" if issubclass(message, RoomEvent) else "Message"
        blocks.append(_class(message, _bases(base, message), without=RoomEvent))
    names = "\n".join(f"    {message.__name__}," for message in told)
    blocks.append(f'TOLD: tuple[type[Message], ...] = (\n{names}\n)\n"""Every type above."""\n')
    return _joined([_MESSAGES_HEAD.replace("{parts}", _imports(blocks)), *blocks])


def _commands() -> str:
    asked: tuple[type[msgspec.Struct], ...] = get_args(AnyClientMessage)
    blocks = []
    for message in asked:
        if message.__struct_config__.tag in _NOT_ASKED:
            continue
        bases = f'Command[messages.{answer_to(message)}], tag="{message.__struct_config__.tag}"'
        blocks.append(_class(message, f"{bases}, frozen=True, kw_only=True", is_asked=True))
    text = "\n".join(blocks)
    used = [name for name in _ALIASES.values() if re.search(rf"\b{name}\b", text)]
    aliases = [
        f"{name} = {_literal(words_of(vars(terms)[name]))}\n"
        for name in used
        if name not in ("SideName", "ClockTerms")
    ]
    head = _COMMANDS_HEAD.replace("{parts}", _imports(blocks))
    return _joined([head, *aliases, _COMMAND, *blocks])


def answer_to(message: type[msgspec.Struct]) -> str:
    """The name of the type that answers a command, as its docstring has it."""
    by_tag = {of.__struct_config__.tag: of for of in get_args(AnyServerMessage)}
    for tag in re.findall(r"Answer: `(\w+)`", described(message)[0]):
        answer: type[msgspec.Struct] = by_tag[tag]
        if tag != "done" and "id" in answer.__struct_fields__:
            return answer.__name__
    return "Done"


def _joined(blocks: Iterable[str]) -> str:
    """A module: two blank lines around each class, one line apart what is no class."""
    text = ""
    for block in blocks:
        is_apart = block.lstrip().startswith("class ") or _ends_in_class(text)
        text = text.rstrip("\n") + ("\n\n\n" if is_apart else "\n\n") + block.strip("\n") + "\n"
    return text.lstrip("\n")


def _ends_in_class(text: str) -> bool:
    last = text.rstrip("\n").rpartition("\n")[2]
    return last.startswith("    ")


def _imports(blocks: Iterable[str]) -> str:
    """The parts that some classes name, a line each."""
    code = "\n".join(re.sub(r'"""[\s\S]*?"""', "", block) for block in blocks)
    names = {part.__name__ for part in PARTS} | {"SideName"}
    used = sorted(name for name in names if re.search(rf"(?<![\w.]){name}\b(?!\()", code))
    return "\n".join(f"    {name}," for name in used)


def _dependencies_first(structs: Iterable[type[msgspec.Struct]]) -> Iterator[type[msgspec.Struct]]:
    """Each after those of which it is made."""
    done: set[type] = set()

    def walk(struct: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
        if struct in done:
            return
        done.add(struct)
        for field in _fields(struct):
            for inner in _structs_in(field.type):
                yield from walk(inner)
        yield struct

    for struct in structs:
        yield from walk(struct)


def _structs_in(of: types.Type) -> Iterator[type[msgspec.Struct]]:
    match of:
        case types.StructType(cls=struct):
            yield struct
        case types.ListType(item_type=item) | types.VarTupleType(item_type=item):
            yield from _structs_in(item)
        case types.DictType(value_type=value):
            yield from _structs_in(value)
        case types.UnionType(types=members) | types.TupleType(item_types=members):
            for member in members:
                yield from _structs_in(member)


def _fields(struct: type[msgspec.Struct]) -> tuple[types.Field, ...]:
    info = types.type_info(struct)
    assert isinstance(info, types.StructType)
    return info.fields


def _bases(base: str, struct: type[msgspec.Struct]) -> str:
    config, info = struct.__struct_config__, types.type_info(struct)
    assert isinstance(info, types.StructType)
    tag = f', tag="{config.tag}"' if config.tag is not None else ""
    shape = ", array_like=True" if config.array_like else ""
    omits = ", omit_defaults=True" if is_sent(info) and base == "Struct" else ""
    return f"{base}{tag}, frozen=True{shape}{omits}"


def _class(
    struct: type[msgspec.Struct],
    bases: str,
    *,
    without: type[msgspec.Struct] | None = None,
    is_asked: bool = False,
) -> str:
    told_before: tuple[str, ...] = ()
    if without is not None and struct is not without and issubclass(struct, without):
        told_before = without.__struct_fields__
    text, meanings = described(struct)
    fields = [
        field
        for field in _fields(struct)
        if field.name not in told_before and not (is_asked and field.name == "id")
    ]
    rows = [_meaning(field, meanings, is_asked=is_asked) for field in fields]
    doc = _docstring(text, [row for row in rows if row])
    lines = [_line(_field(field, is_asked=is_asked)) for field in fields]
    head = f"class {struct.__name__}({bases}):"
    if len(head) > _WIDTH:
        head = f"class {struct.__name__}(\n    {bases}\n):"
    return "\n".join([head, doc, *([""] if lines else []), *lines]) + "\n"


def _docstring(text: str, rows: list[str]) -> str:
    paragraphs = [_wrapped(paragraph, "    ", "    ") for paragraph in _paragraphs(text)]
    first, *rest = "\n\n".join(paragraphs).strip().split("\n")
    is_short = not rest and not rows
    if is_short and len(first) + 10 <= _WIDTH:
        return f'    """{first}"""'
    body = "\n".join(['    """' + first, *rest])
    if rows:
        told = "\n".join(_wrapped(row, " " * 8, " " * 12) for row in rows)
        body += f"\n\n    Fields:\n{told}"
    return body + '\n    """'


def _paragraphs(text: str) -> list[str]:
    """The first sentence by itself, if it is longer than a line with the rest."""
    told = text.split("\n\n")
    if len(told[0]) <= _WIDTH - 10:
        return told
    first, dot, rest = told[0].partition(". ")
    return [first + dot.strip(), rest, *told[1:]] if rest else told


def _wrapped(text: str, first: str, later: str) -> str:
    return textwrap.fill(
        " ".join(text.split()),
        _WIDTH,
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _meaning(field: types.Field, meanings: dict[str, str], *, is_asked: bool) -> str:
    told = meanings.get(field.name) or USUAL.get(field.name, "")
    words = [] if is_asked else sorted(_open_words(field.type))
    if words:
        known = " Known words: " + ", ".join(f"`{word}`" for word in words) + "."
        told = (told.rstrip(".") + "." if told else "a word.") + known
    if not told:
        return ""
    return f"{field.name}: {told.rstrip('.')}."


def _open_words(of: types.Type) -> frozenset[str]:
    """The words of which later servers may tell others."""
    match as_told(of):
        case types.LiteralType(values=values) if frozenset(values) != _CLOSED:
            return frozenset(map(str, values))
        case types.EnumType(cls=enum):
            return frozenset(str(member.value) for member in enum)
        case types.UnionType(types=members):
            return frozenset().union(*map(_open_words, members))
        case types.ListType(item_type=item) | types.VarTupleType(item_type=item):
            return _open_words(item)
        case _:
            return frozenset()


def _line(field: str) -> str:
    """A field on its line; a union that is too long for one has a line for each of its members."""
    line = f"    {field}"
    if len(line) <= _WIDTH:
        return line
    name, _, union = field.partition(": ")
    members = "\n        | ".join(union.split(" | "))
    return f"    {name}: (\n        {members}\n    )"


def _field(field: types.Field, *, is_asked: bool) -> str:
    told = _type(field.type, is_asked=is_asked)
    default = _default(field)
    if default == "None" and "None" not in told:
        told += " | None"
    return f"{field.encode_name}: {told}" + (f" = {default}" if default else "")


def _default(field: types.Field) -> str:
    """What stands behind the equals sign, nothing where the field has to be there."""
    if field.required:
        return ""
    if callable(field.default_factory):
        return "[]" if field.default_factory is list else "{}"
    match field.default:
        case msgspec.Struct() as value:
            assert value == type(value)()
            return f"{type(value).__name__}()"
        case value if value is msgspec.NODEFAULT or value is msgspec.UNSET:
            return "None"
        case str() as value:
            return f'"{value}"'
        case ():
            return "[]"
        case value:
            return repr(value)


def _type(of: types.Type, *, is_asked: bool) -> str:
    match as_told(of):
        case types.IntType():
            return "int"
        case types.StrType() | types.EnumType():
            return "str"
        case types.BoolType():
            return "bool"
        case types.NoneType():
            return "None"
        case types.CustomType() | types.AnyType():
            return "object"
        case types.LiteralType(values=values):
            if not is_asked and frozenset(values) != _CLOSED:
                return "str"
            return _ALIASES.get(frozenset(values)) or _literal(values)
        case types.ListType(item_type=item) | types.VarTupleType(item_type=item):
            return f"list[{_type(item, is_asked=is_asked)}]"
        case types.TupleType(item_types=items):
            return f"tuple[{', '.join(_type(item, is_asked=is_asked) for item in items)}]"
        case types.DictType(key_type=key, value_type=value):
            return f"dict[{_type(key, is_asked=is_asked)}, {_type(value, is_asked=is_asked)}]"
        case types.UnionType(types=members):
            alias = _ALIASES.get(frozenset(getattr(member, "cls", None) for member in members))
            told = (_type(member, is_asked=is_asked) for member in members)
            return alias or " | ".join(dict.fromkeys(told))
        case types.StructType(cls=struct):
            return struct.__name__
        case _:
            raise AssertionError(f"no type for {of}")


def _literal(words: Iterable[object]) -> str:
    told = [f'"{word}"' for word in words]
    line = f"Literal[{', '.join(told)}]"
    if len(line) <= _WIDTH - len("SideName = ") * 2:
        return line
    return "Literal[\n" + "".join(f"    {word},\n" for word in told) + "]"
