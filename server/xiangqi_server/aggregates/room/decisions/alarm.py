"""When a room wants to be woken, and what it then does: flags fall, waiting ends.

A game in which a player's first move does not come in time is void before any flag
falls, and by days when it falls: no player wins against one that never came.

The alarm of a flag rings when no move can be in time any more. The append that ends the
game names that moment, so the store refuses it if the node's clock is ahead.
"""

from xiangqi_server.aggregates.room.decisions.endings import RoomDecision, RoomEnding, ended
from xiangqi_server.aggregates.room.decisions.readiness import called_off, nobody_came
from xiangqi_server.aggregates.room.decisions.suspension import give_up
from xiangqi_server.aggregates.room.decisions.turn_cost import (
    GRACE_MS,
    first_move_due_ms,
    flag_due_ms,
)
from xiangqi_server.aggregates.room.state import FIRST_MOVES, Room, Status
from xiangqi_server.aggregates.room.terms import CorrespondenceClock
from xiangqi_server.kernel.aggregate.decision import Decision


def due_at_ms(room: Room) -> int | None:
    """The store's time at which the room wants an alarm, or None."""
    status = room.status
    if status is Status.PLAYING:
        suspended = room.timing.suspended
        return _turn_due_ms(room) if suspended is None else suspended.until_ms
    if status is Status.WAITING:
        return room.timing.opened_at_ms + room.invitation.waits_ms
    return room.ready_check.by_ms + GRACE_MS if status is Status.READYING else None


def _turn_due_ms(room: Room) -> int | None:
    """When the flag of a running game falls, or when the game is void without a first move."""
    flag_ms = flag_due_ms(room)
    if flag_ms is None or room.game.ply >= FIRST_MOVES:  # nobody waits for a move without a clock
        return flag_ms
    first_move_ms = first_move_due_ms(room)
    return flag_ms if first_move_ms is None else min(flag_ms, first_move_ms)


def _never_came(room: Room) -> bool:
    """The flag of a game by days falls in the first move of a side."""
    return isinstance(room.terms.clock, CorrespondenceClock) and room.game.ply < FIRST_MOVES


def ring(room: Room, now_ms: int) -> RoomDecision:
    """What an alarm at `now_ms` does; nothing when it is early or no longer wanted."""
    due_ms = due_at_ms(room)
    if due_ms is None or now_ms < due_ms:
        return Decision()
    if room.status is Status.WAITING:
        return ended(room, RoomEnding.EXPIRED, not_before_ms=due_ms)
    if room.timing.suspended is not None:
        return give_up(room, due_ms)
    if room.status is Status.READYING:
        return nobody_came(room, not_before_ms=due_ms)
    if due_ms == first_move_due_ms(room) or _never_came(room):
        absent = room.seats.of(room.game.to_move)
        absentees = () if absent is None else (absent,)
        return called_off(room, RoomEnding.VOID, absentees, not_before_ms=due_ms)
    return ended(room, RoomEnding.TIME, room.game.to_move.opponent, not_before_ms=due_ms)
