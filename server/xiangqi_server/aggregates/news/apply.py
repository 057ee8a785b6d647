"""What an event does to the news; live play, rebuild and replay share it."""

from dataclasses import replace
from typing import assert_never

from xiangqi_server.aggregates.news.messages import NewsEvent, Posted, Withdrawn
from xiangqi_server.aggregates.news.state import KEPT_ITEMS, Item, News
from xiangqi_server.kernel.aggregate.decision import Stamped


def apply(news: News, stamped: Stamped[NewsEvent]) -> News:
    """The news after one accepted event."""
    match stamped.event:
        case Posted(by, id_, title, text, language):
            item = Item(id_, by, title, text, language, stamped.at_ms)
            return replace(news, items=(*news.items, item)[-KEPT_ITEMS:])
        case Withdrawn(_, id_):
            return replace(news, items=tuple(item for item in news.items if item.id != id_))
        case _:
            assert_never(stamped.event)
