"""What is told of standings, of games, past and present, and of the ladder.

A list comes in pages: `next` goes into `after` of the next query, null at the end.
"""

from server.wire.parts import (
    Channel,
    GameInfo,
    LadderChallenge,
    LadderChange,
    LadderRung,
    MyGame,
    Ranked,
    RatingDay,
    SpeedRating,
)
from server.wire.server.base import ServerMessage
from server.wire.terms import NotationName, SpeedName


class Ratings(ServerMessage, tag="ratings", frozen=True):
    """The answer to `ratings`.

    Fields:
        ratings: one for each speed the player has rated games in.
        rung: where the player stands on the ladder, from 1 at the top; null if not on it.
    """

    id: str
    player: str
    ratings: list[SpeedRating]
    rung: int | None = None


class RatingHistory(ServerMessage, tag="rating_history", frozen=True):
    """The answer to `rating_history`.

    Fields:
        speed: of which rating.
        rows: days on which the player had rated games, the latest first.
        next: see *Lists*.
    """

    id: str
    player: str
    speed: SpeedName
    rows: list[RatingDay]
    next: str | None


class Leaderboard(ServerMessage, tag="leaderboard", frozen=True):
    """The answer to `leaderboard`: players with an account and a certain rating who still play.

    Fields:
        speed: of which rating.
        rows: the best first.
        you: one's own place, null if one has none.
        next: see *Lists*.
    """

    id: str
    speed: SpeedName
    rows: list[Ranked]
    you: Ranked | None
    next: str | None


class MyGames(ServerMessage, tag="my_games", frozen=True):
    """The answer to `my_games`.

    Fields:
        rows: those that wait for one's own move first, the least time left first.
        next: always null: one has 64 open games at most.
    """

    id: str
    rows: list[MyGame]
    next: str | None


class MyGameChanged(ServerMessage, tag="my_game_changed", frozen=True):
    """One of one's own games, as it is now; it replaces the row of its room.

    Fields:
        game: over, if its status says so.
    """

    game: MyGame


class Games(ServerMessage, tag="games", frozen=True):
    """The answer to `games`.

    Fields:
        rows: the latest first; there may be fewer, or none, on a page that is not the last.
        next: see *Lists*.
    """

    id: str
    rows: list[GameInfo]
    next: str | None


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
    """

    id: str
    rows: list[GameInfo]
    next: str | None


class TvOn(ServerMessage, tag="tv", frozen=True):
    """The answer to `watch_tv`.

    Fields:
        channels: what each shows; one that shows nothing is not among them.
    """

    id: str
    channels: list[Channel]


class TvChanged(ServerMessage, tag="tv_changed", frozen=True):
    """A channel shows something else.

    Fields:
        channel: a speed, or `top`.
        game: what it shows now, null if nothing.
    """

    channel: str
    game: GameInfo | None


class LadderChanged(ServerMessage, tag="ladder_changed", frozen=True):
    """The ladder has changed: to those who follow it, and to players whom it concerns.

    Who is challenged is told again after each `welcome` until the challenge is answered.

    Fields:
        change: what happened, if a place was won, held, given up, taken or left; or null.
        you: one's own rung now, from 1 at the top; null if one is not on the ladder.
        challenge: the one in which one has a part now, or null.
    """

    change: LadderChange | None
    you: int | None
    challenge: LadderChallenge | None


class LadderShown(ServerMessage, tag="ladder", frozen=True):
    """The answer to `ladder`.

    Fields:
        rows: rungs from the top.
        size: how many rungs there are.
        you: one's own rung, from 1 at the top; null if one is not on the ladder.
        challenge: the one in which one has a part, or null.
        changes: the latest ones, the last first; only on the first page.
        next: see *Lists*.
    """

    id: str
    rows: list[LadderRung]
    size: int
    you: int | None
    challenge: LadderChallenge | None
    changes: list[LadderChange]
    next: str | None
