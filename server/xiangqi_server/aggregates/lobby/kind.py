"""The kind of aggregate the lobby is."""

from xiangqi_server.aggregates.lobby.apply import apply
from xiangqi_server.aggregates.lobby.decide import decide
from xiangqi_server.aggregates.lobby.matching import due_at_ms
from xiangqi_server.aggregates.lobby.messages import LobbyCommand, LobbyEvent, Tick
from xiangqi_server.aggregates.lobby.records import FORMAT, LobbyRecord, from_record, to_record
from xiangqi_server.aggregates.lobby.state import Lobby
from xiangqi_server.kernel.aggregate.kind import Kind, Limits, Records, Schedule

LOBBY: Kind[Lobby, LobbyCommand, LobbyEvent] = Kind(
    name="lobby",
    empty=lambda _: Lobby(),
    decide=decide,
    apply=apply,
    commands=LobbyCommand,
    events=LobbyEvent,
    records=Records(LobbyRecord, to_record, from_record, FORMAT),
    schedule=Schedule(due_at_ms, Tick(), turn_ms=100),
    limits=Limits(actors=2_048, max_batch=256, min_append_interval_ms=200),
)
