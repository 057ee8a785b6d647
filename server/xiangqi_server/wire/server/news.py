"""What the server sends about the news."""

from xiangqi_server.wire.parts import NewsItem
from xiangqi_server.wire.server.base import ServerMessage


class News(ServerMessage, tag="news", frozen=True):
    """The answer to `news`.

    Fields:
        rows: those in the language of `hello` and those for all, the latest first, at most 10.
        next: to send as `after` for the next page, null if this is the last.
    """

    id: str
    rows: list[NewsItem]
    next: int | None
