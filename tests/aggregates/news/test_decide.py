"""The news: posted once, the latest kept, taken back."""

from xiangqi_server.aggregates.news.apply import apply
from xiangqi_server.aggregates.news.decide import decide
from xiangqi_server.aggregates.news.messages import (
    NewsCommand,
    Post,
    Posted,
    Withdrawn,
    WithdrawNews,
)
from xiangqi_server.aggregates.news.state import KEPT_ITEMS, Item, News
from xiangqi_server.kernel.aggregate.decision import Stamped

NOW_MS = 1_700_000_000_000
OPENING = Post("op", "item1", "We are open", "Come and play.", "en")


def after(news: News, *commands: NewsCommand) -> News:
    """The news once all commands took effect."""
    for command in commands:
        for event in decide(news, command, NOW_MS).events:
            news = apply(news, Stamped(1, NOW_MS, event))
    return news


def test_an_item_is_posted_once() -> None:
    events = decide(News(), OPENING, NOW_MS).events
    news = after(News(), OPENING, OPENING)

    assert events == (Posted("op", "item1", "We are open", "Come and play.", "en"),)
    assert news == News((Item("item1", "op", "We are open", "Come and play.", "en", NOW_MS),))


def test_an_item_is_taken_back_once() -> None:
    news = after(News(), OPENING)
    back = WithdrawNews("op", "item1")

    assert decide(news, back, NOW_MS).events == (Withdrawn("op", "item1"),)
    assert decide(after(news, back), back, NOW_MS).events == ()
    assert after(news, back) == News()


def test_the_latest_are_kept() -> None:
    news = after(News(), *(Post("op", f"i{n}", str(n), "") for n in range(KEPT_ITEMS + 3)))

    assert [item.title for item in news.items] == [str(n) for n in range(3, KEPT_ITEMS + 3)]
