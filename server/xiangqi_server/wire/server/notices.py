"""Which notices you get while you are away, and where."""

from xiangqi_server.wire.parts import NoticeChannel, NoticeWishes
from xiangqi_server.wire.server.base import ServerMessage


class NoticeSettings(ServerMessage, tag="notice_settings", frozen=True):
    """Answer to `notice_settings`.

    Fields:
        key: by which a browser subscribes (for a browser, as base64url); null if the operator
            of the server has set no keys, so that no notices are sent.
        wishes: what you have chosen.
        channels: the browsers that get notices, the one renewed last at the end.
    """

    id: str
    key: str | None
    wishes: NoticeWishes
    channels: list[NoticeChannel]
