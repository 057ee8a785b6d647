"""What an event does to a tournament; live play, rebuild and replay share it."""

from dataclasses import replace
from typing import assert_never

from xiangqi_server.aggregate.decision import Stamped
from xiangqi_server.aggregate.persistent_map import PersistentMap
from xiangqi_server.aggregate.spans import MINUTE_MS
from xiangqi_server.rules.board.encoding import Side
from xiangqi_server.tournaments import arena, free, knockout, round_results
from xiangqi_server.tournaments.managing import managed
from xiangqi_server.tournaments.messages import (
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
    RoundOver,
    RoundPaired,
    TournamentBegun,
    TournamentCalledOff,
    TournamentCredited,
    TournamentEvent,
    TournamentFinished,
    TournamentManaged,
)
from xiangqi_server.tournaments.plan import Arena, Robin
from xiangqi_server.tournaments.state import Entrant, Phase, Tournament, TournamentGame


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
            if not (absent or tournament.is_arena):
                tournament = tournament.with_departure(player)
            tournament = free.without_offers_of(tournament, [player])
            paused = arena.paused(tournament, tournament.entrants[player], at_ms)
            return _with(tournament, at_ms, paused._replace(is_paused=True))
        case PlayerReturned(player):
            return _with(tournament, at_ms, tournament.entrants[player]._replace(is_paused=False))
        case PlayersSeen(present, away):
            seen = [tournament.entrants[player]._replace(is_here=True) for player in present]
            gone = [tournament.entrants[player]._replace(is_here=False) for player in away]
            after = _with(tournament, at_ms, *seen, *gone)
            return free.without_offers_of(after, away)
        case TournamentBegun():
            return _begun(tournament, at_ms)
        case RoundPaired():
            return round_results.paired(tournament, event)
        case GameOffered():
            return free.offered(tournament, event)
        case PairOpened(room):
            return free.opened(tournament, room)
        case RoundOver(_, next_ms):
            return replace(tournament, tick_at_ms=next_ms)
        case ArenaPaired():
            return _paired(tournament, event, at_ms)
        case GameSettled():
            if tournament.is_arena:
                return _settled(tournament, event, at_ms)
            after = round_results.settled(tournament, event)
            if not tournament.is_knockout:
                return after
            return knockout.settled(after, tournament.games[event.room].match)
        case MatchesPaired():
            return knockout.paired(tournament, event)
        case TournamentFinished():
            return _over(tournament, Phase.FINISHED, at_ms)
        case TournamentCredited(ms, to_ms):
            return _credited(tournament, ms, to_ms)
        case _:
            assert_never(event)


def _begun(tournament: Tournament, at_ms: int) -> Tournament:
    """In an arena all wait from now on; a round robin has its field, a knock-out its matches.

    Where pairs are free they have as long as was announced, however late it begins.
    """
    begun = replace(tournament, phase=Phase.RUNNING, begun_ms=at_ms)
    if begun.is_knockout:
        return knockout.drawn(begun)
    if not isinstance(begun.the_plan.format, Arena):
        field = sorted(begun.entrants.values(), key=lambda entrant: entrant.by_entering)
        format_, ends_ms = begun.the_plan.format, 0
        if isinstance(format_, Robin) and format_.until_ms is not None:
            ends_ms = at_ms + format_.until_ms - begun.the_plan.starts_ms
        return replace(begun, field=tuple(entrant.player for entrant in field), ends_ms=ends_ms)
    begun = replace(begun, ends_ms=at_ms + begun.the_plan.format.minutes * MINUTE_MS)
    return _with(begun, at_ms, *begun.entrants.values())


def _credited(tournament: Tournament, ms: int, to_ms: int) -> Tournament:
    """The end of an arena or of the time of free pairs, and the next round, are put off."""
    later = replace(tournament, credited_to_ms=to_ms)
    if tournament.ends_ms:
        return replace(later, ends_ms=tournament.ends_ms + ms)
    tick_at_ms = tournament.tick_at_ms
    return later if tick_at_ms is None else replace(later, tick_at_ms=tick_at_ms + ms)


def _with(tournament: Tournament, at_ms: int, *changed: Entrant) -> Tournament:
    """With some entrants as they are now: who can be paired waits, and a tick may be wanted.

    Between two rounds nobody waits: the next one is paired at its time.
    """
    if tournament.phase is not Phase.RUNNING or not tournament.is_arena:
        return tournament.with_entrants(*changed)
    after = tournament.with_entrants(*(_waiting(entrant, at_ms) for entrant in changed))
    return replace(after, tick_at_ms=arena.wanted_tick_ms(after, at_ms))


def _waiting(entrant: Entrant, at_ms: int) -> Entrant:
    is_free = entrant.is_active and not entrant.room
    if is_free == (entrant.since_ms > 0):
        return entrant
    return entrant._replace(since_ms=at_ms if is_free else 0)


def _entered(tournament: Tournament, event: PlayerEntered, at_ms: int) -> Tournament:
    known = tournament.entrants.get(event.player)
    if known is None:
        number = event.number or len(tournament.entrants) + 1
        known = arena.ranked(Entrant(event.player, number, event.rating, team=event.team))
        tournament = replace(tournament, numbered=max(tournament.numbered, number))
        tournament, known = round_results.with_missed_rounds(tournament, known)
    back = known._replace(has_left=False, is_paused=False, is_here=True)
    return _with(tournament, at_ms, back)


def _left(tournament: Tournament, player: str, at_ms: int) -> Tournament:
    tournament = free.without_offers_of(tournament.with_departure(player), [player])
    if tournament.phase is Phase.ANNOUNCED:
        return tournament.without_entrant(player)
    left = arena.paused(tournament, tournament.entrants[player], at_ms)
    return _with(tournament, at_ms, left._replace(has_left=True))


def _paired(tournament: Tournament, event: ArenaPaired, at_ms: int) -> Tournament:
    playing = []
    for room, red, black in ((game.room, game.red, game.black) for game in event.games):
        for side, player, other in ((Side.RED, red, black), (Side.BLACK, black, red)):
            entrant = tournament.entrants[player]
            colours = entrant.colours.plus(side)
            playing.append(entrant._replace(room=room, since_ms=0, colours=colours, last=other))
    games = tournament.games.set_all(
        (game.room, TournamentGame(game.red, game.black)) for game in event.games
    )
    after = tournament.with_entrants(*playing)
    return replace(after, games=games, tick_at_ms=event.next_ms)


def _settled(tournament: Tournament, event: GameSettled, at_ms: int) -> Tournament:
    game = tournament.games[event.room]
    red, black = tournament.entrants[game.red], tournament.entrants[game.black]
    if event.counts:
        result = 1 if event.winner is None else 2 * (event.winner == game.red)
        red, black = (
            arena.scored(red, black, Side.RED, result, event),
            arena.scored(black, red, Side.BLACK, 2 - result, event),
        )
    after = replace(tournament, games=tournament.games.without([event.room]))
    return _with(after, at_ms, red._replace(room=""), black._replace(room=""))


def _over(tournament: Tournament, phase: Phase, at_ms: int) -> Tournament:
    """Nobody waits any more, and games that are still played are nobody's.

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
