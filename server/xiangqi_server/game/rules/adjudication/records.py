"""Rulings and warnings as plain data, as they are stored in events and sent to clients.

There are only dictionaries, lists, text, whole numbers and booleans. Squares are ``e4``, moves four
characters, pieces FEN letters, sides ``red`` and ``black``. The type of a field says how
it is written and read, and its name is the key. A field is left out where it is None or has its
default. The form is stored, so a key may be added but never change its meaning. Every key is
explained by the type whose field it is.
"""

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from enum import IntEnum, StrEnum
from functools import cache
from types import UnionType
from typing import Any, Final, NamedTuple, get_args, get_origin, get_type_hints

from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import (
    SQUARE_NAMES,
    SQUARES_BY_NAME,
    Move,
    Piece,
    Square,
    letter_of,
    move_from_uci,
    origin_of,
    piece_of_letter,
    uci_of,
)
from xiangqi_server.game.rules.board.fen import read_fen, write_fen
from xiangqi_server.game.rules.board.position import Position
from xiangqi_server.game.rules.repetition.evidence import Doubt, Evidence, PlyEvidence
from xiangqi_server.game.rules.repetition.ruling import (
    BannedMove,
    BanReason,
    RepetitionWarning,
    Ruling,
)

Record = dict[str, object]


def to_record(value: Ruling | RepetitionWarning | PlyEvidence | Doubt) -> Record:
    """The record of a ruling, of a warning, or of a part of one."""
    type_: Any = type(value)
    record: Record = _form_of(type_).write(value)
    if isinstance(value, Ruling):
        head = {"rule_set": value.rule_set, "version": value.version, "verdict": value.verdict}
        return head | record
    return record


def ruling_in(record: Record) -> Ruling:
    """The ruling that `to_record` wrote."""
    ruling: Ruling = _form_of(Ruling).read(record)
    return ruling


def warning_in(record: Record) -> RepetitionWarning:
    """The warning that `to_record` wrote."""
    warning: RepetitionWarning = _form_of(RepetitionWarning).read(record)
    return warning


def ban_record(ban: BannedMove, position: Position, rule_set: str) -> str:
    """Why a move may not be played in a position, as one line; `ban_in` reads it."""
    return " ".join((rule_set, ban.clause, ban.reason.value, uci_of(ban.move), write_fen(position)))


def ban_in(record: str) -> tuple[BannedMove, Position, str]:
    """The ban of a line of `ban_record`, the position, and the name of the rule set."""
    rule_set, clause, reason, uci, fen = record.split(" ", 4)
    position, move = read_fen(fen, composed=True), move_from_uci(uci)
    piece = position.board[origin_of(move)]
    return BannedMove(move, piece, BanReason(reason), clause), position, rule_set


class _Form(NamedTuple):
    """How values of one type are written and read; which type, only a run knows."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


_AS_IT_IS: Final = _Form(lambda value: value, lambda value: value)
_PLAIN: Final[dict[object, _Form]] = {
    Square: _Form(SQUARE_NAMES.__getitem__, SQUARES_BY_NAME.__getitem__),
    Piece: _Form(letter_of, piece_of_letter),
    Move: _Form(uci_of, move_from_uci),
    int: _AS_IT_IS,
    str: _AS_IT_IS,
    bool: _AS_IT_IS,
}


@cache
def _form_of(type_: Any) -> _Form:
    """The form of a type, by what it is."""
    if type_ in _PLAIN:
        return _PLAIN[type_]
    origin, args = get_origin(type_), get_args(type_)
    if origin is UnionType:
        return _form_of(next(arg for arg in args if arg is not type(None)))
    if origin is tuple:
        write, read = _form_of(args[0])
        return _Form(lambda many: list(map(write, many)), lambda many: tuple(map(read, many)))
    if origin is BySide:
        return _by_side_form(_form_of(args[0]))
    if issubclass(type_, StrEnum):
        return _Form(lambda member: member.value, type_)
    if issubclass(type_, IntEnum):
        return _Form(lambda member: member.name.lower(), lambda name: type_[name.upper()])
    return _fields_form(type_)


def _by_side_form(form: _Form) -> _Form:
    write, read = form
    return _Form(
        lambda pair: {"red": write(pair.red), "black": write(pair.black)},
        lambda record: BySide(read(record["red"]), read(record["black"])),
    )


def _fields_form(type_: Any) -> _Form:
    """The form of a dataclass or a named tuple.

    The fields of an `Evidence` stand among those of its ruling: it is there if `sides` is.
    """
    rows = [
        (name, *_form_of(hint), default, Evidence in get_args(hint))
        for name, hint, default in recorded_fields(type_)
    ]

    def write(value: Any) -> Record:
        record: Record = {}
        for name, write_field, _, default, is_spread in rows:
            field = getattr(value, name)
            if field is None or field in default:
                continue
            if is_spread:
                record |= write_field(field)
            else:
                record[name] = write_field(field)
        return record

    def read(record: Record) -> Any:
        known = {}
        for name, _, read_field, default, is_spread in rows:
            if is_spread:
                known[name] = read_field(record) if "sides" in record else None
            elif name in record:
                known[name] = read_field(record[name])
            elif not default:
                known[name] = None
        return type_(**known)

    return _Form(write, read)


def is_recorded_by_fields(type_: Any) -> bool:
    """Whether it is a dataclass or a named tuple, whose record has a key for each field."""
    return is_dataclass(type_) or hasattr(type_, "_field_defaults")


def recorded_fields(type_: Any) -> list[tuple[str, Any, tuple[Any, ...]]]:
    """Name, type and default of each field, in their order; a tuple holds the default, if any."""
    if is_dataclass(type_):
        defaults = {each.name: each.default for each in fields(type_)}
    else:
        defaults = type_._field_defaults
    hints = get_type_hints(type_, include_extras=True)
    return [
        (name, hint, () if defaults.get(name, MISSING) is MISSING else (defaults[name],))
        for name, hint in hints.items()
    ]
