"""`CHANGELOG.md` tells the truth about names: the new ones are there, the old ones are gone."""

import re
from typing import Final, get_args

import msgspec
import pytest

from tests.tools.protocol_doc import START
from xiangqi_server.texts.refusals import REFUSALS
from xiangqi_server.wire import parts
from xiangqi_server.wire.client import AnyClientMessage
from xiangqi_server.wire.server import AnyServerMessage

CHANGELOG: Final = (START.parent / "CHANGELOG.md").read_text()


def _fields(*types: type[msgspec.Struct]) -> set[str]:
    """The fields of messages and parts, as `type.field`."""
    return {
        f"{type_.__struct_config__.tag or type_.__name__}.{field.encode_name}"
        for type_ in types
        for field in msgspec.structs.fields(type_)
    }


CLIENT: Final = get_args(AnyClientMessage)
SERVER: Final = get_args(AnyServerMessage)
PARTS: Final = tuple(
    one for one in vars(parts).values() if isinstance(one, type) and issubclass(one, msgspec.Struct)
)
NAMES: Final = {
    "message of a client": {type_.__struct_config__.tag for type_ in CLIENT},
    "message of the server": {type_.__struct_config__.tag for type_ in SERVER},
    "field": _fields(
        *CLIENT,
        *SERVER,
        *PARTS,
    ),
    "refusal": {code.value for code in REFUSALS},
}


def _renamed(what: str) -> tuple[set[str], set[str]]:
    """The old and the new names of a table, by the heading of its first column."""
    table = re.search(rf"^\| {what} \| now \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", CHANGELOG, re.MULTILINE)
    assert table is not None
    rows = [row.split("|")[1:3] for row in table[1].splitlines()]
    whole = [old for old, _ in rows if "` with `" not in old]
    return set(re.findall(r"`(.+?)`", " ".join(whole))), {
        name for _, new in rows for name in re.findall(r"`(.+?)`", new)
    }


@pytest.mark.parametrize("what", NAMES)
def test_new_names_are_there_and_old_ones_are_gone(what: str) -> None:
    old, new = _renamed(what)

    assert old
    assert new <= NAMES[what]
    assert old & NAMES[what] <= new, "an old name may stand only for what is called so now"
