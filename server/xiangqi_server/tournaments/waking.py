"""What a tournament does when its time comes, and the time it gives back after an outage."""

from xiangqi_server.aggregate.decision import Decision
from xiangqi_server.tournaments import arena, free, rounds
from xiangqi_server.tournaments.course import (
    Course,
    TournamentDecision,
    close_round,
    finish,
    next_games,
    next_round,
    opening,
)
from xiangqi_server.tournaments.messages import (
    ArenaPaired,
    CallOffReason,
    FoundPairing,
    TakeTournamentOutage,
    TournamentBegun,
    TournamentCalledOff,
    TournamentCredited,
)
from xiangqi_server.tournaments.state import Phase, Tournament


def due_at_ms(tournament: Tournament) -> int | None:
    """The store's time at which a tournament wants to be woken, or None."""
    match tournament.phase:
        case Phase.ANNOUNCED:
            return tournament.the_plan.starts_ms
        case Phase.RUNNING:
            if tournament.is_arena:
                return arena.due_at_ms(tournament)
            if tournament.is_free:
                return tournament.ends_ms if tournament.open_pairs else None
            return None if tournament.games else tournament.tick_at_ms
        case _:
            return None


def wake(tournament: Tournament, now_ms: int, found: FoundPairing | None) -> TournamentDecision:
    """Begin, pair, or end; nothing when it is early or another node has done it.

    A pairing that was found for another version of the log says nothing.
    """
    if found is not None and found.version != tournament.version:
        found = None
    due_ms = due_at_ms(tournament)
    if due_ms is None or now_ms < due_ms:
        return Decision()
    if not tournament.is_arena:
        return _wake_rounds(tournament, now_ms, due_ms, found)
    if tournament.phase is Phase.ANNOUNCED:
        return Decision((TournamentBegun(),), not_before_ms=due_ms)
    if now_ms >= tournament.ends_ms:
        course = Course(tournament, now_ms)
        finish(course)
        return Decision(tuple(course.events), not_before_ms=due_ms)
    games = () if now_ms >= arena.closes_ms(tournament) else arena.pairs(tournament, now_ms)
    next_ms = arena.next_tick_ms(tournament, 2 * len(games), now_ms)
    paired = ArenaPaired(games, next_ms)
    return Decision((paired,), opening(tournament, games), not_before_ms=due_ms)


def _wake_rounds(
    tournament: Tournament, now_ms: int, due_ms: int, found: FoundPairing | None
) -> TournamentDecision:
    """Pair the first round, or the next; or rule the free pairs that have not played."""
    course = Course(tournament, now_ms)
    if tournament.is_free and tournament.phase is Phase.RUNNING:
        for ruled in free.ruled(tournament):
            course.add(ruled)
        close_round(course)
        return Decision(tuple(course.events), not_before_ms=due_ms)
    if tournament.phase is Phase.ANNOUNCED:
        if not rounds.are_enough(tournament):
            course.add(TournamentCalledOff(CallOffReason.TOO_FEW))
            return Decision(tuple(course.events), not_before_ms=due_ms)
        course.add(TournamentBegun())
    effects = next_games(course) if tournament.is_knockout else next_round(course, found)
    return Decision(tuple(course.events), effects, due_ms)


def wants_outage(tournament: Tournament, to_ms: int) -> bool:
    """Whether an outage that ended then takes time from a tournament, and was not given back."""
    return tournament.phase is Phase.RUNNING and to_ms > max(
        tournament.begun_ms, tournament.credited_to_ms
    )


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
