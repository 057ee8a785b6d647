"""What an event does to a player's notices; live play, rebuild and replay share it."""

from typing import assert_never

from msgspec.structs import replace

from xiangqi_server.aggregates.notices.messages import (
    NoticesClosed,
    NoticesEvent,
    TurnCame,
    TurnPassed,
)
from xiangqi_server.aggregates.notices.state import KEPT_ROOMS, Notices, Turn
from xiangqi_server.kernel.aggregate.decision import Stamped


def apply(notices: Notices, stamped: Stamped[NoticesEvent]) -> Notices:
    """The notices after one accepted event."""
    match stamped.event:
        case TurnCame(room, at_ms, version, ply, flag_at_ms):
            return _with(notices, room, Turn(at_ms, version, ply, flag_at_ms))
        case TurnPassed(room, at_ms, version):
            return _with(notices, room, Turn(at_ms, version))
        case NoticesClosed():
            return Notices(notices.id, is_closed=True)
        case _:
            assert_never(stamped.event)


def _with(notices: Notices, room: str, turn: Turn) -> Notices:
    """With the latest of a room; the oldest of those that do not wait makes room for it."""
    rooms = {other: known for other, known in notices.rooms.items() if other != room}
    if len(rooms) >= KEPT_ROOMS:
        rooms.pop(next((other for other in rooms if rooms[other].ply is None), next(iter(rooms))))
    return replace(notices, rooms={**rooms, room: turn})
