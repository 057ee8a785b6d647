"""The kind of aggregate the lobby is."""

from xiangqi_server.aggregate.kind import Kind, Limits, Records, Schedule
from xiangqi_server.lobby.apply import apply
from xiangqi_server.lobby.decide import decide
from xiangqi_server.lobby.matching import due_at_ms
from xiangqi_server.lobby.messages import LobbyCommand, LobbyEvent, Tick
from xiangqi_server.lobby.records import FORMAT, LobbyRecord, from_record, to_record
from xiangqi_server.lobby.state import Lobby

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
