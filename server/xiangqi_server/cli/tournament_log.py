"""The standings that the log of a tournament leads to, computed anew from its events alone."""

from collections.abc import Iterable
from typing import Final, NamedTuple, cast

from xiangqi_server.aggregates.tournaments.apply import apply
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.messages import (
    Announced,
    TournamentEvent,
    TournamentFinished,
)
from xiangqi_server.aggregates.tournaments.results.standings import standings_of
from xiangqi_server.aggregates.tournaments.state import Phase, Tournament
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.host.journal import read_fact
from xiangqi_server.kernel.store.port import RecordError
from xiangqi_server.kernel.store.values import StoredEvent

_LED_ASTRAY: Final = (
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    ArithmeticError,
    AssertionError,
)
"""What events may raise that do not follow from each other: no server wrote them so."""


class Recomputed(NamedTuple):
    """What was computed.

    Fields:
        standings: rank, player, points and the sums behind them; none after a mismatch.
        mismatch: the version of the event that does not follow from those before it. The order at
            the end is another one, or no tournament can come to it. Else None.
        is_over: the log goes as far as an end of the tournament.
    """

    standings: list[dict[str, object]]
    mismatch: int | None
    is_over: bool = False


def recomputed(events: Iterable[StoredEvent]) -> Recomputed | None:
    """The standings of the log of a tournament; None if it is the log of something else."""
    tournament, version = Tournament(""), 0
    try:
        for stored in events:
            version = stored.version
            event = cast("TournamentEvent", read_fact(TOURNAMENT, stored.body).event)
            if tournament.plan is None and not isinstance(event, Announced):
                return None
            if isinstance(event, TournamentFinished) and not _follows(tournament, event):
                return Recomputed([], version)
            tournament = apply(tournament, Stamped(version, stored.at_ms, event))
        if tournament.plan is None:
            return None
        is_over = tournament.phase in (Phase.FINISHED, Phase.CALLED_OFF)
        return Recomputed(_rows(tournament), None, is_over)
    except RecordError:
        return None if tournament.plan is None else Recomputed([], version)
    except _LED_ASTRAY:
        return Recomputed([], version)


def _follows(tournament: Tournament, finished: TournamentFinished) -> bool:
    """Whether the order told at the end is the one of the standings."""
    order = tuple(entrant.player for entrant in standings_of(tournament).order)
    return order[: len(finished.order)] == finished.order


def _rows(tournament: Tournament) -> list[dict[str, object]]:
    standings = standings_of(tournament)
    return [
        {
            "rank": standings.ranks[entrant.player],
            "player": entrant.player,
            "points": entrant.score,
            "games": entrant.played,
            "sums": list(standings.sums.get(entrant.player, ())),
        }
        for entrant in standings.order
    ]
