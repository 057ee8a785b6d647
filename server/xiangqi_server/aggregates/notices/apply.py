"""What an event does to a player's notices; live play, rebuild and replay share it."""

from typing import assert_never

from msgspec.structs import replace

from xiangqi_server.aggregates.notices.channels import MOST_CHANNELS, Channel
from xiangqi_server.aggregates.notices.messages import (
    ChannelsGone,
    HappeningCame,
    NoticesClosed,
    NoticesEvent,
    NoticesTrimmed,
    ReportEvent,
    SendingBegan,
    SendingClaimed,
    SendingEnded,
    SendingPutOff,
    Subscribed,
    TurnCame,
    TurnPassed,
    WishesSet,
)
from xiangqi_server.aggregates.notices.news import MOST_HAPPENINGS, Happening
from xiangqi_server.aggregates.notices.schedule import (
    AGAIN_MS,
    LOOK_MS,
    MOST_LOOKS,
    due_at_ms,
    remind_at_ms,
)
from xiangqi_server.aggregates.notices.state import KEPT_ROOMS, MOST_TRIES, Notices, Sending, Turn
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.aggregate.spans import DAY_MS


def apply(notices: Notices, stamped: Stamped[NoticesEvent]) -> Notices:
    """The notices after one accepted event."""
    if isinstance(stamped.event, ReportEvent):
        return _sent(notices, stamped.event, stamped.at_ms)
    match stamped.event:
        case TurnCame(room, at_ms, version, ply, flag_at_ms):
            return _with(notices, room, Turn(at_ms, version, ply, flag_at_ms))
        case TurnPassed(room, at_ms, version):
            return _with(notices, room, Turn(at_ms, version))
        case HappeningCame(news):
            return _with_news(notices, news)
        case Subscribed(channel):
            return _with_channel(notices, channel, stamped.at_ms)
        case ChannelsGone(channels):
            return _without(notices, channels)
        case WishesSet(wishes):
            return _settled(replace(notices, wishes=wishes))
        case SendingBegan(number, rooms, news):
            return _begun(notices, Sending(number, rooms, news, stamped.at_ms))
        case NoticesClosed():
            return Notices(notices.id, is_closed=True)
        case NoticesTrimmed():
            return replace(notices, is_shed=True)
        case _:
            assert_never(stamped.event)


def _with(notices: Notices, room: str, turn: Turn) -> Notices:
    """With the latest of a room; the oldest of those that do not wait makes room for it."""
    rooms = {other: known for other, known in notices.rooms.items() if other != room}
    if len(rooms) >= KEPT_ROOMS:
        rooms.pop(next((other for other in rooms if rooms[other].ply is None), next(iter(rooms))))
    return _settled(replace(notices, rooms={**rooms, room: turn}))


def _with_news(notices: Notices, news: Happening) -> Notices:
    return replace(notices, news=(*notices.news, news)[-MOST_HAPPENINGS:])


def _with_channel(notices: Notices, channel: Channel, at_ms: int) -> Notices:
    """With a channel; the owner of the first one is there, and sees what waits already."""
    others = [old for old in notices.channels if old.id != channel.id and old.is_alive(at_ms)]
    channels = (*others, replace(channel, renewed_ms=at_ms))[-MOST_CHANNELS:]
    rooms = notices.rooms
    if not notices.channels:
        rooms = {room: _told(turn, at_ms) for room, turn in rooms.items()}
    return replace(notices, rooms=rooms, channels=channels)


def _without(notices: Notices, gone: tuple[str, ...]) -> Notices:
    """Without some channels; with the last one goes all that was to be sent."""
    channels = tuple(channel for channel in notices.channels if channel.id not in gone)
    if channels:
        return replace(notices, channels=channels)
    return replace(notices, channels=(), news=(), sending=None)


def _begun(notices: Notices, fresh: Sending) -> Notices:
    """With a sending that begins; one that waited goes on in it."""
    known = notices.sending
    if known is not None:
        tries = known.tries if known.wait_ms else known.tries + 1
        fresh = replace(fresh, tries=tries, looks=known.looks, channels=known.channels)
    return replace(notices, sending=fresh, sent=fresh.number)


def _sent(notices: Notices, event: ReportEvent, at_ms: int) -> Notices:
    sending = notices.sending
    if sending is None:
        return notices
    match event:
        case SendingClaimed(node):
            return replace(notices, sending=replace(sending, node=node, claimed_ms=at_ms))
        case SendingPutOff():
            waiting = replace(sending, looks=sending.looks + 1, wait_ms=at_ms + LOOK_MS)
            return _settled(replace(notices, sending=waiting))
        case SendingEnded(gone, later):
            without = _without(notices, gone)
            if later and without.channels and sending.tries < MOST_TRIES:
                wait_ms = at_ms + AGAIN_MS[sending.tries]
                waiting = replace(
                    sending,
                    tries=sending.tries + 1,
                    looks=MOST_LOOKS,
                    wait_ms=wait_ms,
                    channels=later,
                )
                return _settled(replace(without, sending=waiting))
            return _ended(without, sending, at_ms)
        case _:
            assert_never(event)


def _ended(notices: Notices, sending: Sending, at_ms: int) -> Notices:
    """After a sending: what it was about needs no other one."""
    day = at_ms // DAY_MS
    return replace(
        notices,
        rooms={
            room: _told(turn, at_ms) if room in sending.rooms else turn
            for room, turn in notices.rooms.items()
        },
        news=tuple(news for news in notices.news if news.key not in sending.news),
        sending=None,
        sent_ms=at_ms,
        day=day,
        of_day=notices.of_day + 1 if day == notices.day else 1,
    )


def _told(turn: Turn, at_ms: int) -> Turn:
    """A turn after a notice of it; when little time was left, that was the reminder as well."""
    if turn.ply is None:
        return turn
    return replace(turn, told=2 if at_ms >= remind_at_ms(turn) else 1)


def _settled(notices: Notices) -> Notices:
    """Without a sending that waits, if it has become empty."""
    sending = notices.sending
    is_idle = sending is not None and sending.wait_ms and due_at_ms(notices) is None
    return replace(notices, sending=None) if is_idle else notices
