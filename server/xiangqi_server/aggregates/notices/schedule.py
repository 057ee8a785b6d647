"""When a player gets a notice, and about what: pure arithmetic.

A turn has one notice, a minute after it has come, and a reminder when little time is left. One
message is about all that is due then. Between two of them lie ten minutes, in a day there are
thirty, and the quiet hours hold. Nothing is due without a channel.
"""

from collections.abc import Iterator
from typing import Final

from xiangqi_server.aggregates.notices.news import SOON_MS, Happening, Topic
from xiangqi_server.aggregates.notices.state import Notices, Turn
from xiangqi_server.kernel.aggregate.spans import DAY_MS, MINUTE_MS

REMIND_MS: Final = DAY_MS
"""A player is reminded when so much of the time is left, or a fifth if that is less."""
REMIND_SHARE: Final = 5
GAP_MS: Final = 10 * MINUTE_MS
MOST_A_DAY: Final = 30
LOST_MS: Final = 10 * MINUTE_MS
"""A sending of which nothing was heard for so long is begun again."""
CLAIM_MS: Final = 30_000
"""How long a node that has claimed a sending has to end it: sending takes five seconds."""
AGAIN_MS: Final = (MINUTE_MS, 5 * MINUTE_MS, 25 * MINUTE_MS)
"""How long a push service that did not take a message is left alone, each time."""
LOOK_MS: Final = 5 * MINUTE_MS
MOST_LOOKS: Final = 3
"""A player who is there sees it on the page; but a tab may be forgotten."""


def due_at_ms(notices: Notices) -> int | None:
    """When the notices want to be woken, in store time; None for never."""
    if notices.is_closed:
        return None if notices.is_shed else 1
    sending = notices.sending
    if not notices.channels:
        return None
    if sending is not None and not sending.wait_ms:
        return sending.begun_ms + LOST_MS
    moments = [at_ms for _, at_ms in (*_turns(notices), *_news(notices))]
    if not moments:
        return None
    at_ms = max(min(moments), 0 if sending is None else sending.wait_ms)
    if sending is None and notices.sent_ms:
        at_ms = max(at_ms, notices.sent_ms + GAP_MS)
        if notices.of_day >= MOST_A_DAY:
            at_ms = max(at_ms, (notices.day + 1) * DAY_MS)
    return notices.wishes.after_quiet(at_ms)


def rooms_due(notices: Notices, now_ms: int) -> tuple[str, ...]:
    """The games whose notice is due now, the least time left first."""
    due = {room for room, at_ms in _turns(notices) if at_ms <= now_ms}
    return tuple(room for room in notices.waiting if room in due)


def news_due(notices: Notices, now_ms: int) -> tuple[str, ...]:
    """The keys of the other things whose notice is due now."""
    return tuple(news.key for news, at_ms in _news(notices) if at_ms <= now_ms)


def remind_at_ms(turn: Turn) -> int:
    """When the player is reminded of a turn."""
    return turn.flag_at_ms - min(REMIND_MS, (turn.flag_at_ms - turn.at_ms) // REMIND_SHARE)


def _turns(notices: Notices) -> Iterator[tuple[str, int]]:
    """The rooms whose notice is still to come, and its earliest moment."""
    if not notices.wishes.wants(Topic.TURNS):
        return
    for room, turn in notices.rooms.items():
        if turn.ply is not None and turn.told == 0:
            yield room, turn.at_ms + SOON_MS
        elif turn.ply is not None and turn.told == 1:
            yield room, remind_at_ms(turn)


def _news(notices: Notices) -> Iterator[tuple[Happening, int]]:
    for news in notices.news:
        if notices.wishes.wants(news.topic):
            yield news, news.at_ms
