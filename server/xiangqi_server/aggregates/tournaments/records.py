"""How a whole tournament is written into a snapshot, and read back."""

from dataclasses import fields
from typing import Final

from msgspec import Struct

from xiangqi_server.aggregates.tournaments.plan import Plan
from xiangqi_server.aggregates.tournaments.state import (
    Entrant,
    GameResult,
    GivenBye,
    KnockoutMatch,
    OpenPair,
    Phase,
    Round,
    Tournament,
    TournamentGame,
    TournamentNote,
)
from xiangqi_server.kernel.aggregate.persistent_map import PersistentMap

FORMAT: Final = 1
_WIN: Final = 2


class TournamentRecord(Struct, frozen=True):
    """A tournament at one version; the fields are those of `Tournament`, but those it can count.

    Fields:
        byes: one that counts as a win by its player alone, as all were once.
        numbered: 0 in records from before it was kept.
    """

    phase: Phase
    plan: Plan | None
    organiser: str
    entrants: list[Entrant]
    games: dict[str, TournamentGame]
    begun_ms: int = 0
    ended_ms: int = 0
    ends_ms: int = 0
    tick_at_ms: int | None = None
    credited_to_ms: int = 0
    changed_ms: int = 0
    version: int = 0
    field: tuple[str, ...] = ()
    rounds: tuple[Round, ...] = ()
    results: dict[str, GameResult] = {}
    matches: dict[int, KnockoutMatch] = {}
    arbiters: tuple[str, ...] = ()
    invited: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    forbidden: tuple[tuple[str, str], ...] = ()
    byes: tuple[str | GivenBye, ...] = ()
    notes: tuple[TournamentNote, ...] = ()
    is_featured: bool = False
    departures: dict[str, int] = {}
    open_pairs: dict[str, OpenPair] = {}
    numbered: int = 0


_SAME: Final = {field.name for field in fields(Tournament)} & {
    *TournamentRecord.__struct_fields__
} - {
    "entrants",
    "games",
    "results",
    "matches",
    "departures",
    "open_pairs",
    "byes",
    "numbered",
}


def to_record(tournament: Tournament) -> TournamentRecord:
    """The record of a tournament; its id is the key it is kept under."""
    return TournamentRecord(
        entrants=list(tournament.entrants.values()),
        games=dict(tournament.games),
        results=dict(tournament.results),
        matches=dict(tournament.matches),
        departures=dict(tournament.departures),
        open_pairs=dict(tournament.open_pairs),
        byes=tuple(bye.player if bye.points == _WIN else bye for bye in tournament.byes),
        numbered=tournament.numbered,
        **{name: getattr(tournament, name) for name in _SAME},
    )


def from_record(id_: str, record: TournamentRecord) -> Tournament:
    """The tournament a record was made of."""
    same = {name: getattr(record, name) for name in _SAME}
    games: PersistentMap[str, TournamentGame] = PersistentMap()
    results: PersistentMap[str, GameResult] = PersistentMap()
    matches: PersistentMap[int, KnockoutMatch] = PersistentMap()
    departures: PersistentMap[str, int] = PersistentMap()
    open_pairs: PersistentMap[str, OpenPair] = PersistentMap()
    made = Tournament(
        id_,
        **same,
        games=games.set_all(record.games.items()),
        results=results.set_all(record.results.items()),
        matches=matches.set_all(record.matches.items()),
        departures=departures.set_all(record.departures.items()),
        open_pairs=open_pairs.set_all(record.open_pairs.items()),
        byes=tuple(GivenBye(bye, _WIN) if isinstance(bye, str) else bye for bye in record.byes),
        numbered=max([record.numbered, *(entrant.number for entrant in record.entrants)]),
    )
    return made.with_entrants(*record.entrants)
