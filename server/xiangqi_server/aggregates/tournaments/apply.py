"""What an event does to a tournament; live play, rebuild and replay share it."""

from dataclasses import replace
from typing import assert_never

from xiangqi_server.aggregates.tournaments import arena
from xiangqi_server.aggregates.tournaments.formats import free_robin, knockout
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.managing import managed
from xiangqi_server.aggregates.tournaments.messages import (
    Announced,
    ArenaPaired,
    GameOffered,
    GameSettled,
    MatchesPaired,
    PairOpened,
    PlayerEntered,
    PlayerLeft,
    PlayerPaused,
    PlayerReturned,
    PlayersSeen,
    ResultTakenBack,
    RoundOver,
    RoundPaired,
    TournamentBegun,
    TournamentCalledOff,
    TournamentCredited,
    TournamentEvent,
    TournamentFinished,
    TournamentManaged,
)
from xiangqi_server.aggregates.tournaments.state import Entrant, Phase, Tournament
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.aggregate.persistent_map import PersistentMap


def apply(tournament: Tournament, stamped: Stamped[TournamentEvent]) -> Tournament:
    """The tournament after one accepted event."""
    after = _applied(tournament, stamped.event, stamped.at_ms)
    return replace(after, version=stamped.version, changed_ms=stamped.at_ms)


def _applied(tournament: Tournament, event: TournamentEvent, at_ms: int) -> Tournament:
    match event:
        case Announced(by, plan):
            return replace(tournament, phase=Phase.ANNOUNCED, plan=plan, organiser=by)
        case TournamentCalledOff():
            return _over(tournament, Phase.CALLED_OFF, at_ms)
        case TournamentManaged():
            return managed(tournament, event, at_ms)
        case PlayerEntered():
            return _entered(tournament, event, at_ms)
        case PlayerLeft(player):
            return _left(tournament, player, at_ms)
        case PlayerPaused(player, absent):
            if format_of(tournament.the_plan).counts_pauses and not absent:
                tournament = tournament.with_departure(player)
            tournament = free_robin.without_offers_of(tournament, [player])
            paused = arena.paused(tournament, tournament.entrants[player], at_ms)
            return _with(tournament, at_ms, paused._replace(is_paused=True))
        case PlayerReturned(player):
            return _with(tournament, at_ms, tournament.entrants[player]._replace(is_paused=False))
        case PlayersSeen(present, away):
            seen = [tournament.entrants[player]._replace(is_here=True) for player in present]
            gone = [tournament.entrants[player]._replace(is_here=False) for player in away]
            after = _with(tournament, at_ms, *seen, *gone)
            return free_robin.without_offers_of(after, away)
        case TournamentBegun():
            begun = replace(tournament, phase=Phase.RUNNING, begun_ms=at_ms)
            return format_of(tournament.the_plan).begun(begun)
        case RoundPaired():
            return format_of(tournament.the_plan).paired(tournament, event)
        case GameOffered():
            return free_robin.offered(tournament, event)
        case PairOpened(room):
            return free_robin.opened(tournament, room)
        case RoundOver(_, next_ms):
            return replace(tournament, tick_at_ms=next_ms)
        case ArenaPaired():
            return arena.paired(tournament, event)
        case GameSettled():
            return format_of(tournament.the_plan).settled(tournament, event, at_ms)
        case ResultTakenBack(room):
            return format_of(tournament.the_plan).taken_back(tournament, room)
        case MatchesPaired():
            return knockout.paired(tournament, event)
        case TournamentFinished():
            return _over(tournament, Phase.FINISHED, at_ms)
        case TournamentCredited(ms, to_ms):
            return _credited(tournament, ms, to_ms)
        case _:
            assert_never(event)


def _credited(tournament: Tournament, ms: int, to_ms: int) -> Tournament:
    """The end of an arena or of the time of free pairs, and the next round, are put off."""
    later = replace(tournament, credited_to_ms=to_ms)
    if tournament.ends_ms:
        return replace(later, ends_ms=tournament.ends_ms + ms)
    tick_at_ms = tournament.tick_at_ms
    return later if tick_at_ms is None else replace(later, tick_at_ms=tick_at_ms + ms)


def _with(tournament: Tournament, at_ms: int, *changed: Entrant) -> Tournament:
    return format_of(tournament.the_plan).with_entrants(tournament, at_ms, *changed)


def _entered(tournament: Tournament, event: PlayerEntered, at_ms: int) -> Tournament:
    known = tournament.entrants.get(event.player)
    if known is None:
        number = event.number or len(tournament.entrants) + 1
        known = arena.ranked(Entrant(event.player, number, event.rating, team=event.team))
        tournament = replace(tournament, numbered=max(tournament.numbered, number))
        tournament, known = format_of(tournament.the_plan).entered(tournament, known)
    back = known._replace(has_left=False, is_paused=False, is_here=True)
    return _with(tournament, at_ms, back)


def _left(tournament: Tournament, player: str, at_ms: int) -> Tournament:
    tournament = free_robin.without_offers_of(tournament.with_departure(player), [player])
    if tournament.phase is Phase.ANNOUNCED:
        return tournament.without_entrant(player)
    left = arena.paused(tournament, tournament.entrants[player], at_ms)
    return _with(tournament, at_ms, left._replace(has_left=True))


def _over(tournament: Tournament, phase: Phase, at_ms: int) -> Tournament:
    """No entrant waits any more, and games that are still played belong to no entrant.

    It stays over since when it was first, whatever is corrected later.
    """
    changed = [
        entrant._replace(room="", since_ms=0)
        for entrant in tournament.entrants.values()
        if entrant.room or entrant.since_ms
    ]
    return replace(
        tournament.with_entrants(*changed),
        phase=phase,
        ended_ms=tournament.ended_ms or at_ms,
        games=PersistentMap(),
        open_pairs=PersistentMap(),
        tick_at_ms=None,
    )
