"""The kind of aggregate a tournament is. Its log is kept whole: anybody can recompute it."""

from typing import Final

from xiangqi_server.aggregates.tournaments.apply import apply
from xiangqi_server.aggregates.tournaments.decide import decide
from xiangqi_server.aggregates.tournaments.messages import (
    TakeTournamentOutage,
    TournamentCommand,
    TournamentEvent,
    WakeTournament,
)
from xiangqi_server.aggregates.tournaments.pairing_request import (
    asks,
    may_ask,
    question,
    timed_out,
    with_answer,
)
from xiangqi_server.aggregates.tournaments.records import (
    FORMAT,
    TournamentRecord,
    from_record,
    to_record,
)
from xiangqi_server.aggregates.tournaments.state import Tournament
from xiangqi_server.aggregates.tournaments.waking import due_at_ms, wants_outage
from xiangqi_server.kernel.aggregate.kind import Kind, Limits, Offload, Records, Schedule

MOST_TAIL_BYTES: Final = 32_000
"""Some 300 events, which take 20 ms to replay. A snapshot of a thousand players weighs thirty times
as much: as long a tail would hold up all games of a node for half a second when it is loaded."""


def _outage(tournament: Tournament, from_ms: int, to_ms: int) -> TakeTournamentOutage | None:
    return TakeTournamentOutage(from_ms, to_ms) if wants_outage(tournament, to_ms) else None


TOURNAMENT: Kind[Tournament, TournamentCommand, TournamentEvent] = Kind(
    name="tournament",
    empty=Tournament,
    decide=decide,
    apply=apply,
    commands=TournamentCommand,
    events=TournamentEvent,
    records=Records(TournamentRecord, to_record, from_record, FORMAT, is_trimmed=False),
    schedule=Schedule(due_at_ms, WakeTournament()),
    limits=Limits(
        actors=4_096,
        max_batch=256,
        min_append_interval_ms=200,
        most_tail_bytes=MOST_TAIL_BYTES,
    ),
    outage=_outage,
    offload=Offload(may_ask, question, with_answer, timed_out, asks),
)
