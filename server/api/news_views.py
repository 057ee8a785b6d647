"""What a reader sees of the news."""

from typing import Final

from server.api.pages import page_of
from server.news.state import News
from server.wire import parts, server
from server.wire.terms import Language

NEWS_ROWS: Final = 10


def news_view(id_: str, news: News, after: int | None, language: Language) -> server.News:
    """A page of what is told to readers of `language`, the latest first."""
    items = [
        parts.NewsItem(one.id, one.title, one.text, _language(one.language), one.at_ms)
        for one in reversed(news.items)
        if one.language in (None, language)
    ]
    rows, next_ = page_of(items, after, NEWS_ROWS)
    return server.News(id_, rows, next_)


def _language(kept: str | None) -> Language | None:
    return next((one for one in _LANGUAGES if one == kept), None)


_LANGUAGES: Final[tuple[Language, ...]] = ("en", "zh-Hans", "zh-Hant", "vi")
