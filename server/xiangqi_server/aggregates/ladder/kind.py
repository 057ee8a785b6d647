"""The kind of aggregate the ladder is."""

from xiangqi_server.aggregates.ladder.decide import LadderCommand, decide
from xiangqi_server.aggregates.ladder.messages import LadderEvent, Wake
from xiangqi_server.aggregates.ladder.state import Ladder, apply, due_at_ms
from xiangqi_server.kernel.aggregate.kind import Kind, Limits, Records, Schedule

LADDER: Kind[Ladder, LadderCommand, LadderEvent] = Kind(
    name="ladder",
    empty=lambda _: Ladder(),
    decide=decide,
    apply=apply,
    commands=LadderCommand,
    events=LadderEvent,
    records=Records(Ladder),
    schedule=Schedule(due_at_ms, Wake()),
    limits=Limits(actors=64),
)
