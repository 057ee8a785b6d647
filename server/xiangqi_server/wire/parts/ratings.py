"""Parts of messages about ratings."""

from msgspec import Struct

from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.parts.players import PlayerRef
from xiangqi_server.wire.terms import SpeedName


class PlayerRating(Struct, frozen=True):
    """How strong a player came to a rated game, and what it made of that.

    Fields:
        points: when the game began.
        provisional: the points are not certain yet; shown with a question mark.
        change: by how much this game changed the rating, null until it has; other games may
            have changed it since this one began.
    """

    points: int
    provisional: bool
    change: int | None = None


class SpeedRating(Struct, frozen=True):
    """A player's rating at one speed.

    Fields:
        speed: how fast; see *Ratings*.
        points: what it is.
        deviation: how far off it may be.
        provisional: it is not certain yet; shown with a question mark.
        games: rated games of this speed so far.
        last_at_ms: when the last of them ended.
        won, drawn, lost: how they ended.
        resets: when the player reset it (the latest 20), the last of them last.
    """

    speed: SpeedName
    points: int
    deviation: int
    provisional: bool
    games: int
    last_at_ms: Moment
    won: int
    drawn: int
    lost: int
    resets: list[Moment] = []


class RatingDay(Struct, frozen=True, array_like=True):
    """A rating at the end of a day, written as a list of its three fields without their names.

    Fields:
        day: days since 1970-01-01, UTC.
        points: at the end of it.
        games: rated games by then.
    """

    day: int
    points: int
    games: int


class Ranked(Struct, frozen=True):
    """A player in a leaderboard.

    Fields:
        rank: from 1.
        points: of the rating.
        games: rated games of this speed.
        recent: the points after each of the latest of them, at most 16, the oldest first.
    """

    rank: int
    player: PlayerRef
    points: int
    games: int
    recent: list[int] = []
