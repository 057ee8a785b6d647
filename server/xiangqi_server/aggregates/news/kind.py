"""The kind of aggregate the news is."""

from xiangqi_server.aggregates.news.apply import apply
from xiangqi_server.aggregates.news.decide import decide
from xiangqi_server.aggregates.news.messages import NewsCommand, NewsEvent
from xiangqi_server.aggregates.news.state import News
from xiangqi_server.kernel.aggregate.kind import Kind, Limits, Records

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
