"""What you ask of the news."""

from xiangqi_server.wire.client.base import Request
from xiangqi_server.wire.limits import ItemId, LongText, Position, TitleText
from xiangqi_server.wire.terms import Language


class News(Request, tag="news", frozen=True):
    """Read the news of the operators, the latest first. Answer: `news`.

    Fields:
        after: `next` of the page before.
    """

    after: Position | None = None


class PostNews(Request, tag="post_news", frozen=True):
    """Tell everybody something; operators only. Answer: `done`.

    Fields:
        title, text: in your own words.
        language: of the item; null shows it to readers of all languages.
    """

    title: TitleText
    text: LongText
    language: Language | None = None


class WithdrawNews(Request, tag="withdraw_news", frozen=True):
    """Take an item of the news back; operators only. Answer: `done`, also if it was gone.

    Fields:
        item: its id.
    """

    item: ItemId
