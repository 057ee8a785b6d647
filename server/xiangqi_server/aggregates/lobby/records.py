"""How the whole lobby is written into a snapshot, and read back."""

from typing import Final

from msgspec import Struct

from xiangqi_server.aggregates.lobby.messages import START_RATING, Seek
from xiangqi_server.aggregates.lobby.no_shows import NoShows
from xiangqi_server.aggregates.lobby.pools import QUEUES, Queue
from xiangqi_server.aggregates.lobby.state import Lobby, QueueEntry, QueuePlace, pair_of
from xiangqi_server.aggregates.room.messages import Bar

FORMAT: Final = 1

QueueRecord = tuple[str, bool]
WaitRecord = tuple[str, int, int, int, str | None, tuple[str, ...], str, int]
"""The fields of a `QueueEntry`."""
PlaceRecord = tuple[str, Seek | None, list[tuple[QueueRecord, WaitRecord]]]
"""The fields of a `QueuePlace`."""


class LobbyRecord(Struct, frozen=True, array_like=True):
    """The lobby at one version.

    Fields:
        seeks: oldest first.
        waiting: by pool, of the time when one at most waited in each, for casual games.
        queues: the places in each queue.
        tick_at_ms: see `Lobby`.
        pairs: room, moment, places of Red and of Black, oldest first.
        bars: players that are kept out, oldest first.
        no_shows: player, games, moment of the latest, oldest first.
    """

    seeks: list[Seek]
    waiting: dict[str, str]
    queues: list[tuple[QueueRecord, list[WaitRecord]]] = []
    tick_at_ms: int | None = None
    pairs: list[tuple[str, int, PlaceRecord, PlaceRecord]] = []
    bars: list[Bar] = []
    no_shows: list[tuple[str, int, int]] = []


def to_record(lobby: Lobby) -> LobbyRecord:
    """The record of the lobby."""
    return LobbyRecord(
        seeks=list(lobby.seeks.values()),
        waiting={},
        queues=[(queue, sorted(waits.values())) for queue, waits in lobby.queues.items() if waits],
        tick_at_ms=lobby.tick_at_ms,
        pairs=[
            (room, pair.at_ms, _to_record_place(pair.red), _to_record_place(pair.black))
            for room, pair in lobby.pairs.items()
        ],
        bars=list(lobby.bars.values()),
        no_shows=[(player, *own) for player, own in lobby.no_shows.items()],
    )


def from_record(_lobby: str, record: LobbyRecord) -> Lobby:
    """The lobby a record was made of; being the only one, it does not keep its id."""
    waits = [(Queue(*queue), QueueEntry(*wait)) for queue, waits in record.queues for wait in waits]
    for pool, player in record.waiting.items():
        wait = QueueEntry(player, 0, START_RATING, 0, None, (), f"{player}x{pool}", 0)
        waits.append((Queue(pool, rated=False), wait))
    waits = [(queue, wait) for queue, wait in waits if queue in QUEUES]
    queues = dict(Lobby().queues)
    for queue, wait in waits:
        queues[queue] = queues[queue].set(wait.player, wait)
    return Lobby(
        seeks={seek.id: seek for seek in record.seeks},
        queues=queues,
        tick_at_ms=record.tick_at_ms,
        pairs={
            room: pair_of(at_ms, _from_record_place(red), _from_record_place(black))
            for room, at_ms, red, black in record.pairs
        },
        ignores=sum(len(wait.ignores) for _, wait in waits),
        bars={bar.by: bar for bar in record.bars},
        no_shows={player: NoShows(*own) for player, *own in record.no_shows},
    )


def _to_record_place(place: QueuePlace) -> PlaceRecord:
    return (place.player, place.seek, list(place.waits))


def _from_record_place(record: PlaceRecord) -> QueuePlace:
    player, seek, waits = record
    return QueuePlace(
        player, seek, tuple((Queue(*queue), QueueEntry(*wait)) for queue, wait in waits)
    )
