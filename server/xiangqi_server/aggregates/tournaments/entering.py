"""Taking part: players enter, leave, pause and return, and a node sees them or does not."""

from typing import Final

from xiangqi_server.aggregates.notices.news import EVENT_AHEAD_MS, Happening, Tell, Topic
from xiangqi_server.aggregates.tournaments.apply import apply
from xiangqi_server.aggregates.tournaments.event_builder import EventBuilder, TournamentDecision
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.messages import (
    EnterTournament,
    PlayerEntered,
    PlayerPaused,
    PlayerReturned,
    PlayersSeen,
    SeePlayers,
)
from xiangqi_server.aggregates.tournaments.refusals import TournamentRefusal
from xiangqi_server.aggregates.tournaments.sheet import MOST_NUMBER
from xiangqi_server.aggregates.tournaments.state import Entrant, Phase, Tournament
from xiangqi_server.kernel.aggregate.decision import Decision, Effect
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, Refused, require
from xiangqi_server.kernel.aggregate.spans import DAY_MS

MOST_DEPARTURES: Final = 10
"""A player that has left this often does not come back; one that has paused this often, except in
an arena, plays on."""
_KNOCKOUT_WAITS: Final = "A knock-out waits for nobody."


def require_open(tournament: Tournament) -> None:
    """Go on if the tournament is announced or runs.

    Raises:
        Refused: TOURNAMENT_OVER.
    """
    is_open = tournament.phase in (Phase.ANNOUNCED, Phase.RUNNING)
    require(is_open, TournamentRefusal.TOURNAMENT_OVER)


def enter(tournament: Tournament, command: EnterTournament, now_ms: int) -> TournamentDecision:
    """Take in a player that meets the conditions, or take it back in.

    Raises:
        Refused: TOURNAMENT_OVER, NOT_ALLOWED, ENTERED_TOO_OFTEN, RETURN_TOO_SOON, ENTRIES_CLOSED,
            NO_ACCOUNT, CONDITIONS_NOT_MET, TOURNAMENT_PASSWORD, TOURNAMENT_FULL or NO_SUCH_TEAM.
    """
    require_open(tournament)
    known, options = tournament.entrants.get(command.by), tournament.the_plan.format
    require(command.by not in tournament.removed, CommonRefusal.NOT_ALLOWED)
    if known is not None and not known.has_left:
        return Decision()
    _require_few_departures(tournament, command.by)
    if known is not None:
        _require_returns(known, now_ms)
        event = PlayerEntered(command.by, command.rating, known.team)
    else:
        may_enter_late = format_of(tournament.the_plan).may_enter_late
        is_open = tournament.phase is Phase.ANNOUNCED or may_enter_late(tournament)
        require(is_open, TournamentRefusal.ENTRIES_CLOSED)
        _require_fit(tournament, command, now_ms)
        require(len(tournament.entrants) < options.most_entrants, TournamentRefusal.TOURNAMENT_FULL)
        require_team(tournament, command.team)
        number = tournament.numbered + 1
        require(number <= MOST_NUMBER, TournamentRefusal.TOURNAMENT_FULL)
        event = PlayerEntered(command.by, command.rating, command.team, number)
    return Decision((event,), _effects(tournament, command.by, now_ms))


def _effects(tournament: Tournament, player: str, now_ms: int) -> tuple[Effect, ...]:
    """The effect on the notices of an entrant: the tournament begins, if that is to come."""
    at_ms = tournament.the_plan.starts_ms - EVENT_AHEAD_MS
    if tournament.phase is not Phase.ANNOUNCED or at_ms <= now_ms:
        return ()
    return (Effect("notices", player, Tell(Happening(Topic.EVENTS, tournament.id, at_ms))),)


def leave(tournament: Tournament, player: str, now_ms: int) -> TournamentDecision:
    """Let a player go, during the tournament or before it.

    Raises:
        Refused: TOURNAMENT_OVER.
    """
    require_open(tournament)
    known = tournament.entrants.get(player)
    if known is None or known.has_left:
        return Decision()
    builder = EventBuilder(tournament, now_ms, apply)
    format_of(tournament.the_plan).let_go(builder, player)
    return builder.decision()


def pause(tournament: Tournament, player: str) -> TournamentDecision:
    """Pair a player no more until it returns.

    Raises:
        Refused: TOURNAMENT_OVER, TOURNAMENT_NOT_RUNNING, NOT_ALLOWED, NOT_ENTERED or
            ENTERED_TOO_OFTEN.
    """
    require_open(tournament)
    require(tournament.phase is Phase.RUNNING, TournamentRefusal.TOURNAMENT_NOT_RUNNING)
    format_ = format_of(tournament.the_plan)
    require(format_.may_pause, CommonRefusal.NOT_ALLOWED, _KNOCKOUT_WAITS)
    if _entrant(tournament, player).is_paused:
        return Decision()
    if format_.counts_pauses:
        _require_few_departures(tournament, player)
    return Decision((PlayerPaused(player),))


def return_(tournament: Tournament, player: str, now_ms: int) -> TournamentDecision:
    """Pair a player again.

    Raises:
        Refused: TOURNAMENT_OVER, TOURNAMENT_NOT_RUNNING, NOT_ENTERED or RETURN_TOO_SOON.
    """
    require_open(tournament)
    require(tournament.phase is Phase.RUNNING, TournamentRefusal.TOURNAMENT_NOT_RUNNING)
    entrant = _entrant(tournament, player)
    if not entrant.is_paused:
        return Decision()
    _require_returns(entrant, now_ms)
    return Decision((PlayerReturned(player),))


def see(tournament: Tournament, command: SeePlayers) -> TournamentDecision:
    """Note the players that came or went; what is known already changes nothing."""
    if tournament.phase not in (Phase.ANNOUNCED, Phase.RUNNING):
        return Decision()

    def differ(players: tuple[str, ...], *, is_here: bool) -> tuple[str, ...]:
        found = ((player, tournament.entrants.get(player)) for player in dict.fromkeys(players))
        return tuple(
            player
            for player, entrant in found
            if entrant is not None and not entrant.has_left and entrant.is_here != is_here
        )

    present, away = differ(command.present, is_here=True), differ(command.away, is_here=False)
    return Decision((PlayersSeen(present, away),) if present or away else ())


def _entrant(tournament: Tournament, player: str) -> Entrant:
    """The entrant a player is, as long as it takes part.

    Raises:
        Refused: NOT_ENTERED.
    """
    entrant = tournament.entrants.get(player)
    if entrant is None or entrant.has_left:
        raise Refused(TournamentRefusal.NOT_ENTERED)
    return entrant


def _require_fit(tournament: Tournament, command: EnterTournament, now_ms: int) -> None:
    """Go on if a player meets the conditions."""
    if command.account_ms is None:
        raise Refused(CommonRefusal.NO_ACCOUNT)
    asked = tournament.the_plan.conditions
    age_ms = max(0, now_ms - command.account_ms)  # made by another clock, maybe one ahead of ours
    low, high = asked.min_rating, asked.max_rating
    is_fit = (
        (low is None or command.rating >= low)
        and (high is None or command.rating <= high)
        and command.games >= asked.min_games
        and (asked.bots or not command.is_bot)
        and (not asked.invited or command.by in tournament.invited)
        and age_ms >= asked.min_account_days * DAY_MS
    )
    require(is_fit, TournamentRefusal.CONDITIONS_NOT_MET)
    require(not asked.lock or command.password_ok, TournamentRefusal.TOURNAMENT_PASSWORD)


def require_team(tournament: Tournament, team: int | None) -> None:
    """Go on if there is such a team and it has a place, or if there are no teams.

    Raises:
        Refused: NO_SUCH_TEAM or TOURNAMENT_FULL.
    """
    options = tournament.the_plan.format
    names = options.teams
    is_one = team is None if not names else team is not None and team < len(names)
    require(is_one, TournamentRefusal.NO_SUCH_TEAM)
    if options.most_members is not None:
        members = sum(entrant.team == team for entrant in tournament.entrants.values())
        require(members < options.most_members, TournamentRefusal.TOURNAMENT_FULL)


def _require_few_departures(tournament: Tournament, player: str) -> None:
    """Go on if a player may leave or pause once more: each time is kept in the log."""
    is_seldom = tournament.departures.get(player, 0) < MOST_DEPARTURES
    require(is_seldom, TournamentRefusal.ENTERED_TOO_OFTEN)


def _require_returns(entrant: Entrant, now_ms: int) -> None:
    early_ms = entrant.return_at_ms - now_ms
    if early_ms > 0:
        raise Refused(TournamentRefusal.RETURN_TOO_SOON, retry_ms=early_ms)
