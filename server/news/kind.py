"""The kind of aggregate the news is."""

from server.aggregate.kind import Kind, Limits, Records
from server.news.apply import apply
from server.news.decide import decide
from server.news.messages import NewsCommand, NewsEvent
from server.news.state import News

NEWS: Kind[News, NewsCommand, NewsEvent] = Kind(
    name="news",
    empty=lambda _: News(),
    decide=decide,
    apply=apply,
    commands=NewsCommand,
    events=NewsEvent,
    records=Records(News),
    limits=Limits(actors=16),
)
