"""The kind of aggregate TV is."""

from xiangqi_server.aggregates.tv.state import Switched, Tune, Tv, apply, decide
from xiangqi_server.kernel.aggregate.kind import Kind, Records

TV: Kind[Tv, Tune, Switched] = Kind(
    name="tv",
    empty=lambda _: Tv(),
    decide=decide,
    apply=apply,
    commands=Tune,
    events=Switched,
    records=Records(Tv),
)
