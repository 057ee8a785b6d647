"""What the news decides: a command becomes events, or is refused."""

from typing import assert_never

from xiangqi_server.aggregates.news.messages import (
    NewsCommand,
    NewsEvent,
    Post,
    Posted,
    Withdrawn,
    WithdrawNews,
)
from xiangqi_server.aggregates.news.state import News
from xiangqi_server.kernel.aggregate.decision import Decision


def decide(news: News, command: NewsCommand, now_ms: int) -> Decision[NewsEvent]:
    """What `command` does to `news`; a repeat changes nothing."""
    match command:
        case Post(by, id_, title, text, language):
            is_new = not news.has(id_)
            return Decision((Posted(by, id_, title, text, language),)) if is_new else Decision()
        case WithdrawNews(by, id_):
            return Decision((Withdrawn(by, id_),)) if news.has(id_) else Decision()
        case _:
            assert_never(command)
