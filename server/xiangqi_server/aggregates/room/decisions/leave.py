"""A player's vacation in a game by days: the clock of the player stands as long as it lasts.

It stands only in the player's own turn: from the order or the beginning of the turn, until the end
of the vacation, the move, or an early return. What the clock did not run is written as credits of
the running turn, with their reason; moving meanwhile is allowed. The terms may rule it out, and in
tournaments and on the ladder they do so unless they say otherwise.
"""

from xiangqi_server.aggregates.room.decisions.endings import RoomDecision
from xiangqi_server.aggregates.room.messages import (
    AwayUntil,
    CreditReason,
    RoomEvent,
    SetLeave,
    TimeCredited,
)
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.aggregates.room.terms import CorrespondenceClock
from xiangqi_server.kernel.aggregate.decision import Decision


def set_leave(room: Room, command: SetLeave, now_ms: int) -> RoomDecision:
    """Note until when a player is away, unless something later is known; see `begun_on_leave`."""
    side = room.seats.side_of(command.player)
    if side is None or room.status is Status.OVER or not _counts(room):
        return Decision()
    known = room.away[side]
    if known is not None and known.number >= command.number:
        return Decision()
    away = AwayUntil(side, command.number, command.until_ms)
    pause = room.timing.leave
    stands = pause is not None and now_ms < pause.until_ms and side is room.game.to_move
    if pause is None or not stands or command.until_ms == pause.until_ms:
        return Decision((away,))
    until_ms = max(now_ms, command.until_ms)
    changed = _credit(room, pause.until_ms, until_ms)
    return Decision((away, changed))


def begun_on_leave(room: Room, now_ms: int) -> tuple[RoomEvent, ...]:
    """The credit of a turn that runs while its player is away; nothing in any other case."""
    away = room.away[room.game.to_move]
    pause = room.timing.leave
    is_away = away is not None and now_ms < away.until_ms and room.status is Status.PLAYING
    stands = pause is not None and now_ms < pause.until_ms
    if away is None or not is_away or stands or room.flag_fell(now_ms):
        return ()
    return (_credit(room, now_ms, away.until_ms),)


def _credit(room: Room, from_ms: int, to_ms: int) -> TimeCredited:
    """The receipt of a clock that stands until `to_ms` instead of `from_ms`, or from then on."""
    first_ms, last_ms = min(from_ms, to_ms), max(from_ms, to_ms)
    ms = to_ms - from_ms
    return TimeCredited(room.game.to_move, ms, first_ms, last_ms, CreditReason.VACATION)


def _counts(room: Room) -> bool:
    """Whether a vacation stops clocks in this game."""
    clock = room.terms.clock
    if not isinstance(clock, CorrespondenceClock):
        return False
    return clock.leave if clock.leave is not None else not room.series.origin
