"""A game that a long outage has interrupted: its clock stands until both players are back.

No player sits at the board for hours because the server may come back. So after an outage over
`SUSPEND_MS` both players count as gone, the clock stands still, and no move is taken. Once both
players are back, the clock goes on from where it stood. Unless both are back within
`WAIT_MS`, the game ends without a result. Games by days and without a clock go on.
"""

from typing import Final

from xiangqi_server.aggregates.room.decisions.endings import RoomDecision, RoomEnding, ended
from xiangqi_server.aggregates.room.messages import (
    Continued,
    Present,
    Reconnected,
    RoomEvent,
    Suspended,
)
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.kernel.aggregate.decision import Decision
from xiangqi_server.kernel.aggregate.refusal import require
from xiangqi_server.kernel.aggregate.spans import HOUR_MS

SUSPEND_MS: Final = 10 * 60 * 1000
WAIT_MS: Final = HOUR_MS


def suspension(to_ms: int) -> tuple[RoomEvent, ...]:
    """What an outage longer than `SUSPEND_MS`, which ended at `to_ms`, does to a running game."""
    return (Suspended(to_ms + WAIT_MS),)


def require_not_suspended(room: Room) -> None:
    """Go on unless the game waits for its players.

    Raises:
        Refused: SUSPENDED.
    """
    require(room.timing.suspended is None, RoomRefusal.SUSPENDED)


def come_back(room: Room, command: Present) -> RoomDecision:
    """A player is here again; once both are, a suspended game goes on."""
    side = command.side
    if room.absences[side] is None:
        return Decision()
    back = Reconnected(command.side)
    if room.timing.suspended is not None and room.absences[side.opponent] is None:
        return Decision((back, Continued()))
    return Decision((back,))


def give_up(room: Room, due_ms: int) -> RoomDecision:
    """End a suspended game whose players have not both come back in time."""
    return ended(room, RoomEnding.ABORTED, not_before_ms=due_ms)
