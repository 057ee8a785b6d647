"""What an event does to the lobby; live play, rebuild and replay share it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import assert_never

from xiangqi_server.aggregates.lobby.messages import (
    Barred,
    LobbyEvent,
    Matched,
    Paired,
    Queued,
    Returned,
    Seek,
    SeekClosed,
    SeekOpened,
    Unqueued,
)
from xiangqi_server.aggregates.lobby.no_shows import with_no_shows
from xiangqi_server.aggregates.lobby.pairing import GATHER_MS
from xiangqi_server.aggregates.lobby.pools import Queue
from xiangqi_server.aggregates.lobby.state import (
    KEPT_PAIR_MS,
    MAX_REMEMBERED,
    Lobby,
    Pair,
    QueueEntry,
    QueuePlace,
    is_live,
    pair_of,
)
from xiangqi_server.aggregates.room.bars import with_bar
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.aggregate.persistent_map import PersistentMap


def apply(lobby: Lobby, stamped: Stamped[LobbyEvent]) -> Lobby:
    """The lobby after one accepted event."""
    event, at_ms = stamped.event, stamped.at_ms
    match event:
        case SeekOpened(seek):
            return replace(lobby, seeks={**lobby.seeks, seek.id: seek})
        case SeekClosed(seek_id):
            return replace(lobby, seeks=_without_seeks(lobby.seeks, {seek_id}))
        case Queued():
            return _queued(lobby, event, at_ms)
        case Unqueued(player, pool):
            waits = [(q, wait) for q, wait in lobby.waits_of(player) if q.pool == pool]
            return _without(lobby, waits)
        case Paired(room, terms, red, black, keeps_other):
            place_of = partial(lobby.place_of, live=is_live(terms))
            places = place_of if keeps_other else lobby.whole_place_of
            return _paired(lobby, [(room, red, black)], places, at_ms)
        case Matched(pairs, next_ms, keeps_other):
            places = partial(lobby.place_of, live=True) if keeps_other else lobby.whole_place_of
            rooms = [(pair.room, pair.red, pair.black) for pair in pairs]
            return replace(_paired(lobby, rooms, places, at_ms), tick_at_ms=next_ms)
        case Returned(room, players, missed):
            no_shows = with_no_shows(lobby.no_shows, missed, at_ms) if missed else lobby.no_shows
            return _returned(replace(lobby, no_shows=no_shows), room, players, at_ms)
        case Barred(bar):
            return replace(lobby, bars=with_bar(lobby.bars, bar))
        case _:
            assert_never(event)


def _queued(lobby: Lobby, event: Queued, at_ms: int) -> Lobby:
    wait = QueueEntry(
        player=event.player,
        since_ms=at_ms,
        rating=event.rating,
        tilt=event.tilt,
        last_opponent=event.last_opponent,
        ignores=event.ignores,
        room=event.room,
        toss=event.toss,
    )
    return _with(lobby, [(Queue(event.pool, event.rated), wait)], at_ms)


def _paired(
    lobby: Lobby,
    pairs: Iterable[tuple[str, str, str]],
    place_of: Callable[[str], QueuePlace],
    at_ms: int,
) -> Lobby:
    """Room, Red and Black of each pair: all leave their places, which are remembered."""
    kept = {room: pair for room, pair in lobby.pairs.items() if at_ms - pair.at_ms < KEPT_PAIR_MS}
    leaving: list[QueuePlace] = []
    for room, red, black in pairs:
        pair = kept[room] = pair_of(at_ms, place_of(red), place_of(black))
        leaving += (pair.red, pair.black)
    _forget_oldest(kept)
    seeks = {place.seek.id for place in leaving if place.seek is not None}
    lobby = replace(lobby, pairs=kept, seeks=_without_seeks(lobby.seeks, seeks))
    return _without(lobby, [pair for place in leaving for pair in place.waits])


def _forget_oldest(pairs: dict[str, Pair]) -> None:
    """Leave of the pairs, oldest first, the latest ones that weigh no more than may be."""
    weight = sum([pair.weight for pair in pairs.values()])
    while weight > MAX_REMEMBERED:
        weight -= pairs.pop(next(iter(pairs))).weight


def _returned(lobby: Lobby, room: str, players: tuple[str, ...], at_ms: int) -> Lobby:
    """Players that stay get back what they gave up, unless they have begun something new since."""
    pair = lobby.pairs[room]
    lobby = replace(lobby, pairs={id_: kept for id_, kept in lobby.pairs.items() if id_ != room})
    for place, other in ((pair.red, pair.black), (pair.black, pair.red)):
        if place.player not in players:
            continue
        if place.seek is not None and not _is_replaced(lobby, place.seek):
            lobby = replace(lobby, seeks={**lobby.seeks, place.seek.id: place.seek})
        newer = lobby.waits_of(place.player)
        pools = {queue.pool for queue, _ in place.waits}
        lobby = _without(lobby, [wait for wait in newer if wait[0].pool in pools])
        waits = [(queue, wait.again(other.player)) for queue, wait in place.waits]
        lobby = _with(lobby, waits, at_ms)
    return lobby


def _is_replaced(lobby: Lobby, seek: Seek) -> bool:
    """Its player has another one open that stands in its place."""
    return lobby.seek_of(seek.player, live=is_live(seek.terms)) is not None


def _with(lobby: Lobby, waits: Iterable[tuple[Queue, QueueEntry]], at_ms: int) -> Lobby:
    """With more places; a queue in which two wait wants a tick soon."""
    queues, tick_at_ms, ignores = dict(lobby.queues), lobby.tick_at_ms, lobby.ignores
    for queue, wait in waits:
        if queue not in queues:  # a pool of an older program
            continue
        queues[queue] = queues[queue].set(wait.player, wait)
        ignores += len(wait.ignores)
        if len(queues[queue]) > 1:
            soon_ms = at_ms + GATHER_MS
            tick_at_ms = soon_ms if tick_at_ms is None else min(tick_at_ms, soon_ms)
    return replace(lobby, queues=queues, tick_at_ms=tick_at_ms, ignores=ignores)


def _without(lobby: Lobby, waits: list[tuple[Queue, QueueEntry]]) -> Lobby:
    """Without some places; of the many of a tick each queue is changed once."""
    queues: dict[Queue, PersistentMap[str, QueueEntry]] = dict(lobby.queues)
    for queue in {queue for queue, _ in waits}:
        gone = [wait.player for place, wait in waits if place == queue]
        queues[queue] = queues[queue].without(gone)
    ignores = lobby.ignores - sum(len(wait.ignores) for _, wait in waits)
    return replace(lobby, queues=queues, ignores=ignores)


def _without_seeks(seeks: Mapping[str, Seek], gone: Iterable[str]) -> Mapping[str, Seek]:
    return {id_: seek for id_, seek in seeks.items() if id_ not in gone}
