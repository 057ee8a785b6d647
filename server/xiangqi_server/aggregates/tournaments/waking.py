"""What a tournament does when its time comes, and the time it gives back after an outage."""

from xiangqi_server.aggregates.tournaments.apply import apply
from xiangqi_server.aggregates.tournaments.event_builder import EventBuilder, TournamentDecision
from xiangqi_server.aggregates.tournaments.formats.table import format_of
from xiangqi_server.aggregates.tournaments.messages import (
    CallOffReason,
    FoundPairing,
    TakeTournamentOutage,
    TournamentBegun,
    TournamentCalledOff,
    TournamentCredited,
)
from xiangqi_server.aggregates.tournaments.state import Phase, Tournament
from xiangqi_server.kernel.aggregate.decision import Decision


def due_at_ms(tournament: Tournament) -> int | None:
    """The store's time at which a tournament wants to be woken, or None."""
    match tournament.phase:
        case Phase.ANNOUNCED:
            return _begins_at_ms(tournament)
        case Phase.RUNNING:
            return format_of(tournament.the_plan).due_at_ms(tournament)
        case _:
            return None


def _begins_at_ms(tournament: Tournament) -> int | None:
    """When a tournament that was announced begins: at boards once it is paired, or at its date."""
    plan = tournament.the_plan
    if not plan.at_boards:
        return plan.starts_ms
    if not format_of(plan).are_enough(tournament):
        return None  # nothing calls it off while names are typed
    dates = [plan.starts_ms] if plan.dates else []
    asked = [] if tournament.tick_at_ms is None else [tournament.tick_at_ms]
    return min([*dates, *asked], default=None)


def wake(tournament: Tournament, now_ms: int, found: FoundPairing | None) -> TournamentDecision:
    """Begin, pair, or end; nothing when it is early or another node has done it.

    A pairing that was found for another version of the log says nothing.
    """
    if found is not None and found.version != tournament.version:
        found = None
    due_ms = due_at_ms(tournament)
    if due_ms is None or now_ms < due_ms:
        return Decision()
    builder, format_ = EventBuilder(tournament, now_ms, apply), format_of(tournament.the_plan)
    if tournament.phase is Phase.RUNNING:
        return builder.decision(format_.go_on(builder, found), due_ms)
    if not format_.are_enough(tournament):
        builder.add(TournamentCalledOff(CallOffReason.TOO_FEW))
        return builder.decision(not_before_ms=due_ms)
    builder.add(TournamentBegun())
    return builder.decision(format_.start(builder, found), due_ms)


def wants_outage(tournament: Tournament, to_ms: int) -> bool:
    """Whether an outage that ended then takes time from a tournament, and was not given back."""
    is_online = tournament.plan is not None and not tournament.plan.at_boards
    is_running = tournament.phase is Phase.RUNNING and is_online
    return is_running and to_ms > max(tournament.begun_ms, tournament.credited_to_ms)


def take_outage(
    tournament: Tournament, command: TakeTournamentOutage, now_ms: int
) -> TournamentDecision:
    """Give the time back that was not given back before, and never more than has passed."""
    to_ms = min(command.to_ms, now_ms)
    if not wants_outage(tournament, to_ms):
        return Decision()
    from_ms = max(command.from_ms, tournament.begun_ms, tournament.credited_to_ms)
    credit_ms = to_ms - from_ms
    return Decision((TournamentCredited(credit_ms, to_ms),)) if credit_ms > 0 else Decision()
