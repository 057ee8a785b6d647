"""The kind of aggregate the ladder is."""

from xiangqi_server.aggregate.kind import Kind, Limits, Records, Schedule
from xiangqi_server.ladder.decide import LadderCommand, decide
from xiangqi_server.ladder.messages import LadderEvent, Wake
from xiangqi_server.ladder.state import Ladder, apply, due_at_ms

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
