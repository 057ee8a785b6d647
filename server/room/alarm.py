"""When a room wants to be woken, and what it then does: flags fall, waiting ends.

A flag's alarm rings when no move can be in time any more, and the append that ends the
game names that moment, so the store refuses it on a node whose clock runs ahead.
"""

from server.aggregate.decision import Decision
from server.room.endings import Ending, RoomDecision, ended
from server.room.readiness import nobody_came
from server.room.state import Room, Status
from server.room.suspension import give_up
from server.room.turns import GRACE_MS, flag_due_ms


def due_at_ms(room: Room) -> int | None:
    """The store's time at which the room wants an alarm, or None."""
    match room.status:
        case Status.WAITING:
            return room.opened_at_ms + room.waits_ms
        case Status.READYING:
            return room.ready_by_ms + GRACE_MS
        case Status.PLAYING if room.suspended is not None:
            return room.suspended.until_ms
        case _:
            return flag_due_ms(room)


def ring(room: Room, now_ms: int) -> RoomDecision:
    """What an alarm at `now_ms` does; nothing when it is early or no longer wanted."""
    due_ms = due_at_ms(room)
    if due_ms is None or now_ms < due_ms:
        return Decision()
    if room.status is Status.WAITING:
        return ended(room, Ending.EXPIRED, not_before_ms=due_ms)
    if room.suspended is not None:
        return give_up(room, due_ms)
    if room.status is Status.READYING:
        return nobody_came(room, not_before_ms=due_ms)
    return ended(room, Ending.TIME, room.game.to_move.opponent, not_before_ms=due_ms)
