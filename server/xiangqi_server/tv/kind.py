"""The kind of aggregate TV is."""

from xiangqi_server.aggregate.kind import Kind, Records
from xiangqi_server.tv.state import Switched, Tune, Tv, apply, decide

TV: Kind[Tv, Tune, Switched] = Kind(
    name="tv",
    empty=lambda _: Tv(),
    decide=decide,
    apply=apply,
    commands=Tune,
    events=Switched,
    records=Records(Tv),
)
