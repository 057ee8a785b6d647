"""What a tournament decides: a command becomes events, or is refused.

`entering` decides about taking part, `waking` what happens at a time, and `formats` what follows
from a result or a pairing. Here is what players and organisers do about games. A room reports how
its game ended; a repeat finds the game settled already.
"""

from typing import assert_never

from xiangqi_server.aggregates.room.messages import Overrule, Settle
from xiangqi_server.aggregates.tournaments.actions import (
    AmendPlan,
    ArbiterCode,
    AttendAction,
    RemovePlayerAction,
    RoundAction,
    RuleGameAction,
    TournamentAction,
)
from xiangqi_server.aggregates.tournaments.apply import apply
from xiangqi_server.aggregates.tournaments.at_boards.listing import listed
from xiangqi_server.aggregates.tournaments.at_boards.written_results import entered
from xiangqi_server.aggregates.tournaments.entering import (
    enter,
    leave,
    pause,
    require_open,
    return_,
    see,
)
from xiangqi_server.aggregates.tournaments.event_builder import EventBuilder, TournamentDecision
from xiangqi_server.aggregates.tournaments.formats import free_robin
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.managing import appointed_by_code, managed_by
from xiangqi_server.aggregates.tournaments.messages import (
    Announce,
    Announced,
    Arbitrate,
    CallOff,
    CallOffReason,
    EnterResults,
    EnterTournament,
    GameSettled,
    LeaveTournament,
    ListEntrants,
    ManageTournament,
    OfferGame,
    PairedGame,
    PairOpened,
    PauseEntrant,
    PlayerEntered,
    PlayerPaused,
    PlayerReturned,
    ReturnEntrant,
    SeePlayers,
    TakeTournamentOutage,
    TournamentCalledOff,
    TournamentCommand,
    WakeTournament,
)
from xiangqi_server.aggregates.tournaments.password import password_effects
from xiangqi_server.aggregates.tournaments.plan_check import checked_plan
from xiangqi_server.aggregates.tournaments.refusals import TournamentRefusal
from xiangqi_server.aggregates.tournaments.results.index_row import with_row
from xiangqi_server.aggregates.tournaments.results.round_results import ruled
from xiangqi_server.aggregates.tournaments.state import Phase, Tournament
from xiangqi_server.aggregates.tournaments.waking import take_outage, wake
from xiangqi_server.kernel.aggregate.decision import Decision, Effect
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, require


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
        case Arbitrate():
            event = appointed_by_code(tournament, command, now_ms)
            return Decision() if event is None else Decision((event,))
        case ListEntrants():
            return listed(tournament, command, now_ms)
        case EnterResults():
            return entered(tournament, command, now_ms)
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
    effects = password_effects(plan.conditions.lock, command.password_hash)
    return Decision((Announced(command.by, plan),), effects)


def _offer(tournament: Tournament, command: OfferGame, now_ms: int) -> TournamentDecision:
    """Offer to play a free pair's game, or open its room."""
    format_ = format_of(tournament.the_plan)
    is_time = tournament.phase is Phase.RUNNING and now_ms < (tournament.ends_ms or now_ms)
    require(is_time or not format_.may_choose_time, TournamentRefusal.TOURNAMENT_NOT_RUNNING)
    event = free_robin.answered(tournament, command)
    if event is None:
        return Decision()
    if not isinstance(event, PairOpened):
        return Decision((event,))
    pair = tournament.open_pairs[event.room]
    paired = PairedGame(event.room, pair.red, pair.black)
    return Decision((event,), format_.opening(tournament, (paired,)))


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
    builder, format_ = EventBuilder(tournament, now_ms, apply), format_of(tournament.the_plan)
    return builder.decision(format_.settle(builder, settled, absent))


def _manage(tournament: Tournament, command: ManageTournament, now_ms: int) -> TournamentDecision:
    """Do what organiser, arbiter or operator wants; a game that is ruled ends without a result.

    A result that is corrected after the end brings another order of the end.
    """
    by_board = tournament.the_plan.at_boards and isinstance(command.action, RuleGameAction)
    require(not by_board, CommonRefusal.NOT_ALLOWED, "Results at real boards go by their numbers.")
    event = managed_by(tournament, command, now_ms)
    if event is None:
        return Decision()
    builder = EventBuilder(tournament, now_ms, apply)
    builder.add(event)
    return builder.decision(_consequences(builder, event.action, command.password_hash))


def _consequences(
    builder: EventBuilder, action: TournamentAction, password_hash: str
) -> tuple[Effect, ...]:
    """What an action brings with it: events, and orders to others."""
    tournament = builder.tournament
    format_ = format_of(tournament.the_plan)
    if tournament.phase is Phase.FINISHED:
        format_.finish(builder)
    match action:
        case RuleGameAction(room) if room in tournament.open_pairs:
            pair = tournament.open_pairs[room]
            return format_.settle(builder, ruled(pair, action, opened=False))
        case RuleGameAction(room) if room in tournament.games:
            effects = format_.settle(builder, ruled(tournament.games[room], action))
            return (*effects, Effect("room", room, Overrule()))
        case RemovePlayerAction(player, True):
            entrant = tournament.entrants.get(player)
            if entrant is not None and not entrant.has_left:
                format_.let_go(builder, player)
        case RemovePlayerAction(player, False) if tournament.the_plan.at_boards:
            entrant = tournament.entrants.get(player)
            if entrant is not None and entrant.has_left:
                builder.add(PlayerEntered(player, entrant.rating, entrant.team))
        case AttendAction(player, on):
            builder.add(PlayerReturned(player) if on else PlayerPaused(player))
        case RoundAction("finish"):
            format_.finish(builder)
        case AmendPlan(plan) if password_hash:
            return password_effects(plan.conditions.lock, password_hash)
        case ArbiterCode(lock):
            return password_effects(lock, password_hash)
        case _:
            pass
    return ()


def _call_off(tournament: Tournament, command: CallOff) -> TournamentDecision:
    is_organiser = command.by == tournament.organiser
    require(is_organiser or command.is_operator, CommonRefusal.NOT_ALLOWED)
    if tournament.phase is Phase.CALLED_OFF:
        return Decision()
    require_open(tournament)
    return Decision((TournamentCalledOff(CallOffReason.ORGANISER, command.by),))
