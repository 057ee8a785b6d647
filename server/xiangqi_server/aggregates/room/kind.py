"""The kind of aggregate a room is."""

from typing import Final

from xiangqi_server.aggregates.room.apply import apply, restamp
from xiangqi_server.aggregates.room.decide import decide
from xiangqi_server.aggregates.room.decisions.alarm import due_at_ms
from xiangqi_server.aggregates.room.decisions.downtime import wants_outage
from xiangqi_server.aggregates.room.messages import Alarm, RoomCommand, RoomEvent, TakeOutage
from xiangqi_server.aggregates.room.records import FORMAT, RoomRecord, from_record, to_record
from xiangqi_server.aggregates.room.ruling_request import (
    asks,
    if_away,
    may_ask,
    question,
    with_answer,
)
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.kernel.aggregate.kind import Kind, Limits, Offload, Records, Schedule
from xiangqi_server.kernel.aggregate.steps import in_one_step


def _outage(room: Room, from_ms: int, to_ms: int) -> TakeOutage | None:
    return TakeOutage(from_ms, to_ms) if wants_outage(room, from_ms, to_ms) else None


def _is_over(room: Room) -> bool:
    return room.status is Status.OVER


TRAIL: Final = 64
"""A client that missed at most this many events gets them; any other is shown the whole room."""

ROOM: Kind[Room, RoomCommand, RoomEvent] = Kind(
    name="room",
    empty=Room.empty,
    decide=decide,
    apply=apply,
    commands=RoomCommand,
    events=RoomEvent,
    records=Records(RoomRecord, to_record, from_record, FORMAT, is_trimmed=False),
    schedule=Schedule(due_at_ms, Alarm()),
    limits=Limits(actors=4, trail=TRAIL),
    outage=_outage,
    restamp=restamp,
    is_over=_is_over,
    offload=Offload(may_ask, in_one_step(question), with_answer, if_away, asks),
)
