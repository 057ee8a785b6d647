"""The standings that the log of a tournament leads to, computed anew from its events alone."""

from collections.abc import Iterable
from typing import NamedTuple, cast

from server.aggregate.decision import Stamped
from server.host.journal import read_fact
from server.store.port import RecordError
from server.store.values import StoredEvent
from server.tournaments.apply import apply
from server.tournaments.kind import TOURNAMENT
from server.tournaments.messages import Announced, TournamentEvent, TournamentFinished
from server.tournaments.standings import standings_of
from server.tournaments.state import Tournament


class Recomputed(NamedTuple):
    """What was computed.

    Fields:
        standings: rank, player, points and the sums behind them.
        mismatch: where the order that was told at the end is not the one that follows; else None.
    """

    standings: list[dict[str, object]]
    mismatch: int | None


def recomputed(events: Iterable[StoredEvent]) -> Recomputed | None:
    """The standings of the log of a tournament; None if it is the log of something else."""
    tournament, mismatch = Tournament(""), None
    for stored in events:
        try:
            event = cast("TournamentEvent", read_fact(TOURNAMENT, stored.body).event)
        except RecordError:
            return None
        if tournament.plan is None and not isinstance(event, Announced):
            return None
        if isinstance(event, TournamentFinished):
            order = tuple(one.player for one in standings_of(tournament).order)
            if order[: len(event.order)] != event.order:
                mismatch = stored.version
        tournament = apply(tournament, Stamped(stored.version, stored.at_ms, event))
    if tournament.plan is None:
        return None
    standings = standings_of(tournament)
    rows: list[dict[str, object]] = [
        {
            "rank": standings.ranks[one.player],
            "player": one.player,
            "points": one.score,
            "games": one.played,
            "sums": list(standings.sums.get(one.player, ())),
        }
        for one in standings.order
    ]
    return Recomputed(rows, mismatch)
