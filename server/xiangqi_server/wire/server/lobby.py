"""What the server sends about the lobby, and about a new game."""

from xiangqi_server.wire.parts import OwnWait, Pool, SeekInfo
from xiangqi_server.wire.server.base import ServerMessage
from xiangqi_server.wire.terms import SideName


class Lobby(ServerMessage, tag="lobby", frozen=True):
    """The whole lobby.

    Fields:
        version: of the lobby; it grows, but numbers may be left out.
        seeks: open offers, oldest first.
        pools: all pools.
        your_seek: id of your own open offer, of two the older, or null; see `player` of `seeks`.
        your_pools: names of the pools in which you wait.
        players_online: how many people are connected; bots are not among them. Each node counts its
            own, so a player who is connected to two of them counts twice.
        your_waits: the same, and since when.
    """

    version: int
    seeks: list[SeekInfo]
    pools: list[Pool]
    your_seek: str | None
    your_pools: list[str]
    players_online: int
    your_waits: list[OwnWait] = []


class LobbyChanged(ServerMessage, tag="lobby_changed", frozen=True):
    """What is new in the lobby since the last of these: at most one every 200 ms.

    Fields:
        version: of the lobby.
        opened: new offers; your own are known by `player`.
        closed: ids of offers that are gone.
        waiting: how many wait, by pool name, where that changed.
        players_online: as in `lobby`.
        waiting_rated: how many of these for a rated game.
    """

    version: int
    opened: list[SeekInfo]
    closed: list[str]
    waiting: dict[str, int]
    players_online: int
    waiting_rated: dict[str, int] = {}


class GameOpened(ServerMessage, tag="game_opened", frozen=True):
    """To a player on every connection: a game of your own has begun, or waits for a friend.

    Fields:
        room: to `join`.
        side: your own.
        live: against a player the server found, on a clock: join and say `ready` soon; see
            *Ready-check*.
    """

    room: str
    side: SideName
    live: bool = False
