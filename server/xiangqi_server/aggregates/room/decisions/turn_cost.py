"""What a turn is charged, and until when a move is in time.

A turn begins at the store's time of the event before it and ends when the move *arrives*;
storing is charged to no player. Also not charged is:

* the time after a premove arrived, which is the whole turn if that was before it;
* the time before the player could learn of the turn, if that was long: a slow store, or a
  publication that was lost on the way, counts as downtime;
* lag that the server has measured, up to `MAX_LAG_MS` a move and up to the quota of the game;
* while the room is safe after downtime, all that goes beyond the time left; such a
  move leaves a millisecond.

The rest decides: a move is in time if it is charged less than the clock allows.
The alarm of a flag waits for every move that could still be in time.
"""

from typing import Final

from msgspec import Struct

from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.kernel.aggregate.refusal import require

MAX_LAG_MS: Final = 500
"""The most lag that one move is compensated for."""

LATE_MS: Final = 50
"""A delay up to this is normal; a longer one is compensated whole."""

MAX_LATE_MS: Final = 3_000
"""A longer delay is an outage, and is credited as one."""

GRACE_MS: Final = 500
"""How long the alarm waits for a move that arrived in time on another node."""


class TurnCost(Struct, frozen=True, gc=False):
    """What a turn took and cost.

    Fields:
        spent_ms: from the start of the turn to the arrival.
        charged_ms: how much of it the clock is charged; the rest is compensated.
        quota_ms: what the mover has left of the quota afterwards.
    """

    spent_ms: int
    charged_ms: int
    quota_ms: int


def turn_cost(room: Room, now_ms: int, lag_ms: int = 0, delivered_ms: int = 0) -> TurnCost:
    """What the turn costs if it ends with what arrived at `now_ms`.

    Args:
        delivered_ms: when the mover learnt that the turn had begun; 0: at once.

    Raises:
        Refused: FLAG_FELL.
    """
    timing, mover = room.timing, room.game.to_move
    quota_ms = timing.quotas_ms[mover]
    spent_ms = room.used_ms(now_ms)
    late_ms = room.used_ms(delivered_ms) if delivered_ms else 0  # before the player learnt of it
    heard_ms = max(0, spent_ms - min(late_ms, MAX_LATE_MS)) if late_ms > LATE_MS else spent_ms
    lag_ms = min(max(0, lag_ms), heard_ms, MAX_LAG_MS, quota_ms)
    charged_ms = heard_ms - lag_ms
    allowance_ms = timing.clock.control.allowance_ms(timing.clock.times[mover])
    if allowance_ms is not None and charged_ms >= allowance_ms:
        require(now_ms < timing.safe_until_ms, RoomRefusal.FLAG_FELL)
        charged_ms = allowance_ms - 1
    return TurnCost(spent_ms, charged_ms, quota_ms - lag_ms)


def flag_due_ms(room: Room) -> int | None:
    """When no move can be in time any more and the flag is called; None without a clock."""
    flag_at_ms = room.flag_at_ms()
    if flag_at_ms is None:
        return None
    return flag_at_ms + min(MAX_LAG_MS, room.timing.quotas_ms[room.game.to_move]) + GRACE_MS


def first_move_due_ms(room: Room) -> int | None:
    """When the game is void because a side has not made its first move; None if it need not."""
    by_ms = room.first_move_by_ms()
    return None if by_ms is None else by_ms + GRACE_MS
