"""What a player's notices decide: news becomes an event, and a repeat or an older one nothing."""

from collections.abc import Callable
from typing import assert_never

from xiangqi_server.aggregates.notices.channels import RENEW_MS, Channel
from xiangqi_server.aggregates.notices.messages import (
    ChannelsGone,
    ClaimSending,
    CloseNotices,
    EndSending,
    ForgetDevices,
    HappeningCame,
    NoticesClosed,
    NoticesCommand,
    NoticesEvent,
    NoticesTrimmed,
    PutOffSending,
    ReportCommand,
    SendingBegan,
    SendingClaimed,
    SendingEnded,
    SendingPutOff,
    SendNotice,
    SetWishes,
    Subscribe,
    Subscribed,
    TurnCame,
    TurnPassed,
    Unsubscribe,
    WakeNotices,
    WishesSet,
)
from xiangqi_server.aggregates.notices.news import SOON_MS, Happening, Tell, Topic
from xiangqi_server.aggregates.notices.schedule import CLAIM_MS, due_at_ms, news_due, rooms_due
from xiangqi_server.aggregates.notices.state import Notices
from xiangqi_server.aggregates.room.messages import NotYours, YourMove
from xiangqi_server.kernel.aggregate.decision import Decision, Effect

PUSH = "push"
"""The effect handler that sends; see `SendNotice`."""

NoticesDecision = Decision[NoticesEvent]


def decide(notices: Notices, command: NoticesCommand, now_ms: int) -> NoticesDecision:
    """What `command` does to `notices`; nothing is refused."""
    if isinstance(command, WakeNotices):
        return _wake(notices, now_ms)
    if notices.is_closed:
        return Decision()
    event = _event(notices, command, now_ms)
    if event is None:
        return Decision()
    if isinstance(command, NotYours) and command.is_taken:
        taken = Happening(Topic.CHALLENGES, command.room, now_ms + SOON_MS)
        return Decision((event, HappeningCame(taken)) if _is_wanted(notices, taken) else (event,))
    return Decision((event,))


def _event(notices: Notices, command: NoticesCommand, now_ms: int) -> NoticesEvent | None:
    if isinstance(command, ReportCommand):
        return _of_sending(notices, command, now_ms)
    match command:
        case YourMove(room, at_ms, version, ply, flag_at_ms):
            is_news = _is_news(notices, room, at_ms, version)
            return TurnCame(room, at_ms, version, ply, flag_at_ms) if is_news else None
        case NotYours(room, at_ms, version):
            is_news = _is_news(notices, room, at_ms, version)
            return TurnPassed(room, at_ms, version) if is_news else None
        case Tell(news):
            return HappeningCame(news) if _is_wanted(notices, news) else None
        case Subscribe(channel):
            return Subscribed(channel) if _is_fresh(notices, channel, now_ms) else None
        case SetWishes(wishes):
            return WishesSet(wishes) if wishes != notices.wishes else None
        case Unsubscribe(id_):
            return _gone(notices, lambda channel: channel.id == id_)
        case ForgetDevices(devices):
            return _gone(notices, lambda channel: channel.device in devices)
        case CloseNotices():
            return NoticesClosed() if notices != Notices.empty(notices.id) else None
        case WakeNotices():
            return None
        case _:
            assert_never(command)


def _is_news(notices: Notices, room: str, at_ms: int, version: int) -> bool:
    known = notices.rooms.get(room)
    return known is None or known.is_older_than(at_ms, version)


def _is_wanted(notices: Notices, news: Happening) -> bool:
    """Whether it is wanted somewhere; what waits already needs no second notice."""
    is_known = any(news.key == known.key for known in notices.news)
    return bool(notices.channels) and notices.wishes.wants(news.topic) and not is_known


def _is_fresh(notices: Notices, channel: Channel, now_ms: int) -> bool:
    known = next((each for each in notices.channels if each.id == channel.id), None)
    if known is None or not known.is_as(channel):
        return True
    return now_ms > known.renewed_ms + RENEW_MS


def _gone(notices: Notices, is_gone: Callable[[Channel], bool]) -> ChannelsGone | None:
    channels = tuple(channel.id for channel in notices.channels if is_gone(channel))
    return ChannelsGone(channels) if channels else None


def _of_sending(notices: Notices, command: ReportCommand, now_ms: int) -> NoticesEvent | None:
    """What a node reports of a sending; nothing if it is over, waits, or another node has it."""
    sending = notices.sending
    if sending is None or sending.number != command.number or sending.wait_ms:
        return None
    match command:
        case ClaimSending(_, node):
            is_free = not sending.node or now_ms > sending.claimed_ms + CLAIM_MS
            return SendingClaimed(node) if is_free and node != sending.node else None
        case PutOffSending():
            return SendingPutOff()
        case EndSending(_, gone, later):
            return SendingEnded(gone, later)
        case _:
            assert_never(command)


def _wake(notices: Notices, now_ms: int) -> NoticesDecision:
    """Begin to send what is due, or forget what a deleted account had said."""
    due_ms = due_at_ms(notices)
    if due_ms is None or now_ms < due_ms:
        return Decision()
    if notices.is_closed:
        return Decision((NoticesTrimmed(),))
    if notices.sending is not None and notices.sending.is_given_up:
        return Decision((SendingEnded(),))
    number = notices.sent + 1
    begun = SendingBegan(number, rooms_due(notices, now_ms), news_due(notices, now_ms))
    effect = Effect(PUSH, notices.id, SendNotice(number))
    return Decision((begun,), (effect,), not_before_ms=due_ms)
