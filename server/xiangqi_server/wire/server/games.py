"""What the server sends about games, past and present.

A list comes in pages: `next` goes into `after` of the next query, null at the end.
"""

from xiangqi_server.wire.parts import GameInfo, MyGame
from xiangqi_server.wire.server.base import ServerMessage
from xiangqi_server.wire.terms import NotationName


class MyGames(ServerMessage, tag="my_games", frozen=True):
    """The answer to `my_games`.

    Fields:
        rows: of a page those that wait for your own move first, the least time left first. Live
            games and those that wait for you come on the first pages.
        next: into `after` of the next query; null at the end.
    """

    id: str
    rows: list[MyGame]
    next: int | None


class Waiting(ServerMessage, tag="waiting", frozen=True):
    """How many games by days wait for your move now.

    It comes after `welcome` if there are any, and whenever that changes.

    Fields:
        count: of all of them.
        rooms: the first of them, the least time left first.
    """

    count: int
    rooms: list[str]


class MyGameChanged(ServerMessage, tag="my_game_changed", frozen=True):
    """One of your own games, as it is now; it replaces the row of its room.

    It comes when a game begins or ends, and when it is somebody else's turn. Of live games this
    holds for those that a page of `my_games` has shown, or that began later.

    Fields:
        game: over, if its status says so.
    """

    game: MyGame


class Games(ServerMessage, tag="games", frozen=True):
    """The answer to `games`.

    Fields:
        rows: the latest first; there may be fewer, or none, on a page that is not the last.
        next: see *Lists*.
        partial: some of it is missing for now; see *Lists*.
    """

    id: str
    rows: list[GameInfo]
    next: str | None
    partial: bool = False


class Pgns(ServerMessage, tag="pgns", frozen=True):
    """The answer to `export_games`.

    Fields:
        notation: of the moves.
        text: some games, one after the other; the pages make one file.
        games: how many they are.
        next: see *Lists*.
    """

    id: str
    notation: NotationName
    text: str
    games: int
    next: str | None


class LiveGames(ServerMessage, tag="live_games", frozen=True):
    """The answer to `live_games`.

    Fields:
        rows: games that are being played; see them by `join`.
        next: see *Lists*.
        partial: some of it is missing for now; see *Lists*.
    """

    id: str
    rows: list[GameInfo]
    next: str | None
    partial: bool = False
