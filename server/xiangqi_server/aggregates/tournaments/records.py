"""How a whole tournament is written into a snapshot, and read back.

A record has the fields of a tournament under their names, and its maps as plain ones. A field with
a default may be added to `Tournament`, and no field ever changes its meaning.
"""

from dataclasses import MISSING, fields
from typing import Any, Final, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import asdict

from xiangqi_server.aggregates.tournaments.state import Entrant, GivenBye, Tournament
from xiangqi_server.kernel.aggregate.persistent_map import PersistentMap

FORMAT: Final = 1
_WIN: Final = 2
_NOT_KEPT: Final = frozenset({"id", "active", "waiting", "taking_part"})
"""A tournament is kept under its id; the rest follows from the entrants."""
_TYPES: Final = get_type_hints(Tournament)
_MAPS: Final = {
    name: get_args(hint) for name, hint in _TYPES.items() if get_origin(hint) is PersistentMap
}
_FORMS: Final = (
    _TYPES
    | {name: dict.__class_getitem__(types) for name, types in _MAPS.items()}
    | {"entrants": list[Entrant], "byes": tuple[str | GivenBye, ...]}
)
"""The types of all fields. A bye that counts as a win is its player alone, as all were once."""

TournamentRecord = msgspec.defstruct(
    "TournamentRecord",
    [
        (field.name, form, get_origin(form)() if field.default is MISSING else field.default)
        for field in fields(Tournament)
        if field.name not in _NOT_KEPT
        for form in (_FORMS[field.name],)
    ],
    frozen=True,
)


def to_record(tournament: Tournament) -> msgspec.Struct:
    """The record of a tournament; its id is the key it is kept under."""
    kept = {name: getattr(tournament, name) for name in TournamentRecord.__struct_fields__}
    kept |= {name: dict(kept[name]) for name in _MAPS}
    kept["entrants"] = list(tournament.entrants.values())
    kept["byes"] = tuple(bye.player if bye.points == _WIN else bye for bye in tournament.byes)
    return TournamentRecord(**kept)


def from_record(id_: str, record: Any) -> Tournament:
    """The tournament a record was made of."""
    kept = asdict(record)
    entrants: list[Entrant] = kept.pop("entrants")
    for name in _MAPS.keys() & kept.keys():
        entries: PersistentMap[Any, Any] = PersistentMap()
        kept[name] = entries.set_all(kept[name].items())
    kept["byes"] = tuple(
        GivenBye(bye, _WIN) if isinstance(bye, str) else bye for bye in record.byes
    )
    kept["numbered"] = max([record.numbered, *(entrant.number for entrant in entrants)])
    return Tournament(id_, **kept).with_entrants(*entrants)
