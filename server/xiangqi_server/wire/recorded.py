"""Parts of messages that are records of what the rules found, made from its types.

A record has a field's name as its key (`rules.adjudication.records`). So such a part has the fields
of a type of the rules, in their order and with its docstring. Only texts stand for numbers here.
"""

from functools import cache
from types import UnionType
from typing import Any, Final, Generic, TypeVar, get_args, get_origin

import msgspec
from msgspec import UNSET, Struct, UnsetType

from xiangqi_server.game.rules.adjudication.records import is_recorded_by_fields, recorded_fields
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Move, Piece, Side, Square
from xiangqi_server.game.rules.repetition.evidence import Level, Placed, PlyEvidence, SideEvidence
from xiangqi_server.game.rules.repetition.ruling import Ending, RepetitionWarning
from xiangqi_server.wire.terms import LevelName, SideName

_Found = TypeVar("_Found")

_NAMES: Final = {
    Placed: "PlacedPiece",
    PlyEvidence: "RuledPly",
    SideEvidence: "SideAccount",
    RepetitionWarning: "WarningDetail",
}
"""The parts that have another name than the type of the rules."""
_TEXTS: Final[dict[object, Any]] = {
    Square: str,
    Piece: str,
    Move: str,
    Ending: str,
    Level: LevelName,
    Side: SideName,
}


class Recorded(Struct, Generic[_Found]):
    """The record of a value of a type of the rules."""

    def __class_getitem__(cls, found: Any) -> type[Struct]:
        """The struct that has the fields of the type."""
        return _struct_of(found)


@cache
def _struct_of(found: Any) -> type[Struct]:
    return msgspec.defstruct(
        _NAMES.get(found, found.__name__),
        [_field(*field) for field in recorded_fields(found)],
        module=__name__,
        namespace={"__doc__": found.__doc__},
        frozen=True,
        omit_defaults=True,
    )


def _field(name: str, hint: Any, default: tuple[Any, ...]) -> Any:
    """A field; one that may be None is left out where it is."""
    part = _type_of(hint)
    if UnsetType in get_args(part):
        return name, part, UNSET
    return name, part, *([] if value == () else value for value in default)


def _type_of(hint: Any) -> Any:
    """The type of a field as it travels."""
    args = get_args(hint)
    match get_origin(hint):
        case _ if hint in _TEXTS:
            return _TEXTS[hint]
        case origin if origin is UnionType:
            return _type_of(args[0]) | UnsetType
        case origin if origin is BySide:
            return dict[SideName, _type_of(args[0])]  # type: ignore[misc]  # only a run knows
        case origin if origin is tuple and Ellipsis in args:
            return list[_type_of(args[0])]  # type: ignore[misc]  # only a run knows
        case _:
            return _struct_of(hint) if is_recorded_by_fields(hint) else hint
