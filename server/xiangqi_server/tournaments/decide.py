"""What a tournament decides: a command becomes events, or is refused.

`entering` holds who takes part, `waking` what happens at a time, and `course` what follows from
a result or a pairing; here is what players and organisers do about games. A room tells how its
game ended; a repeat finds the game settled already.
"""

from typing import assert_never

from xiangqi_server.aggregate.decision import Decision, Effect
from xiangqi_server.aggregate.refusal import CommonRefusal, require
from xiangqi_server.room.messages import Overrule, Settle
from xiangqi_server.tournaments import free
from xiangqi_server.tournaments.actions import AmendPlan, RemovePlayer, RuleGame
from xiangqi_server.tournaments.course import (
    Course,
    TournamentDecision,
    close_round,
    finish,
    next_games,
    opening,
)
from xiangqi_server.tournaments.entering import (
    enter,
    leave,
    let_go,
    pause,
    require_open,
    return_,
    see,
)
from xiangqi_server.tournaments.index_row import with_row
from xiangqi_server.tournaments.lock import lock_effects
from xiangqi_server.tournaments.managing import managed_by
from xiangqi_server.tournaments.messages import (
    Announce,
    Announced,
    CallOff,
    CallOffReason,
    EnterTournament,
    GameSettled,
    LeaveTournament,
    ManageTournament,
    OfferGame,
    PairedGame,
    PairOpened,
    PauseEntrant,
    PlayerPaused,
    ReturnEntrant,
    SeePlayers,
    TakeTournamentOutage,
    TournamentCalledOff,
    TournamentCommand,
    WakeTournament,
)
from xiangqi_server.tournaments.plan import checked_plan
from xiangqi_server.tournaments.refusals import TournamentRefusal
from xiangqi_server.tournaments.round_results import ruled
from xiangqi_server.tournaments.sheet import games_on
from xiangqi_server.tournaments.state import Phase, Tournament
from xiangqi_server.tournaments.waking import take_outage, wake


def decide(tournament: Tournament, command: TournamentCommand, now_ms: int) -> TournamentDecision:
    """What `command` does to `tournament`, and to its row on the row store.

    Raises:
        Refused: nothing happened.
    """
    return with_row(tournament, _decide(tournament, command, now_ms), now_ms)


def _decide(tournament: Tournament, command: TournamentCommand, now_ms: int) -> TournamentDecision:
    if isinstance(command, Announce):
        return _announce(tournament, command, now_ms)
    require(tournament.phase is not Phase.EMPTY, TournamentRefusal.NO_SUCH_TOURNAMENT)
    match command:
        case EnterTournament():
            return enter(tournament, command, now_ms)
        case LeaveTournament(by):
            return leave(tournament, by, now_ms)
        case PauseEntrant(by):
            return pause(tournament, by)
        case ReturnEntrant(by):
            return return_(tournament, by, now_ms)
        case OfferGame():
            return _offer(tournament, command, now_ms)
        case SeePlayers():
            return see(tournament, command)
        case Settle():
            return _settle(tournament, command, now_ms)
        case ManageTournament():
            return _manage(tournament, command, now_ms)
        case CallOff():
            return _call_off(tournament, command)
        case WakeTournament(found):
            return wake(tournament, now_ms, found)
        case TakeTournamentOutage():
            return take_outage(tournament, command, now_ms)
        case _:
            assert_never(command)


def _announce(tournament: Tournament, command: Announce, now_ms: int) -> TournamentDecision:
    if tournament.phase is not Phase.EMPTY:
        require(tournament.organiser == command.by, CommonRefusal.NOT_ALLOWED)
        return Decision()
    plan = checked_plan(command.plan, now_ms)
    effects = lock_effects(plan.conditions.lock, command.word_hash)
    return Decision((Announced(command.by, plan),), effects)


def _offer(tournament: Tournament, command: OfferGame, now_ms: int) -> TournamentDecision:
    """Offer to play a free pair's game, or open its room."""
    event = free.answered(tournament, command, now_ms)
    if event is None:
        return Decision()
    if not isinstance(event, PairOpened):
        return Decision((event,))
    pair = tournament.open_pairs[event.room]
    paired = PairedGame(event.room, pair.red, pair.black)
    return Decision((event,), opening(tournament, (paired,)))


def _settle(tournament: Tournament, command: Settle, now_ms: int) -> TournamentDecision:
    """A game is over; one that was settled before, or outlived the tournament, changes nothing."""
    game = tournament.games.get(command.room)
    if game is None:
        return Decision()
    counts = command.counts or command.winner is not None
    settled = GameSettled(
        command.room,
        command.winner,
        counts,
        command.plies,
        command.absent,
        berserk=command.berserk,
    )
    absent = tuple(player for player in (game.red, game.black) if player in command.absent)
    if tournament.is_arena:
        paused = (PlayerPaused(who, absent=True) for who in absent if _is_in(tournament, who))
        return Decision((settled, *paused))
    goes_on = len(tournament.games) > 1 and not tournament.is_knockout
    if goes_on and not absent:  # nearly always: nothing else follows, so nothing is tried out
        return Decision((settled,))
    return _settled_in(Course(tournament, now_ms), settled, absent)


def _settled_in(
    course: Course, settled: GameSettled, absent: tuple[str, ...] = ()
) -> TournamentDecision:
    """What the result of a game of a round or a match brings with it."""
    course.add(settled)
    if course.tournament.is_knockout:
        effects = next_games(course)
        return Decision(tuple(course.events), effects)
    for player in absent:
        if _is_in(course.tournament, player) and _stays_away(course.tournament, player):
            course.add(PlayerPaused(player, absent=True))
    close_round(course)
    return Decision(tuple(course.events))


def _manage(tournament: Tournament, command: ManageTournament, now_ms: int) -> TournamentDecision:
    """Do what organiser, arbiter or operator wants; a game that is ruled ends without a result.

    A result that is corrected after the end brings another order of the end.
    """
    event = managed_by(tournament, command, now_ms)
    if event is None:
        return Decision()
    course = Course(tournament, now_ms)
    course.add(event)
    action = event.action
    if tournament.phase is Phase.FINISHED:
        finish(course)
    if isinstance(action, RuleGame) and action.room in tournament.open_pairs:
        pair = tournament.open_pairs[action.room]
        return _settled_in(course, ruled(pair, action, opened=False))
    if isinstance(action, RuleGame) and action.room in tournament.games:
        done = _settled_in(course, ruled(tournament.games[action.room], action))
        overruled = Effect("room", action.room, Overrule())
        return Decision(done.events, (*done.effects, overruled))
    if isinstance(action, RemovePlayer) and action.on:
        entrant = tournament.entrants.get(action.player)
        if entrant is not None and not entrant.has_left:
            let_go(course, action.player)
    if isinstance(action, AmendPlan):
        word_hash = command.word_hash
        effects = lock_effects(action.plan.conditions.lock, word_hash) if word_hash else ()
        return Decision(tuple(course.events), effects)
    return Decision(tuple(course.events))


def _is_in(tournament: Tournament, player: str) -> bool:
    entrant = tournament.entrants[player]
    return not entrant.is_paused and not entrant.has_left


def _stays_away(tournament: Tournament, player: str) -> bool:
    """Whether a player did not come to the latest two games."""
    latest = list(games_on(tournament.entrants[player].sheet))[-2:]
    return len(latest) == 2 and all(game.unplayed and not game.points for game in latest)


def _call_off(tournament: Tournament, command: CallOff) -> TournamentDecision:
    is_organiser = command.by == tournament.organiser
    require(is_organiser or command.is_operator, CommonRefusal.NOT_ALLOWED)
    if tournament.phase is Phase.CALLED_OFF:
        return Decision()
    require_open(tournament)
    return Decision((TournamentCalledOff(CallOffReason.ORGANISER, command.by),))
