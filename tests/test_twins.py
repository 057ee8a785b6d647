"""A struct that travels as it is stored is declared once; here stands why some are not."""

import inspect
from collections import defaultdict
from dataclasses import fields, is_dataclass
from importlib import import_module
from typing import Final

import msgspec

from tests.test_architecture import modules

_BY_CHANCE: Final = "the same words for different things"
_CLEANED: Final = "as a client wrote it; what is kept of it is cleaned"
_NAMED: Final = "its player has a name and a badge where the log has an id"
_SIDED: Final = "its side is a word where the log has a number"

TWINS: Final = {
    "Absence": _BY_CHANCE,
    "BerserkSides": _BY_CHANCE,
    "Bye": _BY_CHANCE,
    "LogHead": _BY_CHANCE,
    "GivenBye": _NAMED,
    "LadderChange": _NAMED,
    "OpenOffer": _SIDED,
    "SecurityEvent": "an object with a closed set of words where the log has an array and any word",
    "NoticeWishes": _CLEANED,
    "ListedPerson": _CLEANED,
    "VacationSides": "moments of two sides, where the others are no moments",
    "WrittenResult": "a client has wire limits, which a log need not fit",
    "LogEntry": "the store may not know the wire, nor the wire the store",
    "TournamentPlan": "as a client wrote it; a plan is cleaned, and may be held to a password",
    "ArenaFormat": "`berserk` is on unless a client says no; in an old plan it is off",
    "GiveByeAction": "null is the next round, which a log has as 0",
}
"""Types of the wire with the very fields of another type, each with the reason for both."""


def _classes() -> list[type]:
    """All classes of ours that declare fields themselves."""
    names = [module.path.removesuffix(".py").replace("/", ".") for module in modules()]
    imported = [import_module(f"xiangqi_server.{name}") for name in names if name != "__main__"]
    return [
        value
        for module in imported
        for value in vars(module).values()
        if inspect.isclass(value)
        and value.__module__ == module.__name__
        and inspect.get_annotations(value)
    ]


def _fields(class_: type) -> frozenset[str]:
    if issubclass(class_, msgspec.Struct):
        return frozenset(class_.__struct_fields__)
    if is_dataclass(class_):
        return frozenset(field.name for field in fields(class_))
    return frozenset(getattr(class_, "_fields", ()))


def test_a_type_of_the_wire_repeats_no_other_type_without_a_reason() -> None:
    on_wire: dict[frozenset[str], list[str]] = defaultdict(list)
    elsewhere = set()
    for class_ in _classes():
        if class_.__module__.startswith("xiangqi_server.wire."):
            on_wire[_fields(class_)].append(class_.__name__)
        else:
            elsewhere.add(_fields(class_))

    found = [name for each in elsewhere if len(each) > 1 for name in on_wire[each]]

    assert sorted(found) == sorted(TWINS)
