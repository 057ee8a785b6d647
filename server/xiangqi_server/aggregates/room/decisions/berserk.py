"""Berserk: before the first move a player halves the time left, and earns no increment.

Only if the aggregate that had the room opened allows it, and on a clock of main time and increment.
What it is worth is decided by that aggregate.

Source: lila and scalachess, ``Clock.goBerserk``: the time is not halved if it is worth less than
forty increments, because then most of the time is in the increments.
"""

from typing import Final

from xiangqi_server.aggregates.room.decisions.endings import RoomDecision
from xiangqi_server.aggregates.room.decisions.preconditions import (
    require_in_time,
    require_on,
    seat_of,
)
from xiangqi_server.aggregates.room.messages import Berserk, Berserked
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.room.terms import ClockTerms, FischerClock
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Decision
from xiangqi_server.kernel.aggregate.refusal import require

WORTH_INCREMENTS: Final = 40


def berserk(room: Room, command: Berserk, now_ms: int) -> RoomDecision:
    """Halve the time left; to do it again changes nothing.

    Raises:
        Refused: NO_BERSERK or TOO_LATE_TO_BERSERK, or as `preconditions` say.
    """
    side = seat_of(room, command.by)
    require_on(room)
    require(room.berserk.is_allowed, RoomRefusal.NO_BERSERK)
    if room.berserk.sides[side]:
        return Decision()
    has_moved = room.game.ply > (0 if side is Side.RED else 1)
    require(not has_moved, RoomRefusal.TOO_LATE_TO_BERSERK)
    require_in_time(room, now_ms)
    cost_ms = cost_of(room.terms.clock, room.timing.clock.times[side].left_ms)
    used_ms = room.used_ms(now_ms) if room.game.to_move is side else 0
    left_ms = room.timing.clock.times[side].left_ms - cost_ms
    require(used_ms < left_ms, RoomRefusal.TOO_LATE_TO_BERSERK)
    return Decision((Berserked(side, cost_ms),))


def cost_of(clock: ClockTerms, left_ms: int) -> int:
    """How much of the time that is left it takes."""
    is_long = (
        isinstance(clock, FischerClock) and clock.main_ms >= WORTH_INCREMENTS * clock.increment_ms
    )
    return left_ms // 2 if is_long else 0
