"""What a reader sees of the news."""

from typing import Final

from xiangqi_server.aggregates.news.state import News
from xiangqi_server.api.views.pages import page_of
from xiangqi_server.wire import parts, server
from xiangqi_server.wire.terms import Language

NEWS_ROWS: Final = 10


def news_view(id_: str, news: News, after: int | None, language: Language) -> server.News:
    """A page of the news in `language`, the latest first."""
    items = [
        parts.NewsItem(item.id, item.title, item.text, _language(item.language), item.at_ms)
        for item in reversed(news.items)
        if item.language in (None, language)
    ]
    rows, next_ = page_of(items, after, NEWS_ROWS)
    return server.News(id_, rows, next_)


def _language(kept: str | None) -> Language | None:
    return next((language for language in _LANGUAGES if language == kept), None)


_LANGUAGES: Final[tuple[Language, ...]] = ("en", "zh-Hans", "zh-Hant", "vi")
