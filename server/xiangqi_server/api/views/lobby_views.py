"""What the lobby looks like to one reader: whole, or what is new in it."""

from collections.abc import Collection

from msgspec.structs import replace

from xiangqi_server.aggregates.lobby.messages import Seek
from xiangqi_server.aggregates.lobby.pools import POOLS
from xiangqi_server.aggregates.lobby.state import Lobby
from xiangqi_server.aggregates.room.messages import Challenge
from xiangqi_server.aggregates.room.speed import speed_of
from xiangqi_server.api.names.naming import NameOf, as_guest, player_ref
from xiangqi_server.api.names.shown_ratings import shown_rating
from xiangqi_server.api.room.room_part_views import side_name
from xiangqi_server.wire import parts, server


def is_hidden(seek: Seek, player: str, ignored: Collection[str]) -> bool:
    """The owner of an offer ignores this reader, or is among those the reader ignores."""
    return player in seek.ignores or seek.player in ignored


def is_shown_all(lobby: Lobby, player: str, ignored: Collection[str]) -> bool:
    """Whether a reader sees the lobby as most do: nothing is hidden, and nothing its own."""
    return (
        not lobby.seeks_of(player)
        and not lobby.waits_of(player)
        and not any(is_hidden(open_seek, player, ignored) for open_seek in lobby.seeks.values())
    )


def lobby_view(
    lobby: Lobby,
    version: int,
    player: str,
    players_online: int,
    names: NameOf = as_guest,
    ignored: Collection[str] = (),
) -> server.Lobby:
    """The whole lobby as a reader sees it: without ignored players, with the reader's own waits."""
    seek, waits = next(iter(lobby.seeks_of(player)), None), lobby.waits_of(player)
    return server.Lobby(
        version=version,
        seeks=[
            _seek(open_seek, names)
            for open_seek in lobby.seeks.values()
            if not is_hidden(open_seek, player, ignored)
        ],
        pools=[
            parts.Pool(name, terms, _waiting(lobby, name), lobby.waiting(name, rated=True))
            for name, terms in POOLS.items()
        ],
        your_seek=None if seek is None else seek.id,
        your_pools=[queue.pool for queue, _ in waits],
        your_waits=[parts.OwnWait(queue.pool, queue.rated, wait.since_ms) for queue, wait in waits],
        players_online=players_online,
    )


def lobby_change(
    before: Lobby, after: Lobby, version: int, players_online: int, names: NameOf = as_guest
) -> server.LobbyChanged:
    """What is new in the lobby since it stood as `before`."""
    changed = [
        name
        for name in POOLS
        if any(
            after.waiting(name, rated=rated) != before.waiting(name, rated=rated)
            for rated in (False, True)
        )
    ]
    return server.LobbyChanged(
        version=version,
        opened=[_seek(seek, names) for id_, seek in after.seeks.items() if id_ not in before.seeks],
        closed=[id_ for id_ in before.seeks if id_ not in after.seeks],
        waiting={name: _waiting(after, name) for name in changed},
        waiting_rated={name: after.waiting(name, rated=True) for name in changed},
        players_online=players_online,
    )


def without_seeks(change: server.LobbyChanged, hidden: Collection[str]) -> server.LobbyChanged:
    """The change as a reader gets it that must not see some of the new offers."""
    return replace(change, opened=[seek for seek in change.opened if seek.id not in hidden])


def _seek(seek: Seek, names: NameOf) -> parts.SeekInfo:
    name, guest, _ = names(seek.player).told  # bots open no offers
    return parts.SeekInfo(
        id=seek.id,
        player=seek.player,
        name=name,
        terms=seek.terms,
        side=seek.side,
        guest=guest,
        rating=shown_rating(seek.rating, seek.player, names) or 0,
        min_rating=seek.low,
        max_rating=seek.high,
        speed=speed_of(seek.terms.clock),
    )


def challenge_view(challenge: Challenge, names: NameOf) -> parts.ChallengeInfo:
    """A challenge that waits for the reader's answer."""
    return parts.ChallengeInfo(
        room=challenge.room,
        by=player_ref(challenge.by, names),
        side=side_name(challenge.side),
        terms=challenge.terms,
        until_ms=challenge.until_ms,
    )


def _waiting(lobby: Lobby, pool: str) -> int:
    """How many wait in a pool, for a rated game or a casual one."""
    return lobby.waiting(pool, rated=False) + lobby.waiting(pool, rated=True)
