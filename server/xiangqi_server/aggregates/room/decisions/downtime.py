"""What a room does about a time when no node served, or not the node of one player.

Downtime is taken out of the running turn, once, and a player who was gone already is not
blamed for it. Games by days get an outage back that lasted `LEAST_BY_DAYS_MS`, games without a
clock nothing, and the players of a found pair get longer to show up. For a player who had left,
the countdown is put off, and there are at least `SAFE_MS` after the outage to come back in. A
player whose own node died is given the time until the return to another node, up to `FAILOVER_MS`
from that death, and cannot lose on time meanwhile. The time in which no node could identify the
player, for that part of the store was away, comes on top.
"""

from typing import Final

from xiangqi_server.aggregates.room.decisions.endings import RoomDecision
from xiangqi_server.aggregates.room.decisions.suspension import SUSPEND_MS, suspension
from xiangqi_server.aggregates.room.messages import (
    CreditReason,
    Disconnected,
    RoomEvent,
    TakeFailover,
    TakeOutage,
    TimeCredited,
)
from xiangqi_server.aggregates.room.parts import FAILOVER_MS, SAFE_MS, Absence
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.aggregates.room.terms import CorrespondenceClock
from xiangqi_server.aggregates.room.time_limits import allotted_ms
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Decision
from xiangqi_server.kernel.aggregate.spans import MINUTE_MS

LEAST_BY_DAYS_MS: Final = MINUTE_MS
"""A shorter outage keeps no player from a move for which there are days."""


def wants_outage(room: Room, from_ms: int, to_ms: int) -> bool:
    """Whether `TakeOutage` would change anything; cheap, as it is asked before each command."""
    if room.timing.suspended is not None:
        return False
    return _credit_ms(room, from_ms, to_ms) > 0 or any(
        _overlap_ms(absence, from_ms, to_ms) > 0 for absence in room.absences
    )


def take_outage(room: Room, command: TakeOutage, now_ms: int) -> RoomDecision:
    """Give back the time that was not given back before, and never more than has passed."""
    from_ms, to_ms = command.from_ms, min(command.to_ms, now_ms)
    if room.timing.suspended is not None:
        return Decision()
    credit_ms = _credit_ms(room, from_ms, to_ms)
    if credit_ms <= 0:
        return Decision(_put_off(room, from_ms, to_ms))
    credited = TimeCredited(room.game.to_move, credit_ms, from_ms, to_ms)
    is_by_days = isinstance(room.terms.clock, CorrespondenceClock)
    is_long = to_ms - from_ms > SUSPEND_MS
    suspended = suspension(to_ms) if is_long and not is_by_days else ()
    return Decision((credited, *(suspended or _put_off(room, from_ms, to_ms))))


def _put_off(room: Room, from_ms: int, to_ms: int) -> tuple[RoomEvent, ...]:
    """Put the countdown of players who had left already off by as much."""
    events = []
    for side in Side:
        absence = room.absences[side]
        missed_ms = _overlap_ms(absence, from_ms, to_ms)
        if absence is not None and missed_ms > 0:
            claimable_at_ms = max(absence.claimable_at_ms + missed_ms, to_ms + SAFE_MS)
            events.append(Disconnected(side, claimable_at_ms))
    return tuple(events)


def take_failover(room: Room, command: TakeFailover) -> RoomDecision:
    """Give a player back what its node's death has cost it and was not given back before."""
    side = room.seats.side_of(command.player)
    is_waited_for = room.status is Status.READYING or side is room.game.to_move
    if side is None or not is_waited_for:
        return Decision()
    to_ms = min(command.to_ms, command.from_ms + FAILOVER_MS + command.away_ms)
    credit_ms = _credit_ms(room, command.from_ms, to_ms)
    if credit_ms <= 0:
        return Decision()
    reason = CreditReason.FAILOVER
    return Decision((TimeCredited(side, credit_ms, command.from_ms, to_ms, reason),))


def wants_failover(room: Room, command: TakeFailover) -> bool:
    """Whether `TakeFailover` would change anything; cheap, for a room at hand."""
    return bool(take_failover(room, command).events)


def _credit_ms(room: Room, from_ms: int, to_ms: int) -> int:
    """The part of an outage that lies in the running turn and has not been credited yet."""
    if room.timing.suspended is not None:
        return 0
    if not _is_hurried(room, to_ms - from_ms):
        return 0
    timing = room.timing
    first_ms = max(from_ms, timing.turn_started_ms, timing.credited_to_ms)
    return to_ms - first_ms - timing.stood_ms(first_ms, to_ms)


def _is_hurried(room: Room, lasted_ms: int) -> bool:
    """Whether an outage of that length keeps a player from something that must be done in time."""
    if room.status is not Status.PLAYING:
        return room.status is Status.READYING
    clock = room.terms.clock
    if isinstance(clock, CorrespondenceClock):
        return lasted_ms >= LEAST_BY_DAYS_MS
    return allotted_ms(clock) is not None


def _overlap_ms(absence: Absence | None, from_ms: int, to_ms: int) -> int:
    """The part of an outage that lies in an absence and has not put off its countdown yet."""
    return 0 if absence is None else to_ms - max(from_ms, absence.since_ms)
