"""What the lobby looks like to one reader: whole, or what is new in it."""

from server.lobby.messages import Seek
from server.lobby.pools import POOLS
from server.lobby.state import Lobby
from server.session.naming import NameOf, as_guest
from server.session.terms import wire_terms
from server.wire import parts, server


def lobby_view(
    lobby: Lobby, version: int, player: str, players_here: int, names: NameOf = as_guest
) -> server.Lobby:
    """The whole lobby, with what is the reader's own."""
    seek = lobby.seek_of(player)
    return server.Lobby(
        version=version,
        seeks=[_seek(seek, names) for seek in lobby.seeks.values()],
        pools=[
            parts.Pool(name, wire_terms(terms), _waiting(lobby, name))
            for name, terms in POOLS.items()
        ],
        your_seek=None if seek is None else seek.id,
        your_pools=list(lobby.pools_of(player)),
        players_here=players_here,
    )


def lobby_change(
    before: Lobby, after: Lobby, version: int, players_here: int, names: NameOf = as_guest
) -> server.LobbyChanged:
    """What is new in the lobby since it stood as `before`."""
    return server.LobbyChanged(
        version=version,
        opened=[_seek(seek, names) for id_, seek in after.seeks.items() if id_ not in before.seeks],
        closed=[id_ for id_ in before.seeks if id_ not in after.seeks],
        waiting={
            name: _waiting(after, name)
            for name in POOLS
            if _waiting(after, name) != _waiting(before, name)
        },
        players_here=players_here,
    )


def _seek(seek: Seek, names: NameOf) -> parts.SeekInfo:
    name, guest = names(seek.player)
    return parts.SeekInfo(seek.id, seek.player, name, wire_terms(seek.terms), seek.side, guest)


def _waiting(lobby: Lobby, pool: str) -> int:
    """How many wait in a pool: whoever comes second is paired at once."""
    return int(pool in lobby.waiting)
