"""Parts of messages about the news."""

from msgspec import Struct

from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.terms import Language


class NewsItem(Struct, frozen=True):
    """Something the operators have published.

    Fields:
        id: to send in `withdraw_news`.
        title, text: in the operators' words.
        language: of the item, null for readers of all languages.
        at_ms: when it was posted.
    """

    id: str
    title: str
    text: str
    language: Language | None
    at_ms: Moment
