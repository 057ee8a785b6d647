"""How a whole room is written into a snapshot, and read back.

Moves are two bytes each and the score is two texts. The game itself is played again when
a room is read, so what it knows of repetition needs no format of its own. Records are
arrays: a field may be added at the end, and nothing else may change.
"""

from collections.abc import Callable
from itertools import starmap
from operator import attrgetter
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from xiangqi_server.aggregates.room.clock.control import SideTime
from xiangqi_server.aggregates.room.clock.pair import start
from xiangqi_server.aggregates.room.score import Receipt, Score, line_of
from xiangqi_server.aggregates.room.state import Room, status_of
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Move, uci_of
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.kernel.aggregate.derived import default_of

FORMAT: Final = 1

_MOVE_BYTES: Final = 2
_PACKED: Final[dict[str, tuple[Any, Callable[[Room], Any]]]] = {
    "start_fen": (str, lambda room: room.game.start_fen),
    "moves": (bytes, lambda room: b"".join([m.to_bytes(_MOVE_BYTES) for m in room.game.moves])),
    "wxf": (str, lambda room: " ".join([line.wxf for line in room.score])),
    "chinese": (str, lambda room: " ".join([line.chinese for line in room.score])),
    "times": (BySide[SideTime], lambda room: room.timing.clock.times),
    "receipts": (list[Receipt | None], lambda room: [line.receipt for line in room.score]),
}
"""What a record has in another form than the room: of each field its type, and how it is written.

The higher byte of a move comes first. The score has a word for each move. Receipts are empty in
records from before they were kept.
"""
_FIRST: Final = (
    "terms",
    "seats",
    "start_fen",
    "moves",
    "wxf",
    "chinese",
    "times",
    "timing.turn_started_ms",
    "timing.quotas_ms",
    "timing.opened_at_ms",
    "timing.ended_at_ms",
    "timing.credited_to_ms",
    "timing.safe_until_ms",
    "offers.open",
    "offers.waits",
    "absences",
    "warning",
    "outcome",
    "series.previous",
    "series.next",
    "entries",
    "timing.suspended",
    "series.origin",
    "invitation.waits_ms",
    "invitation.invited",
    "series.points",
    "ready_check.lasts_ms",
    "ready_check.by_ms",
    "ready_check.is_ready",
    "receipts",
    "invitation.lock",
    "event_count",
    "berserk.is_allowed",
    "berserk.sides",
    "invitation.listing",
    "timing.leave",
)
"""The fields of a record that have an order of their own: of a room, of its parts, of `_PACKED`."""
_FIELDS_OF_ROOM: Final = {field.name: field for field in msgspec.structs.fields(Room)}
_NOT_KEPT: Final = frozenset({"id", "game", "score", "status"})
"""A room is kept under its id, its game and score are packed, and its status follows."""
_IN_FIRST: Final = {path.partition(".")[0] for path in _FIRST}
LAYOUT: Final = (*_FIRST, *(name for name in _FIELDS_OF_ROOM if name not in _IN_FIRST | _NOT_KEPT))
"""All fields of a record, in their order; what a room has further is kept whole, at the end.

Their types and defaults are declared by the room and its parts. So a field of a room comes after
those that it has, and a further field of a part in `_FIRST` has its line there.
"""


def _row(path: str) -> tuple[Any, ...]:
    """Name, type and default of a field of a record."""
    if path in _PACKED:
        type_, write = _PACKED[path]
        return path, type_, write(Room(""))
    whole, _, name = path.partition(".")
    field = _FIELDS_OF_ROOM[whole]
    if name:
        (field,) = (part for part in msgspec.structs.fields(field.type) if part.name == name)
    return path.replace(".", "_"), field.type, *default_of(field)


RoomRecord = msgspec.defstruct(
    "RoomRecord", [_row(path) for path in LAYOUT], frozen=True, array_like=True
)
_WRITERS: Final = [_PACKED[path][1] if path in _PACKED else attrgetter(path) for path in LAYOUT]


def to_record(room: Room) -> msgspec.Struct:
    """The record of a room; its id is the key it is kept under."""
    return RoomRecord(*[write(room) for write in _WRITERS])


def _places(part: str) -> list[tuple[str, int]]:
    """The fields of a part that are kept, each with its place in a record."""
    kept = ((path.partition("."), place) for place, path in enumerate(LAYOUT))
    return [(name, place) for (whole, _, name), place in kept if whole == part]


_PART_PLACES: Final = [
    (part, _FIELDS_OF_ROOM[part].type, _places(part))
    for part in dict.fromkeys(path.partition(".")[0] for path in LAYOUT if "." in path)
]
_OTHER_PLACES: Final = [(path, place) for place, path in enumerate(LAYOUT) if "." not in path]


def from_record(room: str, record: msgspec.Struct) -> Room:
    """The room a record was made of."""
    values = msgspec.structs.astuple(record)
    kept: dict[str, Any] = {name: values[place] for name, place in _OTHER_PLACES}
    packed = {name: kept.pop(name) for name in _PACKED}
    for part, type_, places in _PART_PLACES:
        kept[part] = type_(**{name: values[place] for name, place in places})
    clock = start(kept["terms"].clock)
    clock = replace(clock, times=packed["times"], no_increment=kept["berserk"].sides)
    kept["timing"] = replace(kept["timing"], clock=clock)
    game, score = _game_and_score(**packed)
    read = Room(room, game=game, score=score, **kept)
    return replace(read, status=status_of(read))


def _game_and_score(
    start_fen: str, moves: bytes, wxf: str, chinese: str, receipts: list[Receipt | None], **_: Any
) -> tuple[Game, Score]:
    starts = range(0, len(moves), _MOVE_BYTES)
    played = [Move(int.from_bytes(moves[start : start + _MOVE_BYTES])) for start in starts]
    game = Game.start(start_fen)
    for move in played:
        game = game.play(move)
    texts = wxf.split(), chinese.split()
    lines = zip(map(uci_of, played), *texts, receipts or [None] * len(played), strict=True)
    return game, Score(starmap(line_of, lines))
