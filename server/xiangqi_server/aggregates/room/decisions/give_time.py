"""Time that one player gives the other.

A gift counts as given before the turn used any time. Gifts are not counted, but limited by the
time that the clock then shows: at most `ROOM_MS` above what the game began with.
"""

from typing import Final

from xiangqi_server.aggregates.room.decisions.endings import RoomDecision
from xiangqi_server.aggregates.room.decisions.preconditions import (
    require_in_time,
    require_log_space,
    require_playing,
    seat_of,
)
from xiangqi_server.aggregates.room.messages import GiveTime, TimeGiven
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.room.time_limits import allotted_ms
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Decision
from xiangqi_server.kernel.aggregate.refusal import require

GIFT_MS: Final = 15_000
ROOM_MS: Final = 60_000


def give_time(room: Room, command: GiveTime, now_ms: int) -> RoomDecision:
    """Give the other player 15 seconds, in either player's turn.

    Raises:
        Refused: NO_TIME_TO_GIVE or ENOUGH_TIME, or as `preconditions` say.
    """
    side = seat_of(room, command.by).opponent
    require_playing(room)
    require_log_space(room)
    require(allotted_ms(room.terms.clock) is not None, RoomRefusal.NO_TIME_TO_GIVE)
    require_in_time(room, now_ms)
    require(_is_helpful(room, side), RoomRefusal.ENOUGH_TIME)
    return Decision((TimeGiven(side, GIFT_MS),))


def _is_helpful(room: Room, side: Side) -> bool:
    """Whether a gift leaves the clock within bounds and the turn no shorter.

    Game time that comes back could bring back a move time shorter than the counted seconds.
    """
    given = room.timing.clock.given(side, GIFT_MS)
    before_ms, after_ms = room.timing.clock.allowance_ms(side), given.allowance_ms(side)
    most_ms = room.timing.clock.control.start().left_ms + ROOM_MS
    return given.times[side].left_ms <= most_ms and (after_ms or 0) >= (before_ms or 0)
