"""What a player's notices decide: news becomes an event, and a repeat or an older one nothing."""

from typing import assert_never

from xiangqi_server.aggregates.notices.messages import (
    CloseNotices,
    NoticesClosed,
    NoticesCommand,
    NoticesEvent,
    TurnCame,
    TurnPassed,
)
from xiangqi_server.aggregates.notices.state import Notices
from xiangqi_server.aggregates.room.messages import NotYours, YourMove
from xiangqi_server.kernel.aggregate.decision import Decision


def decide(notices: Notices, command: NoticesCommand, _: int) -> Decision[NoticesEvent]:
    """What `command` does to `notices`; nothing is refused."""
    if notices.is_closed:
        return Decision()
    match command:
        case YourMove(room, at_ms, version, ply, flag_at_ms):
            is_news = _is_news(notices, room, at_ms, version)
            event = TurnCame(room, at_ms, version, ply, flag_at_ms)
            return Decision((event,) if is_news else ())
        case NotYours(room, at_ms, version):
            is_news = _is_news(notices, room, at_ms, version)
            return Decision((TurnPassed(room, at_ms, version),) if is_news else ())
        case CloseNotices():
            return Decision((NoticesClosed(),) if notices.rooms else ())
        case _:
            assert_never(command)


def _is_news(notices: Notices, room: str, at_ms: int, version: int) -> bool:
    known = notices.rooms.get(room)
    return known is None or known.is_older_than(at_ms, version)
