"""What you ask about notices outside of the page."""

from typing import Annotated

from msgspec import Meta

from xiangqi_server.wire.client.base import Request
from xiangqi_server.wire.limits import ChannelId, PushEndpoint
from xiangqi_server.wire.parts import NoticeWishes


class NoticeSettings(Request, tag="notice_settings", frozen=True):
    """Ask which notices you get while you are away, and in which browsers.

    Answer: `notice_settings`.
    """


class SubscribeNotices(Request, tag="subscribe_notices", frozen=True):
    """Get notices in this browser, also while it is closed; needs an account. Answer: `done`.

    The language is that of the connection. A browser that is signed out, or that has not sent this
    for half a year, gets no more. Of more than five browsers, the five latest get them.

    Fields:
        endpoint, key, secret: of the browser's push subscription: its address and its two keys.
    """

    endpoint: PushEndpoint
    key: Annotated[str, Meta(min_length=87, max_length=88, pattern="^[A-Za-z0-9_-]+=*\\Z")]
    secret: Annotated[str, Meta(min_length=22, max_length=24, pattern="^[A-Za-z0-9_-]+=*\\Z")]


class UnsubscribeNotices(Request, tag="unsubscribe_notices", frozen=True):
    """Get no more notices in a browser. Answer: `done`, also if it got none.

    Fields:
        channel: one of `notice_settings`.
    """

    channel: ChannelId


class SetNotices(Request, tag="set_notices", frozen=True):
    """Choose which notices you get while you are away, and when not. Answer: `done`.

    Fields:
        wishes: all of your choices; they replace those before.
    """

    wishes: NoticeWishes
