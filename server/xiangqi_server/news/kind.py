"""The kind of aggregate the news is."""

from xiangqi_server.aggregate.kind import Kind, Limits, Records
from xiangqi_server.news.apply import apply
from xiangqi_server.news.decide import decide
from xiangqi_server.news.messages import NewsCommand, NewsEvent
from xiangqi_server.news.state import News

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
